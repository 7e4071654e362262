import { type Bounce, readBounce } from "@telemark/feedback"
import { describe, expect, it } from "vitest"
import { corpus, id, prose, reported, spamReports } from "./corpus/index.js"

const bytes = (source: string | Uint8Array) =>
  typeof source === "string" ? Buffer.from(source) : source

/** What a bounce was read as, in the words of the corpus. */
const described = (bounce: Bounce): ReadonlyArray<string> => {
  switch (bounce._tag) {
    case "DeliveryReports":
    case "SpamReport":
      return bounce.reports.map((report) => {
        const { email_id, message_id } = report.message
        const message =
          email_id === id
            ? "ours"
            : (email_id ?? (message_id === undefined ? "none" : `<${message_id}>`))
        return [
          report.kind,
          ...(report.kind === "bounced" ? [report.verdict] : []),
          report.recipient ?? "nobody",
          message
        ].join(" ")
      })
    case "Ignored":
      return [`ignored ${bounce.reason}`]
    case "Unknown":
      return ["unknown"]
  }
}

describe("of the corpus,", () => {
  it("at least 150 messages have a report part, 30 have none, and 15 are spam reports", () => {
    expect(reported.length).toBeGreaterThanOrEqual(150)
    expect(prose.length).toBeGreaterThanOrEqual(30)
    expect(spamReports.length).toBeGreaterThanOrEqual(15)
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
  })

  it.each(corpus)("$name: is read as it is meant", async ({ expected, source }) => {
    expect(described(await readBounce(bytes(source)))).toEqual(expected)
  })
})
