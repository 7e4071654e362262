import * as client from "@telemark/client"
import * as contract from "@telemark/contract"
import * as core from "@telemark/core"
import { SchemaAST as AST } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import * as telemark from "../src/index.js"
import { isOfTenant } from "../src/operations.js"
import { exportsOf } from "./support/exportsOf.js"

type Exports = Readonly<Record<string, unknown>>

const root = fileURLToPath(new URL("../../..", import.meta.url))
const read = (path: string): string => readFileSync(root + path, "utf8")

/** What types name, but nobody who calls a method. */
const internal = new Set(
  [
    // How the contract's operations become methods, and options of parts become those of the whole.
    "Arguments AttemptCause GroupName Operations Response ServicesOptions",
    // How a method of the client returns a promise or an effect, and bases of what it exports.
    "Client Many One Promises ServiceOptions Style",
    // What wraps a transaction of the host shows nothing of it.
    "Transaction",
    // Services and ports of Effect: whoever uses them by themselves depends on their packages.
    "Delivery Inbox KeyHasher MailQueue OutsidePorts Queue Secrets Services StoragePorts",
    "TemplatePorts Transport WebhookDelivery"
  ].flatMap((names) => names.split(" "))
)

const ofTelemark = exportsOf("telemark")
const ofClient = exportsOf("client")

describe("telemark exports", () => {
  it("the type of each request and each response of its operations", () => {
    const names = contract.allOperations
      .filter(({ group }) => isOfTenant(group))
      .flatMap(({ operation: { body, query, response } }) => [body, query, response])
      .flatMap((schema) => (schema === undefined ? [] : [AST.resolveIdentifier(schema.ast) ?? ""]))
      // In process, a batch is a list.
      .filter((name) => name !== "SendBatch")
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => !ofTelemark.types.has(name))).toEqual([])
  })

  it("no value of the core but classes of errors", () => {
    const values = Object.entries(telemark).filter(([name, value]) =>
      [contract, core].some((one) => (one as Exports)[name] === value)
    )
    const isError = (value: unknown): boolean =>
      typeof value === "function" && value.prototype instanceof Error
    expect(values.length).toBeGreaterThan(20)
    expect(values.flatMap(([name, value]) => (isError(value) ? [] : [name]))).toEqual([])
  })
})

/** The `code` of a class of errors. */
const codeOf = (exports: Exports, name: string): unknown => {
  const made = exports[name] as new (facts: object) => { readonly code: unknown }
  return new made({ details: {} }).code
}

const wordsIn = (cell: string): ReadonlyArray<string> =>
  [...cell.matchAll(/`([^`\n]+)`/g)].map(([, word = ""]) => word)

/** The rows of a page's table of errors: classes, and the codes that belong to them. */
const errorsIn = (text: string) =>
  [...text.matchAll(/^\| ((?:`[A-Z]\w+`(?:, )?)+) \| (`.*?) \|/gm)].flatMap(
    ([, classes = "", codes = ""]) =>
      wordsIn(classes).map((name, at) => [name, wordsIn(codes)[at]] as const)
  )

/** Words of other libraries and of the platform that these pages use. */
const ofOthers = ["ArrayBuffer", "Buffer", "Date", "Redacted", "Request", "Response", "TestClock"]
const notOurs: ReadonlySet<string> = new Set([...ofOthers, "Uint8Array", "Warning"])

describe.each<readonly [string, Exports, ReturnType<typeof exportsOf>]>([
  ["docs/embedding.md", telemark, ofTelemark],
  ["docs/client.md", client, ofClient]
])("of what %s describes", (page, exports, { missing, names }) => {
  const text = read(page)

  it("there is every class of errors, with its code", () => {
    const promised = errorsIn(text)
    expect(promised.length).toBeGreaterThan(20)
    for (const [name] of promised) expect(exports).toHaveProperty(name)
    expect(promised.map(([name]) => [name, codeOf(exports, name)])).toEqual(promised)
  })

  it("every class and type that is named is exported", () => {
    const named = wordsIn(text).filter((word) => /^[A-Z][a-z]\w+$/.test(word))
    expect(named.filter((name) => !names.has(name) && !notOurs.has(name))).toEqual([])
  })

  it("every type that an exported one is made of is exported", () => {
    expect(missing.filter(({ name }) => !internal.has(name))).toEqual([])
  })
})

describe.each([
  // The keys of `enumerations.ts`, which is no list of texts.
  ["kinds of events", [], contract.EventType.literals],
  ["statuses", ["packages/contract/src/enumerations.ts"], contract.emailStatuses]
])("%s", (_what, files, all) => {
  const sources = readdirSync(`${root}packages`)
    .flatMap((name) => [`packages/${name}/src`, `packages/${name}/app`])
    .filter((folder) => existsSync(root + folder))
    .flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name}`
      )
    )
    // Migrations repeat what was so when they were written.
    .filter((name) => /\.tsx?$/.test(name) && !/\/(?:generated|migrations)\//.test(name))

  it("are listed once", () => {
    const lists = /"[\w.]+"(?:\s*[,|]\s*"[\w.]+")+/g
    const listing = sources.filter((name) =>
      [...read(name).matchAll(lists)].some(([list]) =>
        all.every((one) => list.includes(`"${one}"`))
      )
    )
    expect(listing).toEqual(files)
  })
})
