import { describe, expect, it } from "@effect/vitest"
import {
  DeliveryOutcome,
  type Limiter,
  type LimiterRefusal,
  makeBatcher,
  makeLimiter,
  makeSignal,
  platformRoute
} from "@telemark/core"
import { Deferred, Effect, Exit, Fiber } from "effect"
import type { Sender } from "../../src/delivery/routes/Route.js"
import { makeRouteLimiters, type RouteLimiters } from "../../src/delivery/routes/routeLimiters.js"

/** Each wakes the next: within one another's stack, a thousand overflowed it. */
const many = 20_000
const nth = Array.from({ length: many }, (_, index) => index)

const soon = Effect.repeat(Effect.yieldNow, { times: 5 })

/** Forks all, lets them come to where they wait, and returns how they ended. */
const behindOne = <A, E>(
  one: (gate: Effect.Effect<void>) => Effect.Effect<unknown, unknown>,
  other: (index: number) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const first = yield* Effect.forkChild(one(Deferred.await(gate)))
    yield* soon
    const others = yield* Effect.forEach(nth, (index) => Effect.forkChild(other(index)))
    yield* soon
    expect(others.every((fiber) => fiber.pollUnsafe() === undefined)).toBe(true)
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.await(first)
    return yield* Effect.forEach(others, Fiber.await)
  })

/** Interrupts all that wait behind one before the first of them runs. */
const interruptedAsOneEnds = <E>(
  use: (job: Effect.Effect<void>) => Effect.Effect<unknown, E>
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    yield* Effect.forkChild(use(Deferred.await(gate)))
    yield* soon
    const others = yield* Effect.forEach(nth, () => Effect.forkChild(use(Effect.never)))
    yield* soon
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.interruptAll(others)
    const exits = yield* Effect.forEach(others, Fiber.await)
    expect(exits.every(Exit.hasInterrupts)).toBe(true)
  })

const allSucceeded = (exits: ReadonlyArray<Exit.Exit<unknown, unknown>>) => {
  expect(exits).toHaveLength(many)
  expect(exits.every(Exit.isSuccess)).toBe(true)
}

const note = (begun: Array<number>, index: number) => Effect.sync(() => void begun.push(index))

