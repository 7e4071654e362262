import { type Job, type LimiterBounds, LimiterState } from "@telemark/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

interface Bounds extends LimiterBounds {
  readonly permitsPerKey?: number | undefined
}

const bounds: fc.Arbitrary<Bounds> = fc.record({
  permits: fc.integer({ min: 1, max: 6 }),
  permitsPerKey: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  maxWaiting: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
  maxWaitingPerKey: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  admitsEachKey: fc.boolean()
})

type Step =
  | {
      readonly _tag: "Enter"
      readonly key: string
      readonly permits: number
      readonly mayWait: boolean
      readonly isUrgent: boolean
    }
  | { readonly _tag: "Leave"; readonly which: number }
  | { readonly _tag: "Resize"; readonly permits: number }

const key = fc.constantFrom("a", "b", "c")
const enter = (
  permits: fc.Arbitrary<number>,
  isUrgent: fc.Arbitrary<boolean>
): fc.Arbitrary<Step> =>
  fc.record({
    _tag: fc.constant("Enter" as const),
    key,
    permits,
    mayWait: fc.integer({ min: 0, max: 9 }).map((one) => one > 0),
    isUrgent
  })
const leave: fc.Arbitrary<Step> = fc.record({
  _tag: fc.constant("Leave" as const),
  which: fc.nat(1000)
})
const resize: fc.Arbitrary<Step> = fc.record({
  _tag: fc.constant("Resize" as const),
  permits: fc.integer({ min: 1, max: 6 })
})
const steps = (
  permits: fc.Arbitrary<number>,
  isUrgent = fc.boolean()
): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: enter(permits, isUrgent) },
      { weight: 6, arbitrary: leave },
      { weight: 1, arbitrary: resize }
    ),
    { maxLength: 120 }
  )

interface Known {
  readonly key: string
  readonly isUrgent: boolean
  readonly job: Job
}

/** A limiter beside a list of its jobs, which is looked through in the plainest way. */
const makeRun = (limits: Bounds) => {
  const state = new LimiterState(limits)
  const jobs: Array<Known> = []
  const { admitsEachKey = false, maxWaiting = Infinity, maxWaitingPerKey = Infinity } = limits
  let { permits } = limits
  const permitsPerKey = () => limits.permitsPerKey ?? permits
  const sum = (some: ReadonlyArray<Known>) =>
    some.reduce((total, { job }) => total + job.permits, 0)
  const running = (key?: string) =>
    jobs.filter((one) => one.job.isRunning && (key === undefined || one.key === key))
  const waiting = (key?: string, isUrgent?: boolean) =>
    jobs.filter(
      (one) =>
        !one.job.isRunning &&
        (key === undefined || one.key === key) &&
        (isUrgent === undefined || one.isUrgent === isUrgent)
    )
  const fitsKey = ({ key, permits }: { readonly key: string; readonly permits: number }) =>
    running(key).length === 0 || sum(running(key)) + permits <= permitsPerKey()
  const fits = ({ permits: asked }: { readonly permits: number }) =>
    running().length === 0 || sum(running()) + asked <= permits
  /** The next job of each kind of a key. */
  const firsts = (key: string) =>
    [true, false].flatMap((isUrgent) => waiting(key, isUrgent).slice(0, 1))
  const candidates = () =>
    ["a", "b", "c"]
      .map(firsts)
      .filter((of) => of.every(({ job, key }) => fitsKey({ key, permits: job.permits })))
      .flat()
  /** What ran when the permits became fewer may be more than there are. */
  let max = permits

  const check = () => {
    if (sum(running()) <= permits) max = permits
    expect(running().length <= 1 || sum(running()) <= max).toBe(true)
    for (const name of ["a", "b", "c"])
      expect(running(name).length <= 1 || sum(running(name)) <= (limits.permitsPerKey ?? max)).toBe(
        true
      )
    expect(state.inUse).toBe(sum(running()))
    expect(state.waiting).toBe(waiting().length)
    for (const isUrgent of [true, false]) {
      expect(waiting(undefined, isUrgent).length).toBeLessThanOrEqual(
        maxWaiting + (admitsEachKey ? 3 : 0)
      )
      for (const name of ["a", "b", "c"])
        expect(waiting(name, isUrgent).length).toBeLessThanOrEqual(
          Math.max(maxWaitingPerKey, admitsEachKey ? 1 : 0)
        )
    }
    expect(state.knownKeys).toBe(new Set(jobs.map((one) => one.key)).size)
    // Nobody is forgotten: of those whose key has room, the one whose turn it is doesn't fit, or
    // none waits.
    const next = candidates()
    expect(next.length === 0 || next.some(({ job }) => !fits(job))).toBe(true)
    if (running().length === 0) expect(waiting()).toEqual([])
  }

  const known = (started: ReadonlyArray<Job>): ReadonlyArray<Known> => {
    expect(started.every((job) => job.isRunning)).toBe(true)
    return started.map((job) => jobs.find((one) => one.job === job)!)
  }

  /** Takes a step, and says which of those that waited it started. */
  const take = (step: Step): ReadonlyArray<Known> => {
    if (step._tag === "Resize") {
      permits = step.permits
      return known(state.resize(permits))
    }
    if (step._tag === "Leave") {
      const [left] = jobs.splice(step.which % Math.max(1, jobs.length), 1)
      if (left === undefined) return []
      const started = state.leave(left.job)
      expect(state.leave(left.job)).toEqual([])
      return known(started)
    }
    const { isUrgent, key } = step
    const asked = { key, permits: Math.max(1, step.permits) }
    const mayStart =
      waiting(key).length === 0 && candidates().length === 0 && fitsKey(asked) && fits(asked)
    const hasNone = waiting(key, isUrgent).length === 0
    const isFull =
      (waiting(undefined, isUrgent).length >= maxWaiting ||
        waiting(key, isUrgent).length >= maxWaitingPerKey) &&
      !(admitsEachKey && hasNone)
    const job = state.enter(key, step.permits, step.mayWait, isUrgent)
    expect(job?.isRunning).toBe(mayStart ? true : isFull || !step.mayWait ? undefined : false)
    if (job !== undefined) jobs.push({ key, isUrgent, job })
    return []
  }
  return { candidates, check, jobs, state, take, waiting }
}

