import { decode, type Definitions, makeJsonSchema, SendRequest } from "@telemark/contract"
import { Result } from "effect"
import { describe, expect, it } from "vitest"

const decodeRequest = decode(SendRequest)
const check = (part: Readonly<Record<string, unknown>>) =>
  Result.match(decodeRequest({ to: "ada@example.com", text: "x", ...part }), {
    onFailure: ({ details }) => Object.keys(details),
    onSuccess: () => "fine"
  })

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `a${String(index)}@example.com`)

describe("a send request", () => {
  const fine: ReadonlyArray<Readonly<Record<string, unknown>>> = [
    { cc: "b@example.com", bcc: ["c@example.com"] },
    { cc: [], bcc: [] },
    { to: many(20), cc: many(20), bcc: many(10) },
    {
      to: ["Ada <ada@example.com>", '"Hopper, Grace" <grace@example.com>'],
      cc: "Jörg <j@example.com>",
      bcc: ["<b@example.com>"]
    },
    { reply_to: "Help <help@example.com>" },
    { scheduled_at: new Date("2026-11-21T12:00:00Z") },
    { reply_to: many(10) },
    { tags: {} },
    { tags: { order: "1042: ä", "A-z_9": "x".repeat(256) } },
    { scheduled_at: "2026-11-21T12:00:00+01:00" }
  ]
  it.each(fine)("takes %j", (part) => {
    expect(check(part)).toBe("fine")
  })

  const wrong: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, ReadonlyArray<string>]> =
    [
      [{ cc: "nobody" }, ["cc"]],
      [{ cc: "Nobody <nobody>" }, ["cc"]],
      [{ scheduled_at: new Date(NaN) }, ["scheduled_at"]],
      [{ bcc: ["b@example.com", "nobody"] }, ["bcc.1"]],
      [{ bcc: many(51) }, ["bcc"]],
      [{ to: many(20), cc: many(20), bcc: many(11) }, ["body"]],
      [{ to: [] }, ["to"]],
      [{ reply_to: "nobody" }, ["reply_to"]],
      [{ reply_to: "a@example.com, b@example.com" }, ["reply_to"]],
      [{ reply_to: [] }, ["reply_to"]],
      [{ reply_to: many(11) }, ["reply_to"]],
      [
        { tags: { "": "x", "a:b": "x", "a b": "x", ["n".repeat(65)]: "x" } },
        ["tags.", "tags.a:b", "tags.a b", `tags.${"n".repeat(65)}`]
      ],
      [
        { tags: { a: "", b: "x\ny", c: "x".repeat(257), d: "\ud800" } },
        ["tags.a", "tags.b", "tags.c", "tags.d"]
      ],
      [{ tags: JSON.parse('{"__proto__":"x","a":"b"}') as unknown }, ["tags.__proto__"]],
      [{ tags: { a: 1 } }, ["tags.a"]],
      [
        { tags: Object.fromEntries(many(11).map((_, index) => [`t${String(index)}`, "x"])) },
        ["tags"]
      ],
      [{ tags: "a:b" }, ["tags"]],
      [{ scheduled_at: "2026-11-21T12:00:00" }, ["scheduled_at"]],
      [{ scheduled_at: "tomorrow" }, ["scheduled_at"]],
      [{ scheduled_at: 1_795_000_000_000 }, ["scheduled_at"]]
    ]
  it.each(wrong)("doesn't take %j", (part, paths) => {
    expect(check(part)).toEqual(paths)
  })

  it("is described without what only processes know", () => {
    const described: Definitions = {}
    makeJsonSchema(described, "#/$defs/")(SendRequest)
    expect(described["Attachment"]).toMatchObject({
      required: ["filename", "content"],
      properties: {
        filename: { type: "string", maxLength: 255 },
        content: { type: "string", contentEncoding: "base64" }
      }
    })
    expect(described["SendRequest"]).toMatchObject({
      required: ["to"],
      properties: {
        scheduled_at: { type: "string", format: "date-time" },
        tags: { additionalProperties: { type: "string" }, maxProperties: 10 },
        attachments: { items: { $ref: "#/$defs/Attachment" }, maxItems: 50 }
      }
    })
  })
})

describe("what a send says", () => {
  const says = (content: object) =>
    Result.match(decodeRequest({ to: "ada@example.com", ...content }), {
      onFailure: ({ details }) => Object.keys(details),
      onSuccess: () => "fine"
    })

  it.each([
    { html: "x" },
    { text: "x" },
    { html: "x", text: "y" },
    { html: "x", text: "" },
    { template_id: "x" },
    { template_id: "x", data: {}, locale: "de" }
  ])("may be %j", (content) => {
    expect(says(content)).toBe("fine")
  })

  it.each([
    {},
    { data: {} },
    { template_id: "x", html: "x" },
    { template_id: "x", text: "x" },
    { template_id: "x", html: "x", text: "x" }
  ])("may not be %j", (content) => {
    expect(says(content)).toEqual(["body"])
  })
})
