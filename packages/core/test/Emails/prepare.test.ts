import { oneLine, type SendContent, type SendEnvelope, type SendRequest } from "@telemark/contract"
import type { Tenant } from "@telemark/core"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type PrepareContext, prepareSend } from "../../src/sending/emails/prepare.js"
import { uniqueRecipients } from "../../src/sending/emails/recipients.js"

const tenant: Tenant = {
  id: "tn_1",
  name: "default",
  default_from: null,
  monthly_limit: null,
  track_opens: false,
  track_clicks: false,
  missing: "warn",
  created_at: 0
}
const context: PrepareContext = {
  tenant,
  rendered: undefined,
  raw: undefined,
  attachments: [],
  defaultFrom: "Server <server@example.com>",
  smtpFrom: undefined,
  senderPolicy: "verified",
  defaultMonthlyLimit: undefined,
  hasLinks: true,
  now: 7,
  bodyId: "body_1",
  recipients: [],
  emailIds: ["em_1", "em_2", "em_3", "em_4"],
  idempotency: null,
  warnings: []
}
const automatic = [
  ["Auto-Submitted", "auto-generated"],
  ["X-Auto-Response-Suppress", "OOF, AutoReply"]
]
const request: SendRequest = { to: "ada@example.com", text: "hello" }
const prepareOf = (
  content: SendContent,
  part: Partial<SendEnvelope>,
  changes: Partial<PrepareContext> = {}
) => {
  const whole = { to: "ada@example.com", ...part, ...content }
  return Result.getOrThrow(
    prepareSend(whole, { ...context, recipients: uniqueRecipients(whole), ...changes })
  )
}
const prepare = (part: Partial<SendEnvelope>, changes: Partial<PrepareContext> = {}) =>
  prepareOf({ text: "hello" }, part, changes)

