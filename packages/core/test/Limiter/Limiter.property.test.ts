import { type LimiterClaim, makeLimiter } from "@telemark/core"
import { TestClock } from "@telemark-tools/clock"
import { Data, Effect, Exit, Fiber, Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

class Busy extends Data.TaggedError("Busy")<{}> {}

const keys = ["a", "b", "c"]

/** A job: when it comes and how long it takes, in turns of the scheduler. Time stands still. */
interface Planned {
  readonly claim: LimiterClaim & {
    readonly key: string
    readonly permits: number
    readonly isUrgent: boolean
  }
  readonly how: "run" | "runIfFree" | "acquire" | "take"
  readonly comesAfter: number
  readonly takes: number
  readonly ends: "well" | "failing" | "dying"
  readonly isInterruptedAfter: number | undefined
}

const planned = (
  permits: fc.Arbitrary<number>,
  how: fc.Arbitrary<Planned["how"]>
): fc.Arbitrary<Planned> =>
  fc.record({
    claim: fc.record({ key: fc.constantFrom(...keys), permits, isUrgent: fc.boolean() }),
    how,
    comesAfter: fc.nat(12),
    takes: fc.nat(6),
    ends: fc.constantFrom("well", "well", "failing", "dying"),
    isInterruptedAfter: fc.option(fc.nat(40), { nil: undefined })
  })

const turns = (count: number) => Effect.repeat(Effect.yieldNow, { times: count })

interface Plan {
  readonly permits: number
  readonly permitsPerKey: number | undefined
  readonly maxWaiting: number | undefined
  readonly maxWait: "1 hours" | undefined
  readonly isWaitInterruptible: boolean
  readonly jobs: ReadonlyArray<Planned>
}

const plan = (jobs: fc.Arbitrary<Planned>, permits: fc.Arbitrary<number>): fc.Arbitrary<Plan> =>
  fc.record({
    permits,
    permitsPerKey: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    maxWaiting: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
    maxWait: fc.constantFrom("1 hours" as const, undefined),
    isWaitInterruptible: fc.boolean(),
    jobs: fc.array(jobs, { maxLength: 25 })
  })

/**
 * Carries a plan out, checks the limits in each job, and answers the names of the jobs in the order
 * in which they came and began.
 */
const carryOut = ({
  isWaitInterruptible,
  jobs,
  maxWaiting,
  maxWait,
  permits,
  permitsPerKey
}: Plan) =>
  Effect.gen(function* () {
    const refuse =
      maxWaiting === undefined ? undefined : { maxWaiting, maxWait, error: () => new Busy() }
    const limiter = makeLimiter({ permits, permitsPerKey, refuse, isWaitInterruptible })
    const running = new Set<Planned>()
    const came: Array<Planned> = []
    const begun: Array<Planned> = []
    const isWithin = (some: ReadonlyArray<Planned>, max: number) =>
      some.length <= 1 || some.reduce((sum, { claim }) => sum + claim.permits, 0) <= max

    const begin = (job: Planned) => {
      running.add(job)
      begun.push(job)
      expect(isWithin([...running], permits)).toBe(true)
      for (const key of keys)
        expect(
          isWithin(
            [...running].filter(({ claim }) => claim.key === key),
            permitsPerKey ?? permits
          )
        ).toBe(true)
    }
    const body = (job: Planned) =>
      Effect.suspend(() => {
        begin(job)
        const ending =
          job.ends === "well"
            ? Effect.void
            : job.ends === "failing"
              ? Effect.fail("failed")
              : Effect.die("died")
        return Effect.ensuring(
          Effect.andThen(turns(job.takes), ending),
          Effect.sync(() => running.delete(job))
        )
      })
    const use = (job: Planned): Effect.Effect<unknown, unknown> => {
      if (job.how === "run") return limiter.run(job.claim)(body(job))
      if (job.how === "runIfFree") return limiter.runIfFree(job.claim)(body(job))
      if (job.how === "acquire")
        return Effect.scoped(Effect.andThen(limiter.acquire(job.claim), body(job)))
      return Effect.acquireUseRelease(
        limiter.take(job.claim),
        () => body(job),
        (release) =>
          Effect.sync(() => {
            release()
            release()
          })
      )
    }
    const enter = (job: Planned) =>
      Effect.suspend(() => {
        came.push(job)
        return use(job)
      })

    const fibers = yield* Effect.forEach(jobs, (job) =>
      Effect.forkChild(Effect.andThen(turns(job.comesAfter), enter(job)))
    )
    yield* Effect.forEach(jobs, ({ isInterruptedAfter }, index) =>
      isInterruptedAfter === undefined
        ? Effect.void
        : Effect.forkChild(
            Effect.andThen(
              turns(isInterruptedAfter),
              Effect.forkDetach(Fiber.interrupt(fibers[index]!))
            )
          )
    )

    // No job waits for anything but others: all of them are through while no time passes.
    const haveEnded = () => fibers.every((fiber) => fiber.pollUnsafe() !== undefined)
    yield* Effect.repeat(turns(1), { until: haveEnded, times: 1000 })
    expect(haveEnded()).toBe(true)
    for (const [index, fiber] of fibers.entries()) {
      const job = jobs[index]!
      const exit = yield* Fiber.await(fiber)
      if (begun.includes(job)) continue
      // What never began was interrupted, found nothing free, or was refused.
      const [reason, ...others] = Exit.isFailure(exit) ? exit.cause.reasons : []
      const isRefused =
        reason?._tag === "Fail" && reason.error instanceof Busy && others.length === 0
      expect(
        Exit.hasInterrupts(exit)
          ? job.isInterruptedAfter !== undefined
          : job.how === "runIfFree"
            ? Exit.isSuccess(exit)
            : isRefused && refuse !== undefined
      ).toBe(true)
    }
    // Nothing was lost: all permits can be had at once.
    for (const key of keys.slice(0, permitsPerKey === undefined ? 1 : 3)) {
      const share = Math.min(permitsPerKey ?? permits, permits)
      expect(Option.isSome(yield* limiter.runIfFree({ key, permits: share })(Effect.void))).toBe(
        true
      )
    }
    return { begun, came }
  })

const carriesOut = (plan: Plan) =>
  Effect.runPromise(Effect.provide(carryOut(plan), TestClock.layer()))

describe("a limiter, with any jobs, ends and interruptions while time stands still,", () => {
  it("never runs more than its limit, leaves no job waiting, and loses no permit", async () => {
    const job = planned(
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom("run", "run", "runIfFree", "acquire", "take")
    )
    await fc.assert(
      fc.asyncProperty(plan(job, fc.integer({ min: 1, max: 5 })), async (one) => {
        await carriesOut(one)
      }),
      { numRuns: 40 }
    )
  })

  it("begins the jobs of a key in the order in which they came", async () => {
    const job = planned(fc.constant(1), fc.constant("run"))
    await fc.assert(
      fc.asyncProperty(plan(job, fc.constant(1)), async (one) => {
        const { begun, came } = await carriesOut(one)
        for (const key of keys) {
          for (const isUrgent of [true, false]) {
            const isOne = ({ claim }: Planned) => claim.key === key && claim.isUrgent === isUrgent
            expect(begun.filter(isOne)).toEqual(
              came.filter((job) => isOne(job) && begun.includes(job))
            )
          }
        }
      }),
      { numRuns: 40 }
    )
  })
})
