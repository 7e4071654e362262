import { readFileSync } from "node:fs"
import { FailureCode } from "@telemark/contract"
import { timelineOf } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { makeEmail } from "./support.js"

const codes = FailureCode.literals
const isOfAnAttempt = (code: FailureCode) =>
  !["suppressed", "content_missing", "cancelled"].includes(code)

describe("failure codes", () => {
  it("are all in the table of docs/http.md, and nothing else is", () => {
    const page = readFileSync(new URL("../../../../docs/http.md", import.meta.url), "utf8")
    const section = page.split("### Failure codes")[1]?.split("\n## ")[0] ?? ""
    const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)]
      .map(([, code]) => code)
      .filter((code) => code !== "failure_code")
    expect(rows.sort()).toEqual([...codes].sort())
  })

  it.each(codes)("describe how a message failed: %s", (failure_code) => {
    const summary = timelineOf(
      makeEmail({ status: "failed", attempts: 1, error_message: "Why it is.", failure_code }),
      []
    ).summary
    expect(summary).toContain(
      failure_code === "cancelled" ? "Why it is. Nothing more" : "Why it is"
    )
    expect(summary.startsWith("The message failed after 1 attempt")).toBe(
      isOfAnAttempt(failure_code)
    )
  })

  it("and not the sentence, which may be any text", () => {
    const sentence = "Cancelled before it was sent."
    expect(
      timelineOf(
        makeEmail({
          status: "failed",
          attempts: 1,
          error_message: sentence,
          failure_code: "content"
        }),
        []
      ).summary
    ).toMatch(/^The message failed after 1 attempt: /)
  })
})
