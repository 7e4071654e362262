import { describe, expect, it } from "vitest"
import { claimed, failed, Harness, ids, quick, slow } from "./endpointLimiterHarness.js"

describe("endpoint limiters", () => {
  it("give an endpoint that alternates one quick answer with ten hung calls at most half of the slots after the first time", () => {
    const harness = new Harness().answered(ids(10), quick)
    harness.claim(ids(10))
    expect(harness.inFlight(ids(10))).toBe(100)
    for (const id of ids(10)) harness.end(id, { taken: false, duration_ms: 15_000 }, 15_000)
    for (let now = 16_000; now < 600_000; now += 30_000) {
      harness.answered(ids(10), quick, now)
      harness.claim(ids(10), 1000, now)
      expect(harness.inFlight(ids(10))).toBeLessThanOrEqual(50)
      for (const id of ids(10)) harness.end(id, { taken: false, duration_ms: 15_000 }, now + 15_000)
    }
  })

  it("give an endpoint one call until it has answered one, then ten", () => {
    const harness = new Harness()
    expect(harness.claim([1]).begun).toBe(1)
    expect(harness.claim([1]).begun).toBe(0)
    harness.end(1, quick)
    expect(harness.claim([1]).begun).toBe(10)
    expect(harness.claim([1]).begun).toBe(0)
  })

  it("give one that failed one call at a time, and ten again once it succeeds", () => {
    const harness = new Harness().answered([1], quick)
    harness.claim([1])
    harness.end(1, quick, 0, 9)
    harness.end(1, failed)
    expect(harness.claim([1]).begun).toBe(1)
    harness.end(1, quick)
    expect(harness.claim([1]).begun).toBe(10)
  })

  it("begin one call where ten were claimed if the endpoint failed in between, and release the others", () => {
    const { limiter } = new Harness().answered([1], quick)
    const first = limiter.claimLimits(0)
    const [[, place] = expect.fail("nothing was begun")] = limiter.take(claimed(1), first, 0).begun
    const room = limiter.claimLimits(0)
    expect(room.ofEndpoints.get(1)).toBe(9)
    limiter.end(place, failed, 0)
    const { begun, over } = limiter.take(claimed(1, 9), room, 0)
    expect([begun.length, over.length]).toEqual([1, 8])
  })

  it("know from the storage that an endpoint was failing before this process began", () => {
    const { limiter } = new Harness()
    const { begun } = limiter.take(
      ids(60).flatMap((id) => claimed(id, 1, 5)),
      limiter.claimLimits(0),
      0
    )
    expect(begun).toHaveLength(50)
  })

  it("never have more calls than slots, and use all of them for endpoints that answer quickly", () => {
    const endpoints = ids(40)
    const harness = new Harness().answered(endpoints, quick)
    expect(harness.claim(endpoints).begun).toBe(100)
    expect(harness.limiter.claimLimits(0).limit).toBe(0)
    harness.end(7, quick)
    expect(harness.limiter.claimLimits(0).limit).toBe(100 - harness.inFlight(endpoints))
  })

  it("give those that fail half of the slots together, so that 60 that stall leave as many to the others", () => {
    const stalling = ids(60)
    const well = ids(5, 101)
    const harness = new Harness().answered(well, quick).answered(stalling, failed)
    expect(harness.claim(stalling).begun).toBe(50)
    expect(harness.claim([...stalling, ...well]).begun).toBe(50)
    expect(harness.inFlight(well)).toBe(50)
  })

  it("give those that answer slowly ten calls each, but no more than half of the slots together with those that fail", () => {
    const harness = new Harness().answered(ids(10), slow).answered(ids(10, 11), failed)
    harness.claim(ids(20))
    expect(harness.inFlight(ids(20))).toBe(50)
  })

  it("leave a quarter of the slots to those that answer quickly, however many unknown endpoints there are", () => {
    const unknown = ids(300, 101)
    const harness = new Harness().answered(ids(3), quick)
    harness.claim(unknown)
    harness.claim(unknown)
    expect(harness.inFlight(unknown)).toBe(75)
    harness.claim([...unknown, 1, 2, 3])
    expect(harness.inFlight([1, 2, 3])).toBe(25)
  })

  it("release at once what was claimed for unknown endpoints without a free slot", () => {
    const harness = new Harness().answered([1, 2], quick)
    harness.claim(ids(70, 101))
    const { begun, over } = harness.claim(ids(100, 201))
    expect(begun).toBe(5)
    expect(over).toBe(20)
    expect(harness.claim(ids(100, 201)).begun).toBe(0)
  })

  it("let all that fail have their turn of their share", () => {
    const failing = ids(120)
    const harness = new Harness().answered(failing, failed)
    const seen = new Set<number>()
    for (let round = 0; round < 3; round++) {
      harness.claim(failing)
      for (const id of failing) {
        if (harness.inFlight([id]) > 0) seen.add(id)
        harness.end(id, failed)
      }
    }
    expect(seen.size).toBe(120)
  })

  it("back off one that keeps failing, while its events wait", () => {
    const harness = new Harness()
    for (let times = 0; times < 5; times++) harness.answered([1], failed)
    expect(harness.claim([1], 1000, 999).begun).toBe(0)
    expect(harness.limiter.claimLimits(999).limit).toBeGreaterThan(0)
    expect(harness.claim([1], 1000, 1000).begun).toBe(1)
  })

  it("give those a turn that have events waiting, however many without events failed before", () => {
    const [idle, waiting] = [ids(200), ids(10, 201)]
    const harness = new Harness().answered([...idle, ...waiting], failed)
    for (let round = 0; round < 6; round++) harness.claim(waiting)
    expect(harness.inFlight(waiting)).toBe(10)
  })

  it.each([
    ["another URL", { url: "https://example.com/mended" }],
    ["been changed since", { updated_at: 1 }]
  ])("start fresh where an endpoint has %s", (_, change) => {
    const harness = new Harness()
    for (let times = 0; times < 5; times++) harness.answered([1], failed)
    const changed = (count: number) =>
      claimed(1, count).map((one) => ({ ...one, endpoint: { ...one.endpoint, ...change } }))
    const [[, place] = expect.fail("nothing was begun")] = harness.limiter.take(
      changed(1),
      harness.limiter.claimLimits(1000),
      1000
    ).begun
    harness.limiter.end(place, failed, 1000)
    // As after a first failure, and not after a sixth.
    expect(harness.limiter.claimLimits(1000).ofEndpoints.get(1)).toBe(1)
  })

  it("learn nothing of an endpoint that was changed from calls that were begun before", () => {
    const harness = new Harness()
    harness.claim([1])
    const changed = claimed(1).map((one) => ({
      ...one,
      endpoint: { ...one.endpoint, updated_at: 1 }
    }))
    expect(harness.limiter.take(changed, harness.limiter.claimLimits(0), 0).over).toHaveLength(1)
    harness.end(1, quick)
    expect(harness.limiter.claimLimits(0).ofEndpoints.get(1)).toBe(1)
  })

  it("free a slot whose attempt failed unexpectedly, and learn nothing from it", () => {
    const harness = new Harness().answered([1], quick)
    harness.claim([1])
    harness.end(1, undefined)
    expect(harness.claim([1]).begun).toBe(10)
  })

  it("forget endpoints that were idle for a minute", () => {
    const harness = new Harness().answered([1], quick)
    harness.claim([2])
    expect([...harness.limiter.claimLimits(59_999).ofEndpoints]).toEqual([
      [1, 10],
      [2, 0]
    ])
    expect([...harness.limiter.claimLimits(60_000).ofEndpoints]).toEqual([[2, 0]])
    expect(harness.claim([1], 1000, 60_000).begun).toBe(1)
  })

  it("work with a single slot", () => {
    const harness = new Harness(1).answered([1], failed).answered([2], quick)
    expect(harness.claim([1, 2]).begun).toBe(1)
    harness.end(1, failed)
    expect(harness.claim([2]).begun).toBe(1)
  })
})

describe("the end of a call", () => {
  it("requests another look if more may wait for its endpoint, and not if the last look took everything", () => {
    const harness = new Harness().answered([1], quick)
    harness.claim([1], 3)
    expect(harness.end(1, quick)).toBe(false)
    harness.claim([1])
    expect(harness.end(1, quick)).toBe(true)
  })

  it("requests another look if its endpoint had no free slot at the last look", () => {
    const harness = new Harness()
    harness.claim([1], 1)
    harness.claim([2], 1)
    expect(harness.end(1, quick)).toBe(true)
  })

  it("requests another look if all slots were taken at the last one", () => {
    const harness = new Harness(1)
    harness.claim([1])
    harness.claim([2])
    expect(harness.end(1, quick)).toBe(true)
  })

  it("requests another look if it comes during one, which can't know of it", () => {
    const harness = new Harness().answered([1], quick)
    harness.claim([1], 1)
    const room = harness.limiter.claimLimits(0)
    expect(harness.end(1, quick)).toBe(true)
    harness.limiter.take([], room, 0)
    harness.claim([1], 1)
    expect(harness.end(1, quick)).toBe(false)
  })
})
