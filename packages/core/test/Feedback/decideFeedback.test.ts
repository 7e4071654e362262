import { type EmailStatus, emailStatuses } from "@telemark/contract"
import { decideFeedback, type Report, type ReportedEmail } from "@telemark/core"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

const context = { tenant_id: "tn_1", email_id: "em_1", eventId: "evt_1", now: 1000 }
const email = (status: EmailStatus): ReportedEmail => ({
  status,
  created_at: 100,
  sent_at: null,
  attempts: 2,
  smtp_provider: "smtp",
  smtp_response: "250 ok",
  error_message: null,
  failure_code: null,
  isUnsubscribed: false
})
const report = (kind: Report["kind"]): Report =>
  kind === "clicked" ? { kind, link: "https://example.com" } : { kind }
const statusAfter = (from: EmailStatus, given: Report) => {
  const decision = decideFeedback(given, email(from), context)
  switch (decision._tag) {
    case "Change":
      return decision.change.status
    case "Leave":
      return decision.reason
    case "Wait":
      return "wait"
  }
}
const kinds = [
  "delivered",
  "deferred",
  "bounced",
  "complained",
  "opened",
  "clicked",
  "unsubscribed"
] as const

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
    ["sending", "delivered", "wait"],
    ["queued", "bounced", "wait"],
    ["sending", "opened", "wait"]
  ])("of a message that is %s: %s makes it %s", (from, kind, to) => {
    expect(statusAfter(from, report(kind))).toBe(to)
  })

  it("of another delay is an event of its own, unless we are who tries again", () => {
    const again: Report = { kind: "deferred", smtp_response: "451 later" }
    const before: ReportedEmail = { ...email("deferred"), smtp_response: "450 not now" }
    expect(decideFeedback(again, { ...before, sent_at: 200 }, context)).toMatchObject({
      change: {
        status: "deferred",
        smtp_response: "451 later",
        event: { type: "email.deferred", data: { smtp_response: "451 later" } }
      }
    })
    expect(decideFeedback(again, before, context)).toMatchObject({ reason: "superseded" })
  })

  it.each<[Report, "bounce" | "complaint" | "unsubscribe" | null]>([
    [{ kind: "bounced", verdict: "invalid_recipient" }, "bounce"],
    [{ kind: "bounced", verdict: "policy" }, null],
    [{ kind: "bounced" }, null],
    [{ kind: "complained" }, "complaint"],
    [{ kind: "unsubscribed" }, "unsubscribe"],
    [{ kind: "opened" }, null],
    [{ kind: "delivered" }, null]
  ])("%j suppresses as %s", (given, reason) => {
    const decision = decideFeedback(given, email("delivered"), context)
    const other =
      decision._tag === "Change" ? decision : decideFeedback(given, email("sent"), context)
    expect(other).toMatchObject({ change: { suppress: reason } })
  })

  it.each<[EmailStatus, Report, "bounce" | "complaint" | null]>([
    ["bounced", { kind: "bounced", verdict: "invalid_recipient" }, "bounce"],
    ["bounced", { kind: "bounced" }, null],
    ["complained", { kind: "bounced", verdict: "invalid_recipient" }, "bounce"],
    ["complained", { kind: "complained" }, "complaint"],
    ["complained", { kind: "delivered" }, null]
  ])("of a message that is %s and stays so: %j suppresses as %s", (status, given, suppress) => {
    expect(decideFeedback(given, email(status), context)).toMatchObject({
      _tag: "Leave",
      reason: "superseded",
      suppress
    })
  })

  it.each<[EmailStatus, Report["kind"], object | null]>([
    ["bounced", "delivered", { status: "delivered", at: 400 }],
    ["complained", "delivered", { status: "delivered", at: 400 }],
    ["complained", "bounced", { status: "bounced", at: 400 }],
    ["bounced", "deferred", null]
  ])("of a message that is %s and stays so: %s is kept as the fact %j", (status, kind, fact) => {
    expect(decideFeedback({ ...report(kind), at: 400 }, email(status), context)).toMatchObject({
      _tag: "Leave",
      reason: "superseded",
      fact
    })
  })

  it("of an unsubscription that was recorded before suppresses again, and is no event", () => {
    const decision = decideFeedback(
      report("unsubscribed"),
      { ...email("delivered"), isUnsubscribed: true },
      context
    )
    expect(decision).toEqual({ _tag: "Leave", reason: "repeated", suppress: "unsubscribe" })
  })

  it("that comes before its message was sent changes nothing, and suppresses no recipient yet", () => {
    expect(decideFeedback(report("complained"), email("sending"), context)).toEqual({
      _tag: "Wait"
    })
  })

  it("keeps the reported instant, but never one in the future, or before the message was accepted", () => {
    const at = (instant: number | undefined) =>
      decideFeedback({ ...report("complained"), at: instant }, email("sent"), context)
    expect(at(400)).toMatchObject({ change: { event: { created_at: 400 } } })
    expect(at(99)).toMatchObject({ change: { event: { created_at: 100 } } })
    expect(at(0)).toMatchObject({ change: { event: { created_at: 100 } } })
    expect(at(5000)).toMatchObject({ change: { event: { created_at: 1000 } } })
    expect(at(undefined)).toMatchObject({ change: { event: { created_at: 1000 } } })
  })

  it("that names only the second isn't recorded before the message was sent in that second", () => {
    const email500: ReportedEmail = { ...email("sent"), sent_at: 500 }
    expect(decideFeedback({ kind: "bounced", at: 0 }, email500, context)).toMatchObject({
      change: { event: { created_at: 500 } }
    })
    expect(decideFeedback({ kind: "bounced", at: 600 }, email500, context)).toMatchObject({
      change: { event: { created_at: 600 } }
    })
  })

  it("of a link says which, and by what it was followed", () => {
    const decision = decideFeedback(
      { kind: "clicked", link: "https://example.com/x", user_agent: "curl", machine: true },
      email("sent"),
      context
    )
    expect(decision).toMatchObject({
      change: {
        event: {
          type: "email.clicked",
          data: { link: "https://example.com/x", user_agent: "curl", machine: true, status: "sent" }
        }
      }
    })
  })

  it.each([
    [{ kind: "opened" }, "opened"],
    [{ kind: "opened", machine: false }, "opened"],
    [{ kind: "opened", machine: true }, null],
    [{ kind: "clicked", link: "https://example.com" }, "clicked"],
    [{ kind: "clicked", link: "https://example.com", machine: true }, null],
    [{ kind: "unsubscribed" }, "unsubscribed"],
    [{ kind: "unsubscribed", applied: true }, "unsubscribed"],
    [{ kind: "delivered" }, null],
    [{ kind: "complained" }, null]
  ] as const)("of %j counts as %s", (given, engagement) => {
    expect(decideFeedback(given, email("sent"), context)).toMatchObject({ change: { engagement } })
  })

  it("never takes a message back", () => {
    const rank: Readonly<Record<EmailStatus, number>> = {
      queued: 0,
      sending: 1,
      failed: 2,
      sent: 3,
      deferred: 4,
      delivered: 5,
      bounced: 6,
      complained: 7
    }
    FastCheck.assert(
      FastCheck.property(
        FastCheck.constantFrom(...emailStatuses),
        FastCheck.constantFrom(...kinds),
        (from, kind) => {
          const decision = decideFeedback(report(kind), email(from), context)
          if (decision._tag === "Change")
            expect(rank[decision.change.status]).toBeGreaterThanOrEqual(rank[from])
        }
      )
    )
  })
})
