import { describe, expect, it } from "vitest"
import { CallQueue, type LeasedWebhook } from "../../src/webhooks/CallQueue.js"

const leased = (endpointId: number, event_id: string): LeasedWebhook => ({
  key: { endpoint_id: endpointId, event_id },
  slot: { endpointId, updatedAt: 0, failuresBefore: 0 },
  claimed: { attempts: 1 } as LeasedWebhook["claimed"]
})

/** A queue with so many events for each endpoint, named by endpoint and number. */
const queueOf = (
  counts: Readonly<Record<number, number>>,
  {
    slots = 100,
    width = () => 10
  }: { readonly slots?: number; readonly width?: (endpointId: number) => number } = {}
): CallQueue => {
  const queue = new CallQueue(slots, width)
  for (const [id, count] of Object.entries(counts)) {
    for (let nth = 1; nth <= count; nth++) queue.add(leased(Number(id), `${id}-${String(nth)}`))
  }
  return queue
}

/** The events of the calls that may be made now. */
const begun = (queue: CallQueue): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (let next = queue.next(); next !== undefined; next = queue.next()) ids.push(next.key.event_id)
  return ids
}

const idsOf = (taken: ReadonlyArray<LeasedWebhook>): ReadonlyArray<string> =>
  taken.map(({ key }) => key.event_id)

describe("claimed events that wait for their calls", () => {
  it("are called with in the endpoints' turns, each endpoint's in their order", () => {
    expect(begun(queueOf({ 1: 3, 2: 1, 3: 2 }))).toEqual(["1-1", "2-1", "3-1", "1-2", "3-2", "1-3"])
  })

  it("wait if their endpoint has the maximum number of calls, or if all slots are taken", () => {
    const queue = queueOf({ 1: 5, 2: 5 }, { slots: 5, width: (id) => (id === 1 ? 2 : 10) })
    expect(begun(queue)).toEqual(["1-1", "2-1", "1-2", "2-2", "2-3"])
    expect(queue.waiting).toBe(5)
    queue.ended(2)
    expect(begun(queue)).toEqual(["2-4"])
    queue.ended(1)
    expect(begun(queue)).toEqual(["2-5"])
    queue.ended(2)
    expect(begun(queue)).toEqual(["1-3"])
  })

  it("get one call if a clock that was set back says that their endpoint is still backed off", () => {
    const queue = queueOf({ 1: 2 }, { width: () => 0 })
    expect(begun(queue)).toEqual(["1-1"])
    queue.ended(1)
    expect(begun(queue)).toEqual(["1-2"])
  })

  it("are taken out again, those that were claimed last, or all", () => {
    const queue = queueOf({ 1: 5, 2: 3 }, { slots: 2 })
    expect(begun(queue)).toEqual(["1-1", "2-1"])
    expect(idsOf(queue.removeWaiting(1, 1))).toEqual(["1-3", "1-4", "1-5"])
    expect(idsOf(queue.removeWaiting(1, 1))).toEqual([])
    expect(idsOf(queue.removeAllWaiting())).toEqual(["1-2", "2-2", "2-3"])
    expect(queue.waiting).toBe(0)
    for (const endpoint of [1, 2]) queue.ended(endpoint)
    expect(begun(queue)).toEqual([])
    queue.add(leased(1, "1-6"))
    expect(begun(queue)).toEqual(["1-6"])
  })
})
