import { describe, expect, it } from "@effect/vitest"
import type { WebhookSettlement } from "@telemark/core"
import { healthChanges, onceEach, retryOf } from "../src/Webhooks/decide.js"

const url = "https://a.example/"

/** An attempt at that time, which was taken unless anything else is said. */
const settlement = (at: number, overrides: Partial<Omit<WebhookSettlement, "attempt">> & { readonly endpoint?: number; readonly event?: string; readonly next?: number } = {}): WebhookSettlement => {
  const { endpoint = 1, event = "evt_1", next = null, ...rest } = overrides
  return {
    attempt: {
      id: `dlv_${String(at)}`, tenant_id: "tn_a", endpoint_id: endpoint, event_id: event, type: "email.sent", attempt: 1, status_code: 200,
      duration_ms: 1, response: null, error: null, next_attempt_at: next, created_at: at
    },
    outcome: "taken", url, failing_limit: at - 100, ...rest
  }
}
const refused = (at: number, overrides: Parameters<typeof settlement>[1] = {}) => settlement(at, { outcome: "failed", ...overrides })

describe("what attempts make of an endpoint", () => {
  const changes = (failing_since: number | null, ...settlements: ReadonlyArray<WebhookSettlement>) => healthChanges([{ id: 1, url, failing_since }], settlements)
  const change = { id: 1, disabled_reason: null }

  it("is nothing while it takes everything, or fails as before", () => {
    expect(changes(null, settlement(10))).toEqual([])
    expect(changes(5, refused(10), refused(11))).toEqual([])
    expect(changes(null)).toEqual([])
  })

  it("is since when it has been failing: the first failure behind the last success", () => {
    expect(changes(null, refused(12), refused(11))).toEqual([{ ...change, failing_since: 11 }])
    expect(changes(5, refused(12), settlement(11), refused(10), refused(13))).toEqual([{ ...change, failing_since: 12 }])
    expect(changes(5, refused(10), settlement(11))).toEqual([{ ...change, failing_since: null }])
  })

  it("is the end of it once it has failed for as long as is said", () => {
    expect(changes(5, refused(104))).toEqual([])
    expect(changes(5, refused(105))).toEqual([{ id: 1, failing_since: 5, disabled_reason: "failing" }])
    expect(changes(5, refused(105), settlement(106))).toEqual([{ ...change, failing_since: null }])
    expect(changes(5, settlement(105), refused(106))).toEqual([{ ...change, failing_since: 106 }])
  })

  it("is the end of it where it says that it is gone, whatever else it answered", () => {
    expect(changes(null, refused(10, { outcome: "gone" }), settlement(11))).toEqual([{ id: 1, failing_since: null, disabled_reason: "gone" }])
    expect(changes(1, refused(500, { outcome: "gone" }))).toEqual([{ id: 1, failing_since: 1, disabled_reason: "gone" }])
  })

  it("is nothing where the fault was our own, or where another URL was called than it has now", () => {
    expect(changes(null, refused(10, { outcome: "ours" }))).toEqual([])
    expect(changes(5, refused(900, { outcome: "ours" }))).toEqual([])
    for (const outcome of ["taken", "failed", "gone"] as const) expect(changes(5, settlement(900, { outcome, url: "https://b.example/" }))).toEqual([])
    expect(changes(5, settlement(10), refused(11, { outcome: "gone", url: "https://b.example/" }))).toEqual([{ ...change, failing_since: null }])
  })

  it("is each endpoint's own", () => {
    const endpoints = [{ id: 1, url, failing_since: null }, { id: 2, url, failing_since: 5 }]
    expect(healthChanges(endpoints, [refused(10, { endpoint: 2 }), refused(11), settlement(12, { endpoint: 2 })])).toEqual([
      { ...change, failing_since: 11 }, { ...change, id: 2, failing_since: null }
    ])
  })
})

describe("what becomes of an event that is owed", () => {
  const key = { endpoint_id: 1, event_id: "evt_1" }
  const retry = (attempts: number, one: WebhookSettlement, isElsewhere = false) => retryOf(one, attempts, isElsewhere)

  it("is the end of it where it was taken, given up, or the endpoint is gone", () => {
    for (const one of [settlement(10), refused(10), refused(10, { outcome: "gone" })]) expect(retry(8, one)).toBeNull()
    expect(retry(0, settlement(10))).toBeNull()
    expect(retry(3, refused(10, { next: 90 }))).toEqual({ ...key, attempts: 3, next_attempt_at: 90 })
  })

  it("is that attempt once more where the fault was our own, however often", () => {
    expect(retry(3, refused(10, { outcome: "ours", next: 90 }))).toEqual({ ...key, attempts: 2, next_attempt_at: 90 })
    expect(retry(0, refused(10, { outcome: "ours" }))).toEqual({ ...key, attempts: 0, next_attempt_at: 5010 })
  })

  it("is the first attempt where it was owed anew meanwhile, and the next one where the URL that is gone was a former one", () => {
    for (const one of [refused(10), refused(10, { next: 90_000 }), refused(10, { outcome: "gone" })]) {
      expect(retry(0, one)).toEqual({ ...key, attempts: 0, next_attempt_at: 5010 })
    }
    expect(retry(3, refused(10, { outcome: "gone" }), true)).toEqual({ ...key, attempts: 3, next_attempt_at: 5010 })
    expect(retry(8, refused(10), true)).toBeNull()
  })
})

describe("two attempts of one worker at delivering one event", () => {
  const once = (...settlements: ReadonlyArray<WebhookSettlement>) => onceEach(settlements).map(({ attempt }) => attempt.created_at)

  it("count as the one that took it, else as one that settles it, else as the last", () => {
    expect(once(refused(1), settlement(2), refused(3))).toEqual([2])
    expect(once(refused(1), refused(2, { outcome: "ours" }))).toEqual([1])
    expect(once(settlement(1), refused(2, { next: 9 }))).toEqual([1])
    expect(once(refused(1, { next: 8 }), settlement(2))).toEqual([2])
    expect(once(refused(1, { next: 8 }), refused(2, { next: 9 }))).toEqual([2])
  })

  it("are not those at two endpoints, or of two events", () => {
    expect(once(settlement(1), settlement(2, { endpoint: 2 }), settlement(3, { event: "evt_2" }))).toEqual([1, 2, 3])
  })
})
