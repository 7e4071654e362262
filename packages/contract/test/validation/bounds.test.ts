import {
  AddDomain,
  AddSuppression,
  CreateApiKey,
  CreateFeedbackSource,
  CreateTemplate,
  CreateWebhookEndpoint,
  decode,
  PreviewTemplate,
  SaveSmtpConfig,
  SendRequest,
  UpdateBrand,
  UpdateTemplate,
  UpdateWebhookEndpoint,
  type ValidationFailed
} from "@telemark/contract"
import { Result, type Schema } from "effect"
import { describe, expect, it } from "vitest"

const many = 99_000
const list = (item: unknown) => Array.from({ length: many }, () => item)
const members = (value: unknown) =>
  Object.fromEntries(Array.from({ length: many }, (_, index) => [`k${String(index)}`, value]))
const long = "a".repeat(2_000_000)

/** Lists and objects of which nothing may be read once they are counted. */
const watched = <A extends object>(
  value: A
): { readonly value: A; readonly reads: () => number } => {
  let reads = 0
  const get = (target: A, name: PropertyKey, receiver: unknown): unknown => {
    if (typeof name === "string" && /\d$/.test(name)) reads++
    return Reflect.get(target, name, receiver)
  }
  return { value: new Proxy(value, { get }), reads: () => reads }
}

const detailsOf = <A, I>(schema: Schema.Codec<A, I>, input: unknown) =>
  Result.match(decode(schema)(input), {
    onFailure: ({ details }: ValidationFailed) => details,
    onSuccess: () => "fine"
  })

const mail = { to: "ada@example.com", text: "x" }
const template = { id: "a", name: "a", subject_template: "a", html: "a" }
const server = {
  provider: "own",
  host: "mail.example.com",
  port: 587,
  username: "u",
  password: "p"
}
const endpoint = { url: "https://example.com/", events: ["email.sent"] }

type Row = readonly [
  name: string,
  schema: Schema.Codec<unknown, unknown>,
  input: object,
  path: string,
  reason: RegExp
]

