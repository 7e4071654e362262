import { ValidationFailed } from "@telemark/contract"
import { describe, expect, it } from "vitest"
import {
  unknownMembers,
  unknownMemberWarnings,
  withUnknownMembers
} from "../../src/sending/emails/unknownMembers.js"

const meant = (name: string) =>
  unknownMembers({ to: "ada@example.com", text: "x", [name]: "x" }).named[0]?.meant

describe("a member that no send has", () => {
  it.each([
    ["replyTo", "reply_to"],
    ["reply-to", "reply_to"],
    ["ReplyTo", "reply_to"],
    ["reply_to_email", "reply_to"],
    ["replyToAddresses", "reply_to"],
    ["scheduledAt", "scheduled_at"],
    ["schedule_at", "scheduled_at"],
    ["send_at", "scheduled_at"],
    ["sendAt", "scheduled_at"],
    ["o:deliverytime", undefined],
    ["templateId", "template_id"],
    ["template", "template_id"],
    ["TemplateAlias", "template_id"],
    ["templates_id", "template_id"],
    ["variables", "data"],
    ["TemplateModel", "data"],
    ["dynamic_template_data", "data"],
    ["dat", "data"],
    ["body", "html or text"],
    ["HtmlBody", "html"],
    ["TextBody", "text"],
    ["htm", "html"],
    ["txt", "text"],
    ["plain_text", "text"],
    ["Subject", "subject"],
    ["subjekt", "subject"],
    ["sujbect", "subject"],
    ["form", "from"],
    ["From", "from"],
    ["sender", "from"],
    ["recipients", "to"],
    ["attachment", "attachments"],
    ["files", "attachments"],
    ["tag", "tags"],
    ["categories", "tags"],
    ["header", "headers"],
    ["meta_data", "metadata"],
    ["language", "locale"],
    ["priority", undefined],
    ["x", undefined],
    ["bb", undefined],
    ["", undefined],
    ["constructor", undefined],
    ["n".repeat(1000), undefined]
  ])("called %s probably means %s", (name, expected) => {
    expect(meant(name)).toBe(expected)
  })

  it("may be of a file", () => {
    const file = {
      filename: "a.txt",
      content: "eA==",
      contentType: "text/plain",
      cid: "logo",
      path: "/etc/passwd"
    }
    expect(
      unknownMembers({ attachments: [{ filename: "b.txt", content: "eA==" }, file] }).named
    ).toEqual([
      { path: "attachments.1.contentType", meant: "content_type" },
      { path: "attachments.1.cid", meant: "content_id" },
      { path: "attachments.1.path", meant: undefined }
    ])
  })

  it("isn't one that is known, or that has no value", () => {
    expect(
      unknownMemberWarnings({
        to: "ada@example.com",
        text: "x",
        reply_to: "b@example.com",
        replyTo: undefined,
        scheduled_at: undefined
      })
    ).toEqual([])
    for (const request of [
      null,
      undefined,
      7,
      "x",
      [],
      ["x"],
      { attachments: "x" },
      { attachments: [null, "x"] }
    ])
      expect(unknownMemberWarnings(request)).toEqual([])
  })

  it("is shown on one line, cut where it is long, and never with what turns text around", () => {
    const names = [
      "a\r\nX-Evil: 1",
      "\u001b[31mred",
      "a\u202eb",
      "n".repeat(14 * 1024 * 1024),
      "\ud800",
      "__proto__"
    ]
    const request: unknown = JSON.parse(
      `{${names.map((name) => `${JSON.stringify(name)}:1`).join(",")}}`
    )
    expect(unknownMembers(request).named.map(({ path }) => path)).toEqual([
      "a X-Evil: 1",
      " [31mred",
      "ab",
      `${"n".repeat(64)}…`,
      "\ufffd",
      "__proto__"
    ])
  })

  it("is one of ten that are named, and the others are counted", () => {
    const request = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`m${String(index)}`, 1])
    )
    const warnings = unknownMemberWarnings(request)
    expect(warnings).toHaveLength(11)
    expect(warnings.at(-1)).toBe("99990 more unknown members were ignored.")
  })

  it("is named in a refusal where it was probably meant to be another", () => {
    const refused = withUnknownMembers(ValidationFailed.at("body", "is wrong"), {
      to: "x",
      body: "x",
      templateId: "x",
      whatever: "x"
    })
    expect(refused.details).toEqual({
      body: ["is wrong", "is no member of a send; did you mean html or text?"],
      templateId: ["is no member of a send; did you mean template_id?"]
    })
  })
})
