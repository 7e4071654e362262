import type { Email } from "@telemark/contract"
import { describe, expect, it } from "vitest"
import { lastEventOf, worstOf } from "../../src/resend/emailAnswer.js"

type Facts = Pick<Email, "attempts" | "failure_code" | "scheduled_at" | "status">

const facts = (changes: Partial<Facts>): Facts => ({
  attempts: 1,
  failure_code: null,
  scheduled_at: null,
  status: "queued",
  ...changes
})

const at = "2026-12-24T18:00:00.000Z"

describe("the last event", () => {
  it.each<readonly [expected: string, changes: Partial<Facts>]>([
    ["queued", { attempts: 0 }],
    ["queued", { status: "sending" }],
    ["scheduled", { attempts: 0, scheduled_at: at }],
    ["queued", { attempts: 1, scheduled_at: at }],
    ["sent", { status: "sent" }],
    ["delivered", { status: "delivered", scheduled_at: at }],
    ["delivery_delayed", { status: "deferred" }],
    ["bounced", { status: "bounced" }],
    ["complained", { status: "complained" }],
    ["failed", { status: "failed", failure_code: "transient" }],
    ["failed", { status: "failed" }],
    ["canceled", { status: "failed", failure_code: "cancelled" }],
    ["suppressed", { status: "failed", failure_code: "suppressed" }]
  ])("is %s", (expected, changes) => {
    expect(lastEventOf(facts(changes))).toBe(expected)
  })

  it("of a send is the worst of its messages", () => {
    const of = (...messages: ReadonlyArray<Partial<Facts>>) =>
      worstOf(messages.map((changes) => facts(changes) as Email))
    expect(of({ status: "delivered" }, { status: "bounced" }, { status: "sent" })).toBe("bounced")
    expect(of({ status: "delivered" }, { status: "deferred" })).toBe("delivery_delayed")
    expect(of({ status: "delivered" }, { status: "sent" })).toBe("sent")
    expect(of({ status: "delivered" })).toBe("delivered")
  })
})
