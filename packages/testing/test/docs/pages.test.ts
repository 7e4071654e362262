import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it, vi } from "vitest"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const folder = join(root, ".cache/documented-tests")
mkdirSync(folder, { recursive: true })

/** The packages as the page imports them; they aren't among the root's dependencies. */
const sources: Readonly<Record<string, string>> = {
  "@telemark/testing/vitest": "packages/testing/src/vitest.ts",
  "@telemark/testing": "packages/testing/src/index.ts",
  "@telemark/smtp": "packages/smtp/src/index.ts"
}

const fromSources = (code: string): string =>
  code.replaceAll(/"(@telemark\/[a-z/]+)"/g, (all, name: string) =>
    sources[name] === undefined ? all : JSON.stringify(join(root, sources[name]))
  )

const blocksOf = (
  page: string
): ReadonlyArray<{ readonly line: number; readonly code: string }> => {
  const text = readFileSync(join(root, page), "utf8")
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(({ 1: code = "", index }) => ({
    line: text.slice(0, index).split("\n").length,
    code
  }))
}

const write = (name: string, code: string): string => {
  const file = join(folder, `${name}.ts`)
  writeFileSync(
    file,
    `import { makeApp } from ${JSON.stringify(join(root, "packages/testing/test/docs/application.ts"))}\nvoid makeApp\n${fromSources(code)}`
  )
  return file
}

describe("the tests on the page about testing", async () => {
  // The one for Effect takes the reader's layers; the example `effect-testing` has the like of it.
  const blocks = blocksOf("docs/testing.md").filter(({ code }) => /^it\(/m.test(code))
  for (const { code, line } of blocks) await import(write(`testing-${String(line)}`, code))

  it("are found", ({ expect }) => {
    expect(blocks.length).toBeGreaterThan(7)
  })
})

describe("getting started", () => {
  it("has a test that finds the mail", async ({ expect }) => {
    const log = vi.spyOn(console, "log").mockReturnValue()
    const [block] = blocksOf("docs/getting-started.md").filter(({ code }) =>
      code.includes("createTestTelemark(")
    )
    expect(block).toBeDefined()
    await import(write("getting-started", block?.code ?? ""))
    expect(log.mock.calls).toMatchObject([[{ to: "ada@example.com", subject: "Your order" }]])
    log.mockRestore()
  })
})
