import {
  decideWebhook,
  failingLimit,
  nextWebhookAttempt,
  WebhookAnswer,
  webhookRetryDelays
} from "@telemark/core"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { claimed } from "./fixtures.js"

const context = { now: 1_000_000, random: 0.5, id: "dlv_1" }
const answered = (status: number) =>
  WebhookAnswer.Answered({ status, response: "body", duration_ms: 12 })

describe("after an attempt at an endpoint", () => {
  it.each([200, 201, 204, 299])("an event is taken with %i", (status) => {
    expect(decideWebhook(claimed, answered(status), context)).toStrictEqual({
      attempt: {
        id: "dlv_1",
        tenant_id: "tn_1",
        endpoint_id: 7,
        event_id: "evt_1",
        type: "email.bounced",
        attempt: 1,
        status_code: status,
        duration_ms: 12,
        response: "body",
        error: null,
        next_attempt_at: null,
        created_at: 1_000_000
      },
      outcome: "taken",
      url: claimed.endpoint.url,
      failing_limit: context.now - failingLimit
    })
  })

  it.each([100, 199, 300, 301, 304, 307, 400, 401, 404, 409, 429, 500, 503, 599])(
    "an event is tried again after %i",
    (status) => {
      const { attempt, outcome } = decideWebhook(claimed, answered(status), context)
      expect(outcome).toBe("failed")
      expect(attempt.next_attempt_at).toBe(context.now + 5000)
      expect(attempt.error).toContain(String(status))
    }
  )

  it("an event isn't tried again after 410, and the endpoint is made inactive", () => {
    const { attempt, outcome } = decideWebhook(claimed, answered(410), context)
    expect(outcome).toBe("gone")
    expect(attempt.next_attempt_at).toBeNull()
  })

  it.each([
    "policy",
    "dns",
    "refused",
    "reset",
    "timeout",
    "tls",
    "certificate",
    "protocol"
  ] as const)("an event is tried again when no answer came: %s", (reason) => {
    const { attempt, outcome } = decideWebhook(
      claimed,
      WebhookAnswer.Broken({ reason, duration_ms: 3 }),
      context
    )
    expect(outcome).toBe("failed")
    expect(attempt).toMatchObject({
      status_code: null,
      response: null,
      next_attempt_at: context.now + 5000
    })
    expect(attempt.error).toMatch(/\.$/)
  })

  it.each([1, 8])(
    "an event is tried again a minute after a fault of our own, also at attempt %i",
    (attempts) => {
      const { attempt, outcome } = decideWebhook(
        { ...claimed, attempts },
        WebhookAnswer.Broken({ reason: "internal", duration_ms: 0 }),
        context
      )
      expect(outcome).toBe("ours")
      expect(attempt).toMatchObject({
        attempt: attempts,
        status_code: null,
        next_attempt_at: context.now + 60_000
      })
    }
  )

  it("the eighth failure is the last", () => {
    const { attempt } = decideWebhook({ ...claimed, attempts: 8 }, answered(500), context)
    expect(attempt).toMatchObject({ attempt: 8, next_attempt_at: null })
  })
})

describe("the waits between attempts", () => {
  it("are 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h", () => {
    const next = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => nextWebhookAttempt(attempts, 0, 0.5))
    expect(next).toStrictEqual([
      5_000,
      300_000,
      1_800_000,
      7_200_000,
      18_000_000,
      36_000_000,
      36_000_000,
      undefined
    ])
  })

  it("are randomised by a tenth either way", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.integer({ min: 1, max: 7 }),
        FastCheck.double({ min: 0, max: 1, noNaN: true }),
        (attempts, random) => {
          const wait = webhookRetryDelays[attempts - 1] ?? 0
          const next = nextWebhookAttempt(attempts, 0, random) ?? 0
          expect(next).toBeGreaterThanOrEqual(Math.floor(wait * 0.9))
          expect(next).toBeLessThanOrEqual(Math.ceil(wait * 1.1))
        }
      )
    )
  })
})
