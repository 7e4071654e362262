import { decideWebhookRetry, decisiveSettlements, type WebhookSettlement } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { refused, settlement } from "./settlements.js"

describe("the next attempt at an event", () => {
  const key = { endpoint_id: 1, event_id: "evt_1" }
  const retry = (attempts: number, one: WebhookSettlement, isElsewhere = false) =>
    decideWebhookRetry(one, attempts, isElsewhere)

  it("is none if it was accepted, given up, or the endpoint is gone", () => {
    for (const one of [settlement(10), refused(10), refused(10, { outcome: "gone" })])
      expect(retry(8, one)).toBeNull()
    expect(retry(0, settlement(10))).toBeNull()
    expect(retry(3, refused(10, { next: 90 }))).toEqual({
      ...key,
      attempts: 3,
      next_attempt_at: 90
    })
  })

  it("is that attempt once more if the fault was our own, however often", () => {
    expect(retry(3, refused(10, { outcome: "ours", next: 90 }))).toEqual({
      ...key,
      attempts: 2,
      next_attempt_at: 90
    })
    expect(retry(0, refused(10, { outcome: "ours" }))).toEqual({
      ...key,
      attempts: 0,
      next_attempt_at: 5010
    })
  })

  it("is the first attempt if it was enqueued anew meanwhile, and the next one if the URL that is gone was a former one", () => {
    for (const one of [
      refused(10),
      refused(10, { next: 90_000 }),
      refused(10, { outcome: "gone" })
    ]) {
      expect(retry(0, one)).toEqual({ ...key, attempts: 0, next_attempt_at: 5010 })
    }
    expect(retry(3, refused(10, { outcome: "gone" }), true)).toEqual({
      ...key,
      attempts: 3,
      next_attempt_at: 5010
    })
    expect(retry(8, refused(10), true)).toBeNull()
  })
})

describe("two attempts of one worker at delivering one event", () => {
  const once = (...settlements: ReadonlyArray<WebhookSettlement>) =>
    decisiveSettlements(settlements).map(({ attempt }) => attempt.created_at)

  it("count as the one that took it, else as one that settles it, else as the last", () => {
    expect(once(refused(1), settlement(2), refused(3))).toEqual([2])
    expect(once(refused(1), refused(2, { outcome: "ours" }))).toEqual([1])
    expect(once(settlement(1), refused(2, { next: 9 }))).toEqual([1])
    expect(once(refused(1, { next: 8 }), settlement(2))).toEqual([2])
    expect(once(refused(1, { next: 8 }), refused(2, { next: 9 }))).toEqual([2])
  })

  it("are not those at two endpoints, or of two events", () => {
    expect(
      once(settlement(1), settlement(2, { endpoint: 2 }), settlement(3, { event: "evt_2" }))
    ).toEqual([1, 2, 3])
  })
})
