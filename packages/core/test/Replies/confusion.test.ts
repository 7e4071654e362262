import { readReply, type Subject } from "@telemark/core"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { knownReplies, replyOf } from "./support.js"

const subjects: ReadonlyArray<Subject> = [
  "recipient",
  "message",
  "sender",
  "account",
  "route",
  "unknown"
]

/**
 * Each meaning of the collection, and whom its replies are taken to be about; in front, of how many
 * the recipient is suppressed.
 */
const table = (): string => {
  const rows = [...new Set(knownReplies.map(({ means }) => means))].sort().map((means) => {
    const readings = knownReplies
      .filter((known) => known.means === means)
      .map(({ reply, stage }) => readReply(stage, replyOf(reply)))
    const suppressed = readings.filter(({ verdict }) => verdict === "invalid_recipient").length
    const counts = subjects.map(
      (subject) =>
        readings.filter(
          ({ about, verdict }) => about === subject && verdict !== "invalid_recipient"
        ).length
    )
    return `| ${means} | ${[suppressed, ...counts].map((count) => (count === 0 ? "" : String(count))).join(" | ")} |`
  })
  return [
    "| Means | Suppressed | Recipient | Message | Sender | Account | Route | Unknown |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows
  ]
    .join("\n")
    .replaceAll(/ {2,}/g, " ")
}

it("the table of meanings in the documentation is what is read", () => {
  const page = readFileSync(new URL("../../../../docs/message-flow.md", import.meta.url), "utf8")
  const documented = /\| Means \|[\s\S]*?(?=\n\n|$)/.exec(page)?.[0]
  expect(documented).toBe(table())
})
