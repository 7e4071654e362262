import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { errorOf, knownCodes } from "../src/errors/errorOf.js"
import {
  answerOf,
  bodyOf,
  document,
  nameOf,
  operations,
  producedBy,
  typeOf
} from "./support/openApi.js"
import { problemsOf } from "./support/typescript.js"

// Both sides as plain types of the same form: what is optional may be undefined, and readonly is no
// matter.
const helpers = `
import type * as Client from "../src/index.js"
type Plain<T> = T extends string | number | boolean | null | undefined | Uint8Array ? T
  : T extends ReadonlyArray<infer Item> ? Array<Plain<Item>>
  : { -readonly [Key in keyof T]: Plain<T[Key]> }
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false
type Same<Wire, Ours> = Equal<Plain<Wire>, Plain<Ours>> extends true ? true : { readonly wire: Plain<Wire>; readonly ours: Plain<Ours> }
type Answer<Method> = Method extends (...args: never) => Promise<infer A> ? A : never
type Item<Method> = Method extends (...args: never) => AsyncIterable<infer A> ? A : never
type Base64<T> = T extends { attachments?: unknown } ? Raw64<Omit<T, "attachments">> & { attachments?: Array<Base64<Client.Attachment>> | undefined }
  : T extends { content: unknown } ? Omit<T, "content"> & { content: string } : T
type Raw64<T> = T extends { raw: unknown } ? Omit<T, "raw"> & { raw: string } : T
type Flat<T> = { [Key in keyof T]: T[Key] }
`

const components = Object.entries(document.components.schemas).map(
  ([name, schema]) => `type ${name} = ${typeOf(schema)}`
)

/** Types of the client that are called otherwise than in the document. */
const ours: Readonly<Record<string, string>> = {
  EventType: "Client.WebhookEventType",
  EmailEventData: "Client.WebhookEventData",
  Attachment: "Flat<Base64<Client.Attachment>>",
  SendRequest: "Flat<Base64<Client.SendRequest>>"
}
const oursOf = (name: string) => ours[name] ?? `Client.${name}`

const bodies = [...new Set(operations.map(bodyOf).filter((name) => name !== undefined))].filter(
  (name) => name !== "SendBatch"
)
const lists = operations.filter(({ parameters = [] }) =>
  parameters.some((one) => one.in === "query" && one.name === "limit")
)
const requestOf: Readonly<Record<string, string>> = {
  "auditLog.list": "Client.ListAuditLog",
  "emails.list": "Client.ListEmails",
  "feedback.unmatched": "Client.ListUnmatchedFeedback",
  "inbox.list": "Client.ListInbox",
  "members.list": "Client.ListMembers",
  "suppressions.list": "Client.ListSuppressions",
  "tenants.list": "Client.ListTenants",
  "webhookEndpoints.deliveries": "Client.ListWebhookAttempts",
  "operatorWebhookEndpoints.deliveries": "Client.ListWebhookAttempts"
}

const memberOf = (name: string) =>
  name
    .split(".")
    .map((part) => `["${part}"]`)
    .join("")

const checks: ReadonlyArray<readonly [string, string]> = [
  ...[
    ...bodies,
    ...Object.keys(ours).filter(
      (name) => name in document.components.schemas && !bodies.includes(name)
    )
  ].map((name) => [`type ${name}`, `Same<${name}, ${oursOf(name)}>`] as const),
  ...operations
    .filter(
      (operation) =>
        nameOf(operation) !== "emails.sendBatch" && producedBy(operation) === "application/json"
    )
    .map(
      (operation) =>
        [
          `answer of ${nameOf(operation)}`,
          `Same<${answerOf(operation)}, Answer<Client.TelemarkClient${memberOf(nameOf(operation))}>>`
        ] as const
    ),
  ...operations
    .filter((operation) => producedBy(operation) !== "application/json")
    .map(
      (operation) =>
        [
          `items of ${nameOf(operation)}`,
          `Same<${producedBy(operation) === "text/csv" ? "string" : "Client.WebhookEvent"}, Item<Client.TelemarkClient${memberOf(nameOf(operation))}>>`
        ] as const
    ),
  ...lists.map((operation) => {
    const query = (operation.parameters ?? [])
      .filter((one) => one.in === "query")
      .map(({ name, schema }) => `"${name}"?: ${typeOf(schema)}`)
    return [
      `query of ${nameOf(operation)}`,
      `Same<{ ${query.join("; ")} }, ${requestOf[nameOf(operation)] ?? "Client.PageRequest"}>`
    ] as const
  }),
  ...("AcceptedEntry" in document.components.schemas
    ? [
        [
          "entry of a batch",
          "Same<AcceptedEntry, Flat<{ status: 201 | 200 } & Client.SendResult>>"
        ] as const
      ]
    : [])
]

const identifierOf = (title: string): string => title.replace(/\W/g, "_")

const problems = problemsOf(
  [
    helpers,
    ...components,
    ...checks.map(([title, check]) => `export const ${identifierOf(title)}: ${check} = true`)
  ].join("\n")
)

describe("the types of the client", () => {
  it.each(checks)("have the %s as the OpenAPI document describes it", (title) => {
    expect(
      problems
        .filter(([line]) => line.startsWith(`export const ${identifierOf(title)}:`))
        .map(([, problem]) => problem)
    ).toEqual([])
  })

  it("are compared without a slip", () => {
    expect(problems.filter(([line]) => !line.startsWith("export const"))).toEqual([])
    expect(checks.length).toBeGreaterThan(60)
  })

  it("never mention Effect, which users of promises may not have", () => {
    const text = readFileSync(new URL("../src/index.ts", import.meta.url), "utf8")
    expect(text).not.toMatch(/effect/i)
  })
})

describe("the errors of the client", () => {
  const codes = Object.values(document.components.schemas).flatMap(({ properties }) => {
    const code = properties?.["error"]?.const ?? properties?.["error"]?.enum?.[0]
    return typeof code === "string" ? [code] : []
  })

  it("have a class for each code that the service has, named as its component", () => {
    expect([...new Set(codes)].filter((code) => !knownCodes.includes(code))).toEqual([])
  })

  // Answered to methods and tenants that no operation of the document has.
  it("have none for other codes, but those that no operation of this client meets", () => {
    expect(knownCodes.filter((code) => !codes.includes(code))).toEqual(["Method not allowed"])
  })

  it("are called as the document calls them", () => {
    const shared = [
      "StorageError",
      "ApiKeysBusy",
      "DkimKeysBusy",
      "CompilerBusy",
      "WebhookTestsBusy",
      "EventStreamsBusy",
      "LargeBodiesBusy"
    ]
    for (const [name, { properties }] of Object.entries(document.components.schemas)) {
      const code = properties?.["error"]?.const ?? properties?.["error"]?.enum?.[0]
      if (typeof code !== "string") continue
      const error = errorOf(
        { error: code },
        { status: 400, requestId: undefined, retryAfterSeconds: undefined }
      )
      expect(error).toMatchObject({
        _tag: shared.includes(name) ? "ServiceUnavailable" : name,
        code
      })
    }
  })
})
