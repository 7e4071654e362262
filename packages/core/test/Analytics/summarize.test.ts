import { emailStatuses } from "@telemark/contract"
import { summarize } from "../../src/events/analytics/figures.js"
import { describe, expect, it } from "vitest"

describe("the summary", () => {
  it("counts as sent what a next hop accepted, and as delivered what a recipient complained about", () => {
    const counts = new Map(emailStatuses.map((status, index) => [status, 2 ** index]))
    const summary = summarize("7d", counts, counts, [])
    expect(summary.total_sent).toBe(
      counts.get("sent")! +
        counts.get("delivered")! +
        counts.get("bounced")! +
        counts.get("complained")!
    )
    expect(summary.delivered).toBe(counts.get("delivered")! + counts.get("complained")!)
    expect(summary.bounced).toBe(counts.get("bounced"))
    expect(summary.failed).toBe(counts.get("failed"))
    expect(summary.complaint_rate).toBe(counts.get("complained")! / summary.total_sent)
    expect(summary.statuses).toEqual(Object.fromEntries(counts))
  })

  it("counts what people did beside the statuses", () => {
    const { clicked, opened, total_sent, unsubscribed } = summarize(
      "7d",
      new Map([
        ["sent", 3],
        ["opened", 2],
        ["clicked", 1]
      ]),
      new Map(),
      []
    )
    expect({ clicked, opened, total_sent, unsubscribed }).toEqual({
      clicked: 1,
      opened: 2,
      total_sent: 3,
      unsubscribed: 0
    })
  })

  it("counts of the period before what isn't of this one, and nothing below 0", () => {
    const { before } = summarize(
      "7d",
      new Map([
        ["sent", 3],
        ["bounced", 2]
      ]),
      new Map([
        ["sent", 7],
        ["delivered", 2],
        ["complained", 1],
        ["bounced", 1],
        ["failed", 4],
        ["cancelled", 1]
      ]),
      []
    )
    expect(before).toEqual({ total_sent: 6, delivered: 3, bounced: 0, complained: 1, failed: 3 })
  })

  it("has all eight statuses and no rate when nothing was sent", () => {
    const summary = summarize("24h", new Map([["queued", 3]]), new Map(), [])
    expect(Object.keys(summary.statuses)).toEqual(emailStatuses)
    expect(summary.complaint_rate).toBe(0)
  })
})
