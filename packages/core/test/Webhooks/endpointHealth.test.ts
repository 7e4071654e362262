import type { UpdateWebhookEndpoint } from "@telemark/contract"
import {
  decideEndpointHealth,
  endpointsToLookAt,
  forgetsHealth,
  idleAfter,
  unlessIdle,
  webhookRetryDelays,
  type WebhookSettlement
} from "@telemark/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { refused, settlement, url } from "./settlements.js"

describe("the effect of attempts on an endpoint", () => {
  const changes = (
    failing_since: number | null,
    ...settlements: ReadonlyArray<WebhookSettlement>
  ) => decideEndpointHealth([{ id: 1, url, failing_since }], settlements)
  const change = { id: 1, disabled_reason: null }

  it("is nothing while it accepts everything, or fails as before", () => {
    expect(changes(null, settlement(10))).toEqual([])
    expect(changes(5, refused(10), refused(11))).toEqual([])
    expect(changes(null)).toEqual([])
  })

  it("is since when it has been failing: the first failure after the last success", () => {
    expect(changes(null, refused(12), refused(11))).toEqual([{ ...change, failing_since: 11 }])
    expect(changes(5, refused(12), settlement(11), refused(10), refused(13))).toEqual([
      { ...change, failing_since: 12 }
    ])
    expect(changes(5, refused(10), settlement(11))).toEqual([{ ...change, failing_since: null }])
  })

  it("is to make it inactive once it has failed for the given time", () => {
    expect(changes(5, refused(104))).toEqual([])
    expect(changes(5, refused(105))).toEqual([
      { id: 1, failing_since: 5, disabled_reason: "failing" }
    ])
    expect(changes(5, refused(105), settlement(106))).toEqual([{ ...change, failing_since: null }])
    expect(changes(5, settlement(105), refused(106))).toEqual([{ ...change, failing_since: 106 }])
  })

  it("is to make it inactive if it says that it is gone, whatever else it answered", () => {
    expect(changes(null, refused(10, { outcome: "gone" }), settlement(11))).toEqual([
      { id: 1, failing_since: null, disabled_reason: "gone" }
    ])
    expect(changes(1, refused(500, { outcome: "gone" }))).toEqual([
      { id: 1, failing_since: 1, disabled_reason: "gone" }
    ])
  })

  it("is nothing if the fault was our own, or if a URL other than its current one was called", () => {
    expect(changes(null, refused(10, { outcome: "ours" }))).toEqual([])
    expect(changes(5, refused(900, { outcome: "ours" }))).toEqual([])
    for (const outcome of ["taken", "failed", "gone"] as const)
      expect(changes(5, settlement(900, { outcome, url: "https://b.example/" }))).toEqual([])
    expect(
      changes(5, settlement(10), refused(11, { outcome: "gone", url: "https://b.example/" }))
    ).toEqual([{ ...change, failing_since: null }])
  })

  it("is separate for each endpoint", () => {
    const endpoints = [
      { id: 1, url, failing_since: null },
      { id: 2, url, failing_since: 5 }
    ]
    expect(
      decideEndpointHealth(endpoints, [
        refused(10, { endpoint: 2 }),
        refused(11),
        settlement(12, { endpoint: 2 })
      ])
    ).toEqual([
      { ...change, failing_since: 11 },
      { ...change, id: 2, failing_since: null }
    ])
  })
})

describe("an endpoint that has been failing for the given time", () => {
  const failing = { id: 1, failing_since: 5, disabled_reason: "failing" } as const

  it("stays active, and counts as failing since now, if it had no attempts until now", () => {
    expect(unlessIdle([failing], new Set([1]), 900)).toEqual([failing])
    expect(unlessIdle([failing], new Set([2]), 900)).toEqual([
      { id: 1, failing_since: 900, disabled_reason: null }
    ])
  })

  it("is made inactive nevertheless if it says that it is gone", () => {
    const gone = { ...failing, disabled_reason: "gone" } as const
    expect(unlessIdle([gone], new Set(), 900)).toEqual([gone])
  })

  it("isn't treated as without attempts between two attempts at one event", () => {
    expect(Math.max(...webhookRetryDelays)).toBeLessThan(idleAfter / 2)
  })
})

describe("the endpoints whose health attempts may change", () => {
  it("are those that failed, and those that have been failing until now", () => {
    const known = [
      { endpoint_id: 3, failing_since: 5 },
      { endpoint_id: 4, failing_since: null },
      { endpoint_id: 2, failing_since: 7 }
    ]
    const settlements = [
      settlement(1),
      refused(2, { endpoint: 2 }),
      refused(3, { endpoint: 5, outcome: "gone" }),
      refused(4, { endpoint: 6, outcome: "ours" })
    ]
    expect(endpointsToLookAt(settlements, known)).toEqual([2, 5, 3])
  })
})

describe("the health of an endpoint that is changed", () => {
  it.each<[change: UpdateWebhookEndpoint, isForgotten: boolean]>([
    [{ active: true }, true],
    [{ active: true, url }, true],
    [{ url: "https://b.example/" }, true],
    [{ active: false, url: "https://b.example/" }, true],
    [{ url }, false],
    [{ active: false }, false],
    [{ events: ["email.sent"] }, false],
    [{}, false]
  ])("by %j is forgotten: %s", (change, isForgotten) => {
    expect(forgetsHealth({ url }, change)).toBe(isForgotten)
  })
})

describe("any outcome of attempts at an endpoint", () => {
  const attempts = fc
    .uniqueArray(
      fc.record({
        at: fc.integer({ min: 1, max: 400 }),
        outcome: fc.constantFrom<WebhookSettlement["outcome"]>("taken", "failed", "gone", "ours"),
        called: fc.constantFrom(url, "https://b.example/")
      }),
      { selector: ({ at }) => at, maxLength: 6 }
    )
    .map((made) => made.map(({ at, called, outcome }) => settlement(at, { outcome, url: called })))
  const before = fc.option(fc.integer({ min: -500, max: 0 }))
  const holds = (
    property: (settlements: ReadonlyArray<WebhookSettlement>, failing_since: number | null) => void
  ) => {
    fc.assert(fc.property(attempts, before, property))
  }
  const decide = (settlements: ReadonlyArray<WebhookSettlement>, failing_since: number | null) =>
    decideEndpointHealth([{ id: 1, url, failing_since }], settlements)
  const counted = (settlements: ReadonlyArray<WebhookSettlement>) =>
    settlements.filter((one) => one.outcome !== "ours" && one.url === url)

  it("doesn't depend on the order in which they are recorded", () => {
    holds((settlements, since) => {
      expect(decide([...settlements].reverse(), since)).toEqual(decide(settlements, since))
    })
  })

  it("makes it inactive at once if it says that it is gone, and otherwise never while its last answer was good", () => {
    holds((settlements, since) => {
      const known = counted(settlements).sort((a, b) => a.attempt.created_at - b.attempt.created_at)
      const [change] = decide(settlements, since)
      if (known.some(({ outcome }) => outcome === "gone"))
        expect(change?.disabled_reason).toBe("gone")
      else if (known.at(-1)?.outcome === "taken") expect(change?.disabled_reason ?? null).toBeNull()
    })
  })

  it("reports nothing if none of them counts", () => {
    holds((settlements, since) => {
      if (counted(settlements).length === 0) expect(decide(settlements, since)).toEqual([])
    })
  })
})
