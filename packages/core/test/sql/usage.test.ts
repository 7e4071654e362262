import type { PreparedSend, SendDecision } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { additions, monthsOf } from "../../src/sending/emails/usageTable.js"

const sendOf = (tenant_id: string, created_at: number) =>
  ({ tenant_id, created_at }) as PreparedSend

describe("the months that a batch counts on", () => {
  it("come once each and in one order, so that two processes which both add a new month can't wait for each other", () => {
    const [june, july] = [Date.UTC(2026, 5, 30), Date.UTC(2026, 6, 1)]
    const sends = [
      sendOf("tn_b", july),
      sendOf("tn_a", july),
      sendOf("tn_b", june),
      sendOf("tn_b", july)
    ]
    const months = [
      { tenant_id: "tn_a", month: "2026-07", sent: 0 },
      { tenant_id: "tn_b", month: "2026-06", sent: 0 },
      { tenant_id: "tn_b", month: "2026-07", sent: 0 }
    ]
    expect(monthsOf(sends)).toEqual(months)
    expect(monthsOf([...sends].reverse())).toEqual(months)
  })
})

describe("what decisions add to the months", () => {
  it("is what is queued by tenant and month, in one order", () => {
    const decisionOf = (tenant_id: string, created_at: number, recipients: number) =>
      ({
        send: sendOf(tenant_id, created_at),
        queued: Array.from({ length: recipients }, () => ({}))
      }) as unknown as SendDecision
    const [may, june] = [Date.UTC(2026, 4, 31), Date.UTC(2026, 5, 15)]
    const decisions = [
      decisionOf("tn_b", june, 1),
      decisionOf("tn_a", june, 2),
      decisionOf("tn_a", may, 1),
      decisionOf("tn_a", june, 1),
      decisionOf("tn_c", june, 0)
    ]
    expect(additions(decisions)).toEqual([
      { tenant_id: "tn_a", month: "2026-05", sent: 1 },
      { tenant_id: "tn_a", month: "2026-06", sent: 3 },
      { tenant_id: "tn_b", month: "2026-06", sent: 1 }
    ])
  })
})