const rows: ReadonlyArray<Row> = [
  [
    "recipients",
    SendRequest,
    { ...mail, to: list("a@example.com") },
    "to",
    /1 to 50 email addresses/
  ],
  ["wrong recipients", SendRequest, { ...mail, to: list(1) }, "to", /1 to 50 email addresses/],
  ["cc", SendRequest, { ...mail, cc: list("a@example.com") }, "cc", /at most 50 email addresses/],
  [
    "bcc",
    SendRequest,
    { ...mail, bcc: list("a@example.com") },
    "bcc",
    /at most 50 email addresses/
  ],
  [
    "reply_to",
    SendRequest,
    { ...mail, reply_to: list("a@example.com") },
    "reply_to",
    /1 to 10 such addresses/
  ],
  ["files", SendRequest, { ...mail, attachments: list({}) }, "attachments", /at most 50 files/],
  [
    "header fields",
    SendRequest,
    { ...mail, headers: members("x") },
    "headers",
    /at most 50 fields/
  ],
  ["tags", SendRequest, { ...mail, tags: members("x") }, "tags", /at most 10 tags/],
  [
    "members of metadata",
    SendRequest,
    { ...mail, metadata: members(1) },
    "metadata",
    /at most 16384 characters/
  ],
  [
    "entries in metadata",
    SendRequest,
    { ...mail, metadata: { a: list(1) } },
    "metadata",
    /at most 16384 characters/
  ],
  [
    "text in metadata",
    SendRequest,
    { ...mail, metadata: { a: long } },
    "metadata",
    /at most 16384 characters/
  ],
  ["members of data", SendRequest, { ...mail, data: members(1) }, "data", /at most 20000 members/],
  [
    "members deep in data",
    SendRequest,
    { ...mail, data: { a: [{ b: members(1) }] } },
    "data",
    /at most 20000 members/
  ],
  [
    "entries in data",
    SendRequest,
    { ...mail, data: { a: list(1), b: list(1) } },
    "data",
    /100000 list entries/
  ],
  [
    "text in data",
    SendRequest,
    { ...mail, data: { a: [long, long] } },
    "data",
    /2097152 characters/
  ],
  [
    "data that is in itself",
    SendRequest,
    {
      ...mail,
      data: (() => {
        const a: Record<string, unknown> = {}
        a["a"] = a
        return a
      })()
    },
    "data",
    /20000 members/
  ],
  ["a long subject", SendRequest, { ...mail, subject: long }, "subject", /at most 998 characters/],
  ["a long template_id", SendRequest, { ...mail, template_id: long }, "template_id", /at most 50/],
  [
    "a long locale",
    SendRequest,
    { ...mail, locale: "de-".repeat(5_000_000) },
    "locale",
    /^must be a language tag/
  ],
  [
    "kinds of events",
    CreateWebhookEndpoint,
    { ...endpoint, events: list("email.sent") },
    "events",
    /1 to 9 event types/
  ],
  [
    "kinds of events of a change",
    UpdateWebhookEndpoint,
    { events: list("email.sent") },
    "events",
    /1 to 9 event types/
  ],
  [
    "a long URL",
    CreateWebhookEndpoint,
    { ...endpoint, url: `https://a.example/${long}` },
    "url",
    /at most 2048/
  ],
  [
    "a long credential of a source",
    CreateFeedbackSource,
    { provider: "ses", credential: long },
    "credential",
    /1 to 2048/
  ],
  [
    "scopes",
    CreateApiKey,
    { name: "a", scopes: list("email:send") },
    "scopes",
    /at most 21 scopes/
  ],
  ["a long name of a key", CreateApiKey, { name: long }, "name", /at most 255/],
  [
    "a long domain",
    AddDomain,
    { domain: "a.".repeat(1_000_000) },
    "domain",
    /^must be a domain name/
  ],
  [
    "a long address",
    AddSuppression,
    { email_address: `${long}@example.com` },
    "email_address",
    /^must be an email address/
  ],
  [
    "a long reason",
    AddSuppression,
    { email_address: "a@example.com", reason: long },
    "reason",
    /at most 1000/
  ],
  ["a long host", SaveSmtpConfig, { ...server, host: long }, "host", /1 to 255/],
  [
    "a long font",
    UpdateBrand,
    { font_family: "a ".repeat(1_000_000) },
    "font_family",
    /at most 200/
  ],
  [
    "variables",
    CreateTemplate,
    { ...template, variables: members("x") },
    "variables",
    /at most 500/
  ],
  ["a long variable", UpdateTemplate, { variables: { a: long } }, "variables.a", /at most 10000/],
  [
    "a locale of a preview",
    PreviewTemplate,
    { html: "a", locale: "de-".repeat(5_000_000) },
    "locale",
    /^must be a language tag/
  ],
  [
    "data of a preview",
    PreviewTemplate,
    { html: "a", data: members(1) },
    "data",
    /at most 20000 members/
  ]
]

describe("what is much too large", () => {
  it.each(rows)("is refused at its own path: %s", (_, schema, input, path, reason) => {
    expect(detailsOf(schema, input)).toEqual({ [path]: [expect.stringMatching(reason)] })
  })

  it.each([
    ["lists", "to", list("a@example.com")],
    ["lists of an optional member", "reply_to", list("a@example.com")],
    ["objects", "headers", members("x")]
  ])("is counted and not looked into: %s", (_, name, value) => {
    const { reads, value: counted } = watched(value)
    expect(detailsOf(SendRequest, { ...mail, [name]: counted })).toHaveProperty(name)
    expect(reads()).toBe(0)
  })

  it("still report every problem of what is only a little too large", () => {
    const to = Array.from({ length: 51 }, (_, index) => `a${String(index)}@example.com`)
    expect(
      Object.keys(
        detailsOf(SendRequest, { ...mail, to, subject: "a".repeat(999), tags: { "a b": "" } })
      )
    ).toEqual(["to", "subject", "tags.a b"])
  })
})
