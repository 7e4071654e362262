import { describe, expect, it } from "@effect/vitest"
import { didYouMean } from "@telemark/contract"

const members = [
  "to",
  "from",
  "cc",
  "bcc",
  "reply_to",
  "subject",
  "html",
  "text",
  "template_id",
  "scheduled_at",
  "tags",
  "track"
]

describe("didYouMean", () => {
  const cases: ReadonlyArray<readonly [string, string | undefined]> = [
    ["replyTo", "reply_to"],
    ["scheduledAt", "scheduled_at"],
    ["Reply-To", "reply_to"],
    ["sendAt", undefined],
    ["scheduledat", "scheduled_at"],
    ["subjet", "subject"],
    ["suject", "subject"],
    ["sbuject", "subject"],
    ["htlm", "html"],
    ["templateID", "template_id"],
    ["template", "template_id"],
    ["TO", "to"],
    ["ot", undefined],
    ["xy", undefined],
    ["", undefined],
    ["__proto__", undefined],
    ["attachments", undefined]
  ]
  it.each(cases)("%s means %s", (name, meant) => {
    expect(didYouMean(name, members)).toBe(meant)
  })

  it("takes the closest, and the first of equally close ones", () => {
    expect(didYouMean("filenam", ["filenames", "filename"])).toBe("filename")
    expect(didYouMean("tage", ["tags", "page"])).toBe("tags")
  })

  it("never answers with the name itself", () => {
    expect(didYouMean("html", ["html"])).toBeUndefined()
  })

  it("does no work for an unlikely misspelling", () => {
    expect(didYouMean("a".repeat(14 * 1024 * 1024), ["a".repeat(60)])).toBeUndefined()
  })
})
