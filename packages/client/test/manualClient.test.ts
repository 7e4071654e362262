import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as everything from "../src/index.js"
import { createClient, TelemarkError } from "../src/index.js"
import { apiKey } from "./support/client.js"
import { problemsOf } from "./support/typescript.js"

const manual = readFileSync(new URL("../../../docs/client.md", import.meta.url), "utf8")
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

const blocksOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block)

/** Each block by itself, after its imports, in a place where there is a client. */
const program = (blocks: ReadonlyArray<string>): string => {
  const lines = blocks.map((block) => block.split("\n"))
  const imports = new Set(lines.flat().filter((line) => line.startsWith("import ")))
  const bodies = lines.map(
    (all, index) =>
      `export const block${String(index)} = async () => {\n${all.filter((line) => !line.startsWith("import ")).join("\n")}\n}`
  )
  return [
    ...imports,
    'declare const client: import("@telemark/client").TelemarkClient',
    "declare const request: Request",
    "declare const secret: string",
    "declare const markUnreachable: (address: string) => Promise<void>",
    ...bodies
  ].join("\n")
}

const rows = (heading: string): ReadonlyArray<readonly [string, string]> => {
  const table = manual.slice(manual.indexOf(heading)).match(/(?:^\|.*\n)+/m)?.[0] ?? ""
  return [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (.*) \|$/gm)].map(
    ([, names = "", rest = ""]) => [names, rest]
  )
}
const named = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)

describe("the manual of the client", () => {
  it.each([
    ["docs/client.md", manual],
    ["README.md", readme]
  ])("has code in %s that compiles", (_, text) => {
    const blocks = blocksOf(text)
    expect(blocks.length).toBeGreaterThan(2)
    expect(problemsOf(program(blocks))).toEqual([])
  })

  it("names every method", () => {
    const client = createClient({ baseUrl: "https://mail.example.com/v1", apiKey })
    expect(
      Object.fromEntries(
        rows("## Operations").map(([group, methods]) => [
          named(group)[0],
          [...named(methods)].sort()
        ])
      )
    ).toEqual(
      Object.fromEntries(
        Object.entries(client).map(([group, methods]) => [
          group,
          Object.keys(methods as object).sort()
        ])
      )
    )
  })

  it("names every error", () => {
    const classes = Object.entries(everything)
      .filter(([, one]) => typeof one === "function" && one.prototype instanceof TelemarkError)
      .map(([name]) => name)
    const table = manual.slice(manual.indexOf("| Class | `code` |"))
    const listed = rows("| Class | `code` |").flatMap(([names]) => named(names))
    expect(table).not.toBe("")
    expect([...listed].sort()).toEqual([...classes].sort())
  })
})
