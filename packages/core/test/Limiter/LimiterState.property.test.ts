import { type Job, type LimiterBounds, LimiterState } from "@telemark/core"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const bounds: fc.Arbitrary<LimiterBounds> = fc.record({
  permits: fc.integer({ min: 1, max: 6 }),
  permitsPerKey: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  maxWaiting: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
  maxWaitingPerKey: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined })
})

type Step =
  | { readonly _tag: "Enter"; readonly key: string; readonly permits: number; readonly mayWait: boolean }
  | { readonly _tag: "Leave"; readonly which: number }

const key = fc.constantFrom("a", "b", "c")
const enter = (permits: fc.Arbitrary<number>) =>
  fc.record({ _tag: fc.constant("Enter" as const), key, permits, mayWait: fc.integer({ min: 0, max: 9 }).map((one) => one > 0) })
const leave: fc.Arbitrary<Step> = fc.record({ _tag: fc.constant("Leave" as const), which: fc.nat(1000) })
const steps = (permits: fc.Arbitrary<number>): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc.array(fc.oneof<[fc.Arbitrary<Step>, fc.Arbitrary<Step>]>(enter(permits), leave), { maxLength: 120 })

interface Known {
  readonly key: string
  readonly job: Job
}

/** A limiter beside a list of its jobs, which is looked through in the plainest way. */
const makeRun = (limits: LimiterBounds) => {
  const state = new LimiterState(limits)
  const jobs: Array<Known> = []
  const { maxWaiting = Infinity, maxWaitingPerKey = Infinity, permits, permitsPerKey = permits } = limits
  const sum = (some: ReadonlyArray<Known>) => some.reduce((total, { job }) => total + job.permits, 0)
  const running = (key?: string) => jobs.filter((one) => one.job.isRunning && (key === undefined || one.key === key))
  const waiting = (key?: string) => jobs.filter((one) => !one.job.isRunning && (key === undefined || one.key === key))
  const fits = ({ job, key }: Known) =>
    (running(key).length === 0 || sum(running(key)) + job.permits <= permitsPerKey) && (running().length === 0 || sum(running()) + job.permits <= permits)
  const isFirst = ({ job, key }: Known) => waiting(key)[0]?.job === job
  const fitsKey = ({ job, key }: Known) => running(key).length === 0 || sum(running(key)) + job.permits <= permitsPerKey
  const candidates = () => waiting().filter((one) => isFirst(one) && fitsKey(one))

  const check = () => {
    expect(running().length === 1 || sum(running()) <= permits).toBe(true)
    for (const name of ["a", "b", "c"]) expect(running(name).length <= 1 || sum(running(name)) <= permitsPerKey).toBe(true)
    expect(state.inUse).toBe(sum(running()))
    expect(state.waiting).toBe(waiting().length)
    expect(waiting().length).toBeLessThanOrEqual(maxWaiting)
    expect(state.knownKeys).toBe(new Set(jobs.map((one) => one.key)).size)
    // Nobody is forgotten: of those whose key has room, the one whose turn it is doesn't fit, or none waits.
    const next = candidates()
    expect(next.length === 0 || next.some((one) => !fits(one))).toBe(true)
    if (running().length === 0) expect(waiting()).toEqual([])
  }

  /** Takes a step, and says which jobs it started. */
  const take = (step: Step): ReadonlyArray<Known> => {
    if (step._tag === "Leave") {
      const [left] = jobs.splice(step.which % Math.max(1, jobs.length), 1)
      if (left === undefined) return []
      const started = state.leave(left.job)
      expect(state.leave(left.job)).toEqual([])
      expect(started.every((job) => job.isRunning)).toBe(true)
      return started.map((job) => jobs.find((one) => one.job === job)!)
    }
    const mustWait = waiting(step.key).length > 0 || candidates().length > 0
    const isFull = waiting().length >= maxWaiting || waiting(step.key).length >= maxWaitingPerKey
    const job = state.enter(step.key, step.permits, step.mayWait)
    const known = job === undefined ? undefined : { key: step.key, job }
    if (known === undefined) expect(isFull || !step.mayWait).toBe(true)
    else {
      expect(known.job.isRunning).toBe(!mustWait && fits({ key: step.key, job: { permits: Math.max(1, step.permits), isRunning: false } }))
      jobs.push(known)
    }
    return []
  }
  return { candidates, check, jobs, state, take, waiting }
}

describe("the state of a limiter", () => {
  it("never has more running or waiting than it may, forgets nobody, and keeps nothing of who has left", () => {
    fc.assert(fc.property(bounds, steps(fc.integer({ min: 0, max: 7 })), (limits, sequence) => {
      const run = makeRun(limits)
      for (const step of sequence) {
        run.take(step)
        run.check()
      }
      while (run.jobs.length > 0) {
        run.take({ _tag: "Leave", which: 0 })
        run.check()
      }
      expect([run.state.inUse, run.state.waiting, run.state.knownKeys]).toEqual([0, 0, 0])
    }))
  })

  it("starts the jobs of a key in the order in which they came", () => {
    fc.assert(fc.property(bounds, steps(fc.integer({ min: 1, max: 7 })), (limits, sequence) => {
      const run = makeRun(limits)
      for (const step of sequence) {
        const before = new Map(["a", "b", "c"].map((name) => [name, run.waiting(name).filter(({ job }) =>
          step._tag !== "Leave" || job !== run.jobs[step.which % Math.max(1, run.jobs.length)]?.job)]))
        const started = run.take(step)
        for (const [name, queue] of before) {
          const ofKey = started.filter((one) => one.key === name)
          expect(ofKey).toEqual(queue.slice(0, ofKey.length))
        }
      }
    }))
  })

  it("starts no key twice while another's job waits that fits within its own key", () => {
    fc.assert(fc.property(bounds, steps(fc.constant(1)), (limits, sequence) => {
      const run = makeRun(limits)
      /** Of each such job, which keys have started one since. */
      const passed = new Map<Job, Set<string>>()
      for (const step of sequence) {
        for (const { key } of run.take(step)) {
          for (const [job, keys] of passed) {
            if (job.isRunning) continue
            expect(keys.has(key)).toBe(false)
            keys.add(key)
          }
        }
        const candidates = new Set(run.candidates().map(({ job }) => job))
        for (const job of passed.keys()) if (!candidates.has(job)) passed.delete(job)
        for (const job of candidates) if (!passed.has(job)) passed.set(job, new Set())
      }
    }))
  })

  it("lets a large job have its turn: nothing starts before it once it is next", () => {
    const state = new LimiterState({ permits: 4 })
    const small = [state.enter("a", 1), state.enter("a", 1)].map((job) => job!)
    const large = state.enter("b", 9)!
    const behind = state.enter("c", 1)!
    expect([large.isRunning, behind.isRunning]).toEqual([false, false])
    expect(state.enter("d", 1, false)).toBeUndefined()
    expect(state.leave(small[0]!)).toEqual([])
    expect(state.leave(small[1]!)).toEqual([large])
    expect(state.leave(large)).toEqual([behind])
  })

  it("takes constant time for each job, however many wait", () => {
    const state = new LimiterState({ permits: 1 })
    const [first] = Array.from({ length: 200_000 }, (_, index) => state.enter(String(index % 3), 1)!)
    let ran = 0
    for (let running = first; running !== undefined; running = state.leave(running)[0]) ran++
    expect([ran, state.waiting, state.inUse]).toEqual([200_000, 0, 0])
  })
})
