import {
  decideSettlement,
  type DecisionContext,
  decideUnsent,
  defaultRetryPolicy,
  DeliveryOutcome
} from "@telemark/core"
import { describe, expect, it } from "vitest"
import { message } from "./support.js"

const hour = 3_600_000
const at = (now: number): DecisionContext => ({
  policy: defaultRetryPolicy,
  now,
  random: 0.5,
  eventId: "evt_1"
})
const refusal = (stage: "auth" | "rcpt", code: number, enhanced: string, text: string) =>
  DeliveryOutcome.Refused({ provider: "smtp", stage, reply: { code, enhanced, text } })

describe("an attempt", () => {
  it("that the next hop accepted settles the message as sent", () => {
    const settlement = decideSettlement(
      message,
      DeliveryOutcome.Accepted({ provider: "smtp", response: "250 2.0.0 queued" }),
      at(5)
    )
    expect(settlement).toMatchObject({
      status: "sent",
      smtp_provider: "smtp",
      smtp_response: "250 2.0.0 queued",
      error_message: null,
      next_attempt_at: null,
      suppress: null,
      event: { type: "email.sent" }
    })
  })

  it("that met a temporary refusal is made again", () => {
    const settlement = decideSettlement(message, refusal("rcpt", 450, "4.7.1", "greylisted"), at(5))
    expect(settlement).toMatchObject({
      status: "deferred",
      smtp_response: "450 4.7.1 greylisted",
      next_attempt_at: 60_005,
      suppress: null,
      event: { type: "email.deferred" }
    })
  })

  it("to an address that doesn't exist bounces and suppresses it", () => {
    const settlement = decideSettlement(
      message,
      refusal("rcpt", 550, "5.1.1", "no such user"),
      at(5)
    )
    expect(settlement).toMatchObject({
      status: "bounced",
      suppress: "bounce",
      next_attempt_at: null,
      event: { type: "email.bounced" }
    })
  })

  it("that was refused by policy bounces and suppresses no recipient", () => {
    expect(
      decideSettlement(message, refusal("rcpt", 550, "5.7.1", "blocked"), at(5))
    ).toMatchObject({ status: "bounced", suppress: null })
  })

  it("fails when the message has become too old, and says that it was given up", () => {
    const settlement = decideSettlement(
      { ...message, attempts: 13 },
      refusal("rcpt", 450, "4.7.1", "greylisted"),
      at(24 * hour)
    )
    expect(settlement).toMatchObject({ status: "failed", suppress: null, next_attempt_at: null })
    expect(settlement.error_message).toContain("Given up")
  })

  it("that lost the connection after the final dot is made again and recorded as ambiguous", () => {
    const outcome = DeliveryOutcome.Broken({
      provider: "smtp",
      stage: "end_of_data",
      reason: "reset",
      ambiguous: true
    })
    const settlement = decideSettlement(message, outcome, at(5))
    expect(settlement).toMatchObject({ status: "deferred", event: { data: { ambiguous: true } } })
  })

  it("is described with the status, the duration and the encryption, as far as they are known", () => {
    const outcome = DeliveryOutcome.Refused({
      provider: "smtp",
      stage: "rcpt",
      reply: { code: 450, enhanced: "4.7.1", text: "greylisted" },
      tls: "TLSv1.3"
    })
    expect(
      decideSettlement(message, outcome, { ...at(5), duration_ms: 412 }).event.data
    ).toStrictEqual({
      status: "deferred",
      attempts: 1,
      smtp_provider: "smtp",
      smtp_response: "450 4.7.1 greylisted",
      next_attempt_at: 60_005,
      error_message: "The mail server refused the message for now at the recipient.",
      verdict: "transient",
      ambiguous: false,
      duration_ms: 412,
      tls: "TLSv1.3"
    })
    const inClear = decideSettlement(
      message,
      DeliveryOutcome.Accepted({ provider: "smtp", response: "250 Ok", tls: null }),
      at(5)
    ).event.data
    expect(inClear).toMatchObject({ status: "sent", tls: null })
    expect(inClear).not.toHaveProperty("duration_ms")
    const unknown = decideSettlement(
      message,
      DeliveryOutcome.Accepted({ provider: "capture", response: "250 Ok" }),
      { ...at(5), duration_ms: 0 }
    ).event.data
    expect(unknown).toMatchObject({ duration_ms: 0 })
    expect(unknown).not.toHaveProperty("tls")
  })
})

describe("a hop that refuses us", () => {
  const refusesLogin = refusal("auth", 535, "5.7.8", "bad credentials")

  it("has its mail tried again on the usual schedule, until the message is as old as other mail may become", () => {
    const first = decideSettlement(message, refusesLogin, at(hour))
    expect(first).toMatchObject({
      status: "deferred",
      refused_since: hour,
      next_attempt_at: hour + 60_000
    })
    const nearTheEnd = decideSettlement(
      { ...message, attempts: 12, refused_since: hour },
      refusesLogin,
      at(23 * hour)
    )
    expect(nearTheEnd).toMatchObject({
      status: "deferred",
      refused_since: hour,
      next_attempt_at: 24 * hour
    })
    const last = decideSettlement(
      { ...message, attempts: 13, refused_since: hour },
      refusesLogin,
      at(24 * hour)
    )
    expect(last).toMatchObject({
      status: "failed",
      suppress: null,
      error_message: expect.stringContaining("Given up") as string
    })
  })

  it("may be given less time, from its first refusal, however old the message is", () => {
    const hourly = (now: number): DecisionContext => ({
      ...at(now),
      policy: { ...defaultRetryPolicy, refusedGiveUp: hour }
    })
    const first = decideSettlement(message, refusesLogin, hourly(10 * hour))
    expect(first).toMatchObject({ status: "deferred", refused_since: 10 * hour })
    const later = decideSettlement(
      { ...message, attempts: 5, refused_since: 10 * hour },
      refusesLogin,
      hourly(10.5 * hour)
    )
    expect(later).toMatchObject({
      status: "deferred",
      refused_since: 10 * hour,
      next_attempt_at: 11 * hour
    })
    expect(
      decideSettlement({ ...message, refused_since: 10 * hour }, refusesLogin, hourly(11 * hour))
    ).toMatchObject({ status: "failed", suppress: null })
  })

  it("is forgotten once it works for us again", () => {
    const greylisted = decideSettlement(
      { ...message, refused_since: 0 },
      refusal("rcpt", 450, "4.7.1", "greylisted"),
      at(2 * hour)
    )
    expect(greylisted).toMatchObject({ status: "deferred", refused_since: null })
  })
})

describe("a message that can't be sent any more", () => {
  it.each([
    ["suppressed", /recipient was suppressed/],
    ["content_missing", /content of the mail is no longer stored/]
  ] as const)("because it is %s fails without an attempt and says so", (verdict, error_message) => {
    expect(decideUnsent(message, verdict, { now: 5, eventId: "evt_1" })).toMatchObject({
      status: "failed",
      error_message: expect.stringMatching(error_message),
      suppress: null,
      event: { type: "email.failed", data: { verdict } }
    })
  })
})
