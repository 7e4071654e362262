import { decideFeedback, type EmailStatus, emailStatuses, type Report, type ReportedEmail } from "@telemark/core"
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"

const context = { tenant_id: "tn_1", eventId: "evt_1", now: 1000 }
const email = (status: EmailStatus): ReportedEmail => ({
  status, created_at: 100, attempts: 2, smtp_provider: "smtp", smtp_response: "250 ok", error_message: null, failure_code: null
})
const report = (kind: Report["kind"]): Report => kind === "clicked" ? { kind, email_id: "em_1", link: "https://example.com" } : { kind, email_id: "em_1" }
const statusAfter = (from: EmailStatus, given: Report) => {
  const decision = decideFeedback(given, email(from), context)
  return decision._tag === "Change" ? decision.change.status : decision.reason
}
const kinds = ["delivered", "deferred", "bounced", "complained", "opened", "clicked", "unsubscribed"] as const

describe("a report", () => {
  it.each<[EmailStatus, Report["kind"], string]>([
    ["sent", "delivered", "delivered"],
    ["deferred", "delivered", "delivered"],
    ["failed", "delivered", "delivered"],
    ["sent", "deferred", "deferred"],
    ["delivered", "bounced", "bounced"],
    ["sent", "complained", "complained"],
    ["bounced", "complained", "complained"],
    ["failed", "complained", "complained"],
    ["delivered", "deferred", "superseded"],
    ["bounced", "delivered", "superseded"],
    ["complained", "delivered", "superseded"],
    ["complained", "complained", "superseded"],
    ["bounced", "bounced", "superseded"],
    ["delivered", "opened", "delivered"],
    ["bounced", "clicked", "bounced"],
    ["sent", "unsubscribed", "sent"],
    ["sending", "delivered", "too_early"],
    ["queued", "bounced", "too_early"],
    ["sending", "opened", "too_early"]
  ])("of a message that is %s: %s makes it %s", (from, kind, to) => { expect(statusAfter(from, report(kind))).toBe(to) })

  it.each<[Report, "bounce" | "complaint" | "unsubscribe" | null]>([
    [{ kind: "bounced", email_id: "em_1", verdict: "invalid_recipient" }, "bounce"],
    [{ kind: "bounced", email_id: "em_1", verdict: "policy" }, null],
    [{ kind: "bounced", email_id: "em_1" }, null],
    [{ kind: "complained", email_id: "em_1" }, "complaint"],
    [{ kind: "unsubscribed", email_id: "em_1" }, "unsubscribe"],
    [{ kind: "opened", email_id: "em_1" }, null],
    [{ kind: "delivered", email_id: "em_1" }, null]
  ])("%j suppresses as %s", (given, reason) => {
    const decision = decideFeedback(given, email("delivered"), context)
    const other = decision._tag === "Change" ? decision : decideFeedback(given, email("sent"), context)
    expect(other).toMatchObject({ change: { suppress: reason } })
  })

  it.each<[EmailStatus, Report, "bounce" | "complaint" | null]>([
    ["bounced", { kind: "bounced", email_id: "em_1", verdict: "invalid_recipient" }, "bounce"],
    ["bounced", { kind: "bounced", email_id: "em_1" }, null],
    ["complained", { kind: "bounced", email_id: "em_1", verdict: "invalid_recipient" }, "bounce"],
    ["complained", { kind: "complained", email_id: "em_1" }, "complaint"],
    ["complained", { kind: "delivered", email_id: "em_1" }, null]
  ])("of a message that is %s and stays so: %j suppresses as %s", (status, given, suppress) => {
    expect(decideFeedback(given, email(status), context)).toEqual({ _tag: "Leave", reason: "superseded", suppress })
  })

  it("that comes too early suppresses no recipient: it is to be repeated", () => {
    expect(decideFeedback(report("complained"), email("sending"), context)).toEqual({ _tag: "Leave", reason: "too_early" })
  })

  it("keeps the reported instant, but never one in the future, or before the message was accepted", () => {
    const at = (instant: number | undefined) => decideFeedback({ ...report("complained"), at: instant }, email("sent"), context)
    expect(at(400)).toMatchObject({ change: { event: { created_at: 400 } } })
    expect(at(99)).toMatchObject({ change: { event: { created_at: 100 } } })
    expect(at(0)).toMatchObject({ change: { event: { created_at: 100 } } })
    expect(at(5000)).toMatchObject({ change: { event: { created_at: 1000 } } })
    expect(at(undefined)).toMatchObject({ change: { event: { created_at: 1000 } } })
  })

  it("of a link says which, and by what it was followed", () => {
    const decision = decideFeedback({ kind: "clicked", email_id: "em_1", link: "https://example.com/x", user_agent: "curl", machine: true }, email("sent"), context)
    expect(decision).toMatchObject({
      change: { event: { type: "email.clicked", data: { link: "https://example.com/x", user_agent: "curl", machine: true, status: "sent" } } }
    })
  })

  it("never takes a message back", () => {
    const rank: Readonly<Record<EmailStatus, number>> = { queued: 0, sending: 1, failed: 2, sent: 3, deferred: 4, delivered: 5, bounced: 6, complained: 7 }
    FastCheck.assert(FastCheck.property(FastCheck.constantFrom(...emailStatuses), FastCheck.constantFrom(...kinds), (from, kind) => {
      const decision = decideFeedback(report(kind), email(from), context)
      if (decision._tag === "Change") expect(rank[decision.change.status]).toBeGreaterThanOrEqual(rank[from])
    }))
  })
})
