import { type Job, LimiterState } from "@telemark/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

/** A limiter to which so many jobs of each key came together, named by key and number. */
const limiterOf = (
  counts: Readonly<Record<string, number>>,
  {
    permits = 100,
    permitsPerKey = () => 10
  }: { readonly permits?: number; readonly permitsPerKey?: (key: string) => number } = {}
) => {
  const state = new LimiterState({ permits, permitsPerKey })
  const names = new Map<Job, string>()
  const add = (key: string, nth: number) => {
    names.set(state.add(key), `${key}-${String(nth)}`)
  }
  for (const [key, count] of Object.entries(counts))
    for (let nth = 1; nth <= count; nth++) add(key, nth)
  const namesOf = (jobs: ReadonlyArray<Job>) => jobs.map((job) => names.get(job))
  /** Ends a running job of the key, and says which start. */
  const end = (key: string) => {
    const running = [...names].find(([job, name]) => job.isRunning && name.startsWith(key))
    return running === undefined ? [] : namesOf(state.leave(running[0]))
  }
  return { state, add, end, namesOf, start: () => namesOf(state.startWaiting()) }
}

describe("jobs that come together", () => {
  it("start in their keys' turns, each key's in their order", () => {
    expect(limiterOf({ a: 3, b: 1, c: 2 }).start()).toEqual([
      "a-1",
      "b-1",
      "c-1",
      "a-2",
      "c-2",
      "a-3"
    ])
  })

  it("wait if their key has all of its permits, or if none are left", () => {
    const { end, start, state } = limiterOf(
      { a: 5, b: 5 },
      { permits: 5, permitsPerKey: (key) => (key === "a" ? 2 : 10) }
    )
    expect(start()).toEqual(["a-1", "b-1", "a-2", "b-2", "b-3"])
    expect(state.waiting).toBe(5)
    expect(end("b")).toEqual(["b-4"])
    expect(end("a")).toEqual(["b-5"])
    expect(end("b")).toEqual(["a-3"])
  })

  it("start one at a time if their key has no permits, so that none waits for ever", () => {
    const { end, start } = limiterOf({ a: 2 }, { permitsPerKey: () => 0 })
    expect(start()).toEqual(["a-1"])
    expect(end("a")).toEqual(["a-2"])
  })

  it("can leave while they wait, those that came last or all", () => {
    const { add, end, namesOf, start, state } = limiterOf({ a: 5, b: 3 }, { permits: 2 })
    expect(start()).toEqual(["a-1", "b-1"])
    const last = state.waitingOf("a").slice(1)
    expect(namesOf(last)).toEqual(["a-3", "a-4", "a-5"])
    for (const job of last) expect(state.leave(job)).toEqual([])
    const left = ["a", "b", "c"].flatMap((key) => state.waitingOf(key))
    expect(namesOf(left)).toEqual(["a-2", "b-2", "b-3"])
    for (const job of left) expect(state.leave(job)).toEqual([])
    expect([state.waiting, state.inUseOf("a"), state.inUseOf("c")]).toEqual([0, 1, 0])
    for (const key of ["a", "b"]) expect(end(key)).toEqual([])
    expect(start()).toEqual([])
    add("a", 6)
    expect(start()).toEqual(["a-6"])
  })

  it("get no more than their key has at that time, and what it has gained since one of its jobs left", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(
          fc.record({
            key: fc.constantFrom("a", "b", "c"),
            count: fc.nat(4),
            permits: fc.nat(4)
          }),
          { maxLength: 60 }
        ),
        (permits, steps) => {
          const perKey = new Map<string, number>()
          const maxOf = (key: string) => Math.max(1, perKey.get(key) ?? 1)
          const state = new LimiterState({ permits, permitsPerKey: (key) => perKey.get(key) ?? 1 })
          const running: Array<{ readonly key: string; readonly job: Job }> = []
          const keyOf = new Map<Job, string>()
          const begin = (started: ReadonlyArray<Job>) => {
            for (const job of started) running.push({ key: keyOf.get(job) ?? "", job })
            for (const { key } of started.map((job) => ({ key: keyOf.get(job) ?? "" })))
              expect(running.filter((one) => one.key === key).length).toBeLessThanOrEqual(
                maxOf(key)
              )
            expect(running.length).toBeLessThanOrEqual(permits)
          }
          for (const { count, key, permits: changed } of steps) {
            for (let nth = 0; nth < count; nth++) keyOf.set(state.add(key), key)
            begin(state.startWaiting())
            const index = running.findIndex((one) => one.key === key)
            if (index < 0) continue
            perKey.set(key, changed)
            const [ended] = running.splice(index, 1)
            if (ended !== undefined) begin(state.leave(ended.job))
            const isFull = running.length === permits
            const ofKey = running.filter((one) => one.key === key).length
            expect(isFull || ofKey >= maxOf(key) || state.waitingOf(key).length === 0).toBe(true)
          }
          while (running.length > 0) {
            const ended = running.shift()
            if (ended !== undefined) begin(state.leave(ended.job))
          }
          expect([state.waiting, state.inUse, state.knownKeys]).toEqual([0, 0, 0])
        }
      )
    )
  })
})