describe("a prepared send", () => {
  it("takes the request's sender, else the tenant's, else the server's", () => {
    const withDefault = { tenant: { ...tenant, default_from: "tenant@example.com" } }
    expect(prepare({ from: "Shop <shop@example.com>" }, withDefault).sender).toEqual({
      name: "Shop",
      address: "shop@example.com"
    })
    expect(prepare({}, withDefault).sender).toEqual({ name: null, address: "tenant@example.com" })
    expect(prepare({}).sender).toEqual({ name: "Server", address: "server@example.com" })
  })

  it("takes the sender of the tenant's own SMTP server before the tenant's, but not before the request's", () => {
    const own = {
      tenant: { ...tenant, default_from: "tenant@example.com" },
      smtpFrom: { name: "Own", address: "own@example.com" }
    }
    expect(prepare({}, own).sender).toEqual({ name: "Own", address: "own@example.com" })
    expect(prepare({ from: "me@example.com" }, own).sender).toEqual({
      name: null,
      address: "me@example.com"
    })
  })

  it("is checked against the sender policy, unless the operator chose the sender", () => {
    expect(prepare({ from: "me@example.com" }).sender_policy).toBe("verified")
    expect(
      prepare({}, { smtpFrom: { name: null, address: "own@example.com" } }).sender_policy
    ).toBe("verified")
    expect(
      prepare({}, { tenant: { ...tenant, default_from: "tenant@example.com" } }).sender_policy
    ).toBe("trusted")
    expect(prepare({}).sender_policy).toBe("trusted")
    expect(prepare({ from: "me@example.com" }, { senderPolicy: "any" }).sender_policy).toBe("any")
  })

  it("is refused on from when no sender is given", () => {
    const refused = prepareSend(request, { ...context, defaultFrom: undefined })
    expect(Result.isFailure(refused) && Object.keys(refused.failure.details)).toEqual(["from"])
  })

  it("has a subject on one line", () => {
    expect(oneLine("a\r\nBcc: x@example.com\tb\u2028c")).toBe("a Bcc: x@example.com b c")
    expect(prepare({}).subject).toBe("")
  })

  it("mails each address once, as it was first spelled", () => {
    expect(
      uniqueRecipients({
        to: ["Ada@Example.com", "ada@example.COM", "b@bücher.example", "B@xn--bcher-kva.example"]
      })
    ).toEqual([
      { address: "Ada@Example.com", name: null, folded: "ada@example.com" },
      { address: "b@bücher.example", name: null, folded: "b@xn--bcher-kva.example" }
    ])
  })

  it("gives each recipient its own id and all the same body", () => {
    const prepared = prepare({ to: ["a@example.com", "b@example.com"] })
    expect(prepared.recipients.map(({ id }) => id)).toEqual(["em_1", "em_2"])
    expect(prepared.body).toEqual({
      id: "body_1",
      html: null,
      text: "hello",
      headers: automatic,
      shown: null,
      attachments: []
    })
  })

  it("takes content and version from the template, and its subject unless the request has one", () => {
    const rendered = {
      subject: "Hi\nAda",
      html: "<p>Hi\0</p>",
      text: null,
      version: 3,
      lacking: []
    }
    const prepared = prepareOf({ template_id: "welcome" }, {}, { rendered })
    expect(prepared).toMatchObject({
      subject: "Hi Ada",
      template_id: "welcome",
      template_version: 3,
      body: { html: "<p>Hi</p>", text: null }
    })
    expect(prepareOf({ template_id: "welcome" }, { subject: "Own" }, { rendered }).subject).toBe(
      "Own"
    )
  })

  it("names the headers that it left out", () => {
    expect(prepare({ headers: { Bcc: "x@example.com", "X-A": "1" } })).toMatchObject({
      body: { headers: [["X-A", "1"], ...automatic] },
      warnings: ["The header Bcc is reserved; yours was left out."]
    })
  })

  it.each([
    ["says so", {}, automatic],
    [
      "keeps the caller's word about answers",
      { "x-auto-response-suppress": "All" },
      [["x-auto-response-suppress", "All"], automatic[0]]
    ],
    [
      "says nothing beside the caller's word about itself",
      { "auto-submitted": "no" },
      [["auto-submitted", "no"]]
    ]
  ])("is mail of a machine, which no machine should answer, and %s", (_, headers, expected) => {
    expect(prepare({ headers }).body.headers).toEqual(expected)
  })

  it("reports what is wrong with a List-Unsubscribe, and omits List-Unsubscribe-Post if it can't work", () => {
    const headers = {
      "List-Unsubscribe": "http://example.com/u\r\n",
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      "X-A": "1"
    }
    expect(prepare({ headers })).toMatchObject({
      body: {
        headers: [["List-Unsubscribe", "http://example.com/u"], ["X-A", "1"], ...automatic]
      },
      warnings: [
        expect.stringContaining("no address in angle brackets"),
        expect.stringMatching(/^List-Unsubscribe-Post was left out/)
      ]
    })
  })

  it("contains the tenant's monthly limit, else the server's", () => {
    expect(prepare({}, { defaultMonthlyLimit: 5 }).monthly_limit).toBe(5)
    expect(
      prepare({}, { defaultMonthlyLimit: 5, tenant: { ...tenant, monthly_limit: 3 } }).monthly_limit
    ).toBe(3)
    expect(prepare({}).monthly_limit).toBeNull()
  })

  it("has no NUL in its content, which mail may not contain and Postgres can't store", () => {
    expect(prepareOf({ text: "a\0b" }, {}).body.text).toBe("ab")
  })

  it.each<[SendEnvelope["track"], opens: boolean, clicks: boolean, expected: object | undefined]>([
    [undefined, false, false, undefined],
    [undefined, true, false, { opens: true, clicks: false }],
    [{}, false, true, { opens: false, clicks: true }],
    [{ opens: true }, false, true, { opens: true, clicks: true }],
    [{ opens: false, clicks: false }, true, true, undefined],
    [{ clicks: true }, false, false, { opens: false, clicks: true }]
  ])(
    "is tracked as it asks (%j), and otherwise as its tenant is (opens %s, clicks %s)",
    (track, track_opens, track_clicks, expected) => {
      const { body, warnings } = prepare(
        { track },
        { tenant: { ...tenant, track_opens, track_clicks } }
      )
      expect(body.track).toEqual(expected)
      expect(warnings).toEqual([])
    }
  )

  it("is warned that it isn't tracked, if it asks for that where there is no address to lead to", () => {
    const tracked = { ...tenant, track_opens: true, track_clicks: true }
    expect(prepare({ track: { opens: true } }, { hasLinks: false })).toMatchObject({
      body: { track: { opens: true } },
      warnings: [expect.stringContaining("TELEMARK_PUBLIC_URL")]
    })
    expect(prepare({ track: { opens: false } }, { hasLinks: false }).warnings).toEqual([])
    expect(prepare({}, { hasLinks: false, tenant: tracked }).warnings).toEqual([])
  })

  describe("without a public URL", () => {
    const warningsFor = (
      content: SendContent,
      part: Partial<SendEnvelope>,
      changes: Partial<PrepareContext> = {}
    ) => prepareOf(content, part, { hasLinks: false, ...changes }).warnings
    const says = [
      expect.stringMatching(
        /can't carry the address of a page for unsubscribing.*TELEMARK_PUBLIC_URL/
      )
    ]

    it("is warned of if it has a topic or asks for the address of a page", () => {
      expect(warningsFor({ text: "hello" }, { topic: "news" })).toEqual(says)
      expect(warningsFor({ html: '<a href="{{unsubscribe_url}}">no more</a>' }, {})).toEqual(says)
      expect(warningsFor({ text: "More: {{preferences_url}}" }, {})).toEqual(says)
      const rendered = {
        version: 1,
        lacking: [],
        subject: "s",
        html: "{{unsubscribe_url}}",
        text: null
      }
      expect(warningsFor({ template_id: "news" }, {}, { rendered })).toEqual(says)
    })

    it("leaves the placeholders out, and otherwise keeps them for composing", () => {
      const content = {
        html: '<a href="{{unsubscribe_url}}">no more</a>',
        text: "{{preferences_url}} {{name}}"
      }
      expect(prepareOf(content, {}, { hasLinks: false }).body).toMatchObject({
        html: '<a href="">no more</a>',
        text: " {{name}}"
      })
      expect(prepareOf(content, {}).body).toMatchObject(content)
    })

    it("isn't warned of if it asks for nothing, or brings a List-Unsubscribe of its own", () => {
      expect(warningsFor({ text: "unsubscribe_url" }, {})).toEqual([])
      expect(
        warningsFor(
          { text: "hello" },
          { topic: "news", headers: { "list-unsubscribe": "<https://shop.example/u>" } }
        )
      ).toEqual([])
      expect(prepareOf({ text: "{{unsubscribe_url}}" }, { topic: "news" }).warnings).toEqual([])
    })
  })
})