describe("the state of a limiter", () => {
  it("never has more running or waiting than its limits, forgets no job, and keeps nothing of jobs that left", () => {
    fc.assert(
      fc.property(bounds, steps(fc.integer({ min: 0, max: 7 })), (limits, sequence) => {
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
      })
    )
  })

  it("starts the jobs of a key in the order in which they came, separately for urgent jobs and others", () => {
    fc.assert(
      fc.property(bounds, steps(fc.integer({ min: 1, max: 7 })), (limits, sequence) => {
        const run = makeRun(limits)
        for (const step of sequence) {
          const left =
            step._tag === "Leave" ? run.jobs[step.which % Math.max(1, run.jobs.length)] : undefined
          const queues = ["a", "b", "c"].flatMap((name) =>
            [true, false].map((isUrgent) =>
              run.waiting(name, isUrgent).filter((one) => one !== left)
            )
          )
          const started = run.take(step)
          for (const queue of queues) {
            const ofQueue = started.filter((one) => queue.includes(one))
            expect(ofQueue).toEqual(queue.slice(0, ofQueue.length))
          }
          expect(started.every((one) => queues.flat().includes(one))).toBe(true)
        }
      })
    )
  })

  it("starts no key twice while another's job waits that fits within its own key", () => {
    fc.assert(
      fc.property(bounds, steps(fc.constant(1), fc.constant(false)), (limits, sequence) => {
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
      })
    )
  })

  it("starts at most three urgent jobs in a row while another waits that could start", () => {
    fc.assert(
      fc.property(bounds, steps(fc.constant(1)), (limits, sequence) => {
        const run = makeRun(limits)
        const others = () => run.candidates().filter(({ isUrgent }) => !isUrgent)
        let inARow = 0
        for (const step of sequence) {
          const before = others()
          for (const { isUrgent } of run.take(step)) inARow = isUrgent ? inARow + 1 : 0
          const after = others()
          if (before.some((one) => after.includes(one))) expect(inARow).toBeLessThanOrEqual(3)
          else inARow = 0
        }
      })
    )
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
    const [first] = Array.from({ length: 200_000 }, (_, index) =>
      state.enter(String(index % 3), 1)!
    )
    let ran = 0
    for (let running = first; running !== undefined; running = state.leave(running)[0]) ran++
    expect([ran, state.waiting, state.inUse]).toEqual([200_000, 0, 0])
  })
})