describe("20,000 that wait behind one", () => {
  const run = (limiter: Limiter<string>, job: Effect.Effect<void>) => limiter.run()(job)
  const ways: ReadonlyArray<readonly [string, typeof run, LimiterRefusal<string>?]> = [
    ["run", run],
    ["run, or wait an hour", run, { maxWaiting: many, maxWait: "1 hour", error: () => "busy" }],
    ["acquire", (limiter, job) => Effect.scoped(Effect.andThen(limiter.acquire(), job))],
    [
      "take",
      (limiter, job) =>
        Effect.acquireUseRelease(
          limiter.take(),
          () => job,
          (release) => Effect.sync(release)
        )
    ]
  ]

  it.live.each(ways)(
    "for a limiter's permit begin in order, and give it back: %s",
    ([, use, refuse]) =>
      Effect.gen(function* () {
        const limiter = makeLimiter<string>({ permits: 1, refuse })
        const begun: Array<number> = []
        allSucceeded(
          yield* behindOne(
            (gate) => limiter.run()(gate),
            (index) => use(limiter, note(begun, index))
          )
        )
        expect(begun).toEqual(nth)
        expect(limiter.inUse()).toBe(0)
      })
  )

  it.live("for a limiter's permit leave it free when all are interrupted as it becomes free", () =>
    Effect.gen(function* () {
      const limiter = makeLimiter({ permits: 1 })
      yield* interruptedAsOneEnds((job) => limiter.run()(job))
      expect(limiter.inUse()).toBe(0)
    })
  )

  it.live.each([1, 64])("for a batcher's run have their own results, in batches of %d", (maxSize) =>
    Effect.gen(function* () {
      const sizes: Array<number> = []
      const gate = yield* Deferred.make<void>()
      const double = yield* makeBatcher({
        maxSize,
        run: (items: ReadonlyArray<number>) =>
          Effect.as(
            Effect.andThen(
              Deferred.await(gate),
              Effect.sync(() => sizes.push(items.length))
            ),
            items.map((item) => 2 * item)
          )
      })
      const exits = yield* behindOne(
        (opened) =>
          Effect.andThen(Effect.andThen(opened, Deferred.succeed(gate, undefined)), double(0)),
        double
      )
      expect(exits).toEqual(nth.map((item) => Exit.succeed(2 * item)))
      expect(Math.max(...sizes)).toBeLessThanOrEqual(maxSize)
    })
  )

  it.live("for a batcher that each adds to when the one before it is answered", () =>
    Effect.gen(function* () {
      const batcher = yield* makeBatcher({
        maxSize: 64,
        run: (items: ReadonlyArray<number>) => Effect.succeed(items)
      })
      const answered = nth.map(() => Deferred.makeUnsafe<void>())
      const exits = yield* behindOne(
        (gate) => Effect.andThen(gate, Deferred.succeed(answered[0]!, undefined)),
        (index) =>
          Deferred.await(answered[index]!).pipe(
            Effect.andThen(batcher(index)),
            Effect.tap(() => Deferred.succeed(answered[index + 1] ?? answered[0]!, undefined))
          )
      )
      expect(exits).toEqual(nth.map((item) => Exit.succeed(item)))
    })
  )

  it.live("for a signal all hear it", () =>
    Effect.gen(function* () {
      const { announce, listen } = makeSignal()
      allSucceeded(
        yield* behindOne(
          (gate) => Effect.andThen(gate, Effect.sync(announce)),
          () => Effect.flatten(listen)
        )
      )
    })
  )

  it.live("for signals that pass from one to the next all hear theirs", () =>
    Effect.gen(function* () {
      const signals = nth.map(makeSignal)
      allSucceeded(
        yield* behindOne(
          (gate) =>
            Effect.andThen(
              gate,
              Effect.sync(() => signals[0]?.announce())
            ),
          (index) =>
            Effect.andThen(
              Effect.flatten(signals[index]!.listen),
              Effect.sync(() => signals[index + 1]?.announce())
            )
        )
      )
    })
  )

  const limits = { concurrency: 1, interval: 0 }
  const route = { name: platformRoute, id: platformRoute, limits }
  const sender: Sender = { tenant_id: "tn_a", domain: "a.example" }
  const taken = DeliveryOutcome.Accepted({ provider: "smtp", response: "250 ok" })
  const delivered = { outcome: taken }

  const isFree = (limiters: RouteLimiters) =>
    Effect.gen(function* () {
      expect(limiters.closed(0)).toEqual({ platform: false, tenants: [] })
      const { outcome } = yield* limiters.use(route, sender, Effect.succeed(delivered))
      expect(outcome).toBe(taken)
    })

  it.live("for a route are delivered in order, and none keeps its permit", () =>
    Effect.gen(function* () {
      const limiters = makeRouteLimiters()
      const begun: Array<number> = []
      const exits = yield* behindOne(
        (gate) => limiters.use(route, sender, Effect.as(gate, delivered)),
        (index) => limiters.use(route, sender, Effect.as(note(begun, index), delivered))
      )
      allSucceeded(exits)
      expect(exits.every((exit) => Exit.isSuccess(exit) && exit.value.outcome === taken)).toBe(true)
      expect(begun).toEqual(nth)
      yield* isFree(limiters)
    })
  )

  it.live("for a route leave it free when all are interrupted as it becomes free", () =>
    Effect.gen(function* () {
      const limiters = makeRouteLimiters()
      yield* interruptedAsOneEnds((job) => limiters.use(route, sender, Effect.as(job, delivered)))
      yield* isFree(limiters)
    })
  )
})
