import { describe, expect, it } from "@effect/vitest"
import { makeBatcher } from "@telemark/core"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "@telemark-tools/clock"

const numbers = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => index)

/** Until nothing more happens by itself. */
const settled = Effect.repeat(Effect.yieldNow, { times: 20 })

describe("a batcher", () => {
  it.effect(
    "lets callers that come during a run share the next one, and answers each with its own result",
    () =>
      Effect.gen(function* () {
        const sizes: Array<number> = []
        const gate = yield* Deferred.make<void>()
        const double = yield* makeBatcher({
          maxSize: 64,
          run: (items: ReadonlyArray<number>) =>
            Effect.as(
              Effect.andThen(
                Effect.sync(() => sizes.push(items.length)),
                Deferred.await(gate)
              ),
              items.map((n) => 2 * n)
            )
        })
        const fiber = yield* Effect.forkChild(
          Effect.forEach(numbers(100), double, { concurrency: "unbounded" })
        )
        yield* Effect.yieldNow
        yield* Deferred.succeed(gate, undefined)
        expect(yield* Fiber.join(fiber)).toEqual(numbers(100).map((n) => 2 * n))
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100)
        expect(sizes.length).toBeLessThan(10)
        expect(Math.max(...sizes)).toBeLessThanOrEqual(64)
      })
  )

  it.effect("answers items that were added by callback together with those of fibers", () =>
    Effect.gen(function* () {
      const batcher = yield* makeBatcher({
        maxSize: 64,
        run: (items: ReadonlyArray<number>) =>
          items.includes(3) ? Effect.fail("three") : Effect.succeed(items.map((n) => 2 * n))
      })
      const exits: Array<Exit.Exit<number, string>> = []
      for (const n of [1, 3]) batcher.add(n, (exit) => exits.push(exit))
      expect(yield* batcher(4)).toBe(8)
      expect(exits).toEqual([Exit.succeed(2), Exit.fail("three")])
    })
  )

  it.effect(
    "runs the next batch while a few items wait to be confirmed, and gathers it for more",
    () =>
      Effect.gen(function* () {
        const runs: Array<ReadonlyArray<number>> = []
        const onDisk = yield* Deferred.make<void>()
        const { add } = yield* makeBatcher({
          maxSize: 64,
          confirm: () => Deferred.await(onDisk),
          run: (items: ReadonlyArray<number>) =>
            Effect.sync(() => {
              runs.push(items)
              return items
            })
        })
        const answered: Array<number> = []
        const addAll = (...items: ReadonlyArray<number>) => {
          for (const item of items) add(item, () => answered.push(item))
          return settled
        }
        yield* addAll(1)
        yield* addAll(2, 3, 4, 5)
        yield* addAll(6)
        yield* addAll(7)
        expect(runs).toEqual([[1], [2, 3, 4, 5]])
        expect(answered).toEqual([])
        yield* Deferred.succeed(onDisk, undefined)
        yield* settled
        expect(runs).toEqual([[1], [2, 3, 4, 5], [6, 7]])
        expect(answered).toEqual([1, 2, 3, 4, 5, 6, 7])
      })
  )

  it.effect("fails items that could not be confirmed, and none of another batch", () =>
    Effect.gen(function* () {
      let fails = true
      const batcher = yield* makeBatcher({
        maxSize: 64,
        confirm: () => (fails ? Effect.fail("not on disk") : Effect.void),
        run: (items: ReadonlyArray<number>) => Effect.succeed(items)
      })
      expect(yield* Effect.flip(batcher(1))).toBe("not on disk")
      fails = false
      expect(yield* batcher(2)).toBe(2)
    })
  )

  it.effect("confirms what it ran although its callers were interrupted", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const confirmed: Array<number> = []
      const batcher = yield* makeBatcher({
        maxSize: 64,
        confirm: (results: ReadonlyArray<number>) => Effect.sync(() => confirmed.push(...results)),
        run: (items: ReadonlyArray<number>) => Effect.as(Deferred.await(gate), items)
      })
      const fiber = yield* Effect.forkChild(batcher(1))
      yield* settled
      yield* Fiber.interrupt(fiber)
      yield* Deferred.succeed(gate, undefined)
      yield* settled
      expect(confirmed).toEqual([1])
    })
  )

  it.effect("waits until its items are confirmed before it closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const onDisk = yield* Deferred.make<void>()
      const { add } = yield* Scope.provide(
        makeBatcher({
          maxSize: 64,
          confirm: () => Deferred.await(onDisk),
          run: (items: ReadonlyArray<number>) => Effect.succeed(items)
        }),
        scope
      )
      const exits: Array<Exit.Exit<number>> = []
      add(1, (exit) => exits.push(exit))
      yield* settled
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* settled
      expect(closing.pollUnsafe()).toBeUndefined()
      yield* Deferred.succeed(onDisk, undefined)
      yield* Fiber.join(closing)
      expect(exits).toEqual([Exit.succeed(1)])
    })
  )

  it.effect("runs the items of a failed batch one by one, so that only the bad one fails", () =>
    Effect.gen(function* () {
      const run = (items: ReadonlyArray<number>) =>
        items.includes(3) ? Effect.fail("three") : Effect.succeed(items)
      const batcher = yield* makeBatcher({ maxSize: 64, gather: Effect.yieldNow, run })
      const exits = yield* Effect.forEach(numbers(6), (n) => Effect.exit(batcher(n)), {
        concurrency: "unbounded"
      })
      expect(exits.map(Exit.isSuccess)).toEqual([true, true, true, false, true, true])
    })
  )

  it.effect(
    "fails a batch at once when no item of it can be to blame, or each would wait for the same failure",
    () =>
      Effect.gen(function* () {
        let runs = 0
        const run = (_: ReadonlyArray<number>) =>
          Effect.andThen(
            Effect.sync(() => runs++),
            Effect.fail("locked")
          )
        const batcher = yield* makeBatcher({
          maxSize: 64,
          gather: Effect.yieldNow,
          isOneItems: (error) => error !== "locked",
          run
        })
        const exits = yield* Effect.forEach(numbers(20), (n) => Effect.exit(batcher(n)), {
          concurrency: "unbounded"
        })
        expect(exits.every(Exit.isFailure)).toBe(true)
        expect(runs).toBe(1)
      })
  )

  it.effect(
    "fails the callers that waited through such a failure, and not those that came meanwhile",
    () =>
      Effect.gen(function* () {
        const sizes: Array<number> = []
        const gate = yield* Deferred.make<void>()
        const run = (items: ReadonlyArray<number>) =>
          Effect.suspend(() =>
            sizes.push(items.length) === 1
              ? Effect.andThen(Deferred.await(gate), Effect.fail("locked"))
              : Effect.succeed(items)
          )
        const batcher = yield* makeBatcher({
          maxSize: 2,
          gather: Effect.yieldNow,
          isOneItems: () => false,
          run
        })
        const before = yield* Effect.forkChild(
          Effect.forEach(numbers(10), (n) => Effect.exit(batcher(n)), { concurrency: "unbounded" })
        )
        while (sizes.length === 0) yield* Effect.yieldNow
        const meanwhile = yield* Effect.forkChild(batcher(99))
        yield* Effect.yieldNow
        yield* Deferred.succeed(gate, undefined)
        expect((yield* Fiber.join(before)).every(Exit.isFailure)).toBe(true)
        expect(yield* Fiber.join(meanwhile)).toBe(99)
        expect(sizes).toEqual([2, 1])
      })
  )

  it.effect("waits for company only until the batch is full", () =>
    Effect.gen(function* () {
      const sizes: Array<number> = []
      const batcher = yield* makeBatcher({
        maxSize: 2,
        gather: Effect.sleep("1 hour"),
        run: (items: ReadonlyArray<number>) => Effect.sync(() => (sizes.push(items.length), items))
      })
      yield* Effect.forEach(numbers(4), batcher, { concurrency: "unbounded" })
      expect(sizes).toEqual([2, 2])
      const single = yield* Effect.forkChild(batcher(9))
      yield* TestClock.adjust("1 hour")
      expect(yield* Fiber.join(single)).toBe(9)
    })
  )

  it.effect(
    "gives one run no more than it may weigh, but for one item that weighs more alone",
    () =>
      Effect.gen(function* () {
        const runs: Array<ReadonlyArray<number>> = []
        const batcher = yield* makeBatcher({
          maxSize: 3,
          weight: { of: (item) => item, max: 10 },
          gather: Effect.yieldNow,
          run: (items: ReadonlyArray<number>) => Effect.sync(() => (runs.push(items), items))
        })
        yield* Effect.forEach([4, 6, 1, 50, 2, 2, 2, 2], batcher, { concurrency: "unbounded" })
        expect(runs).toEqual([[4, 6], [1], [50], [2, 2, 2], [2]])
      })
  )

  it.effect("waits for no company once it weighs enough", () =>
    Effect.gen(function* () {
      const run = (items: ReadonlyArray<number>) => Effect.succeed(items)
      const batcher = yield* makeBatcher({
        maxSize: 64,
        weight: { of: (item) => item, max: 10 },
        gather: Effect.never,
        run
      })
      expect(yield* Effect.forEach([5, 5], batcher, { concurrency: "unbounded" })).toEqual([5, 5])
    })
  )

  it.effect("completes what was added before its scope closes", () =>
    Effect.gen(function* () {
      const done: Array<number> = []
      const scope = yield* Scope.make()
      const batcher = yield* Scope.provide(
        makeBatcher({
          maxSize: 64,
          gather: Effect.never,
          run: (items: ReadonlyArray<number>) => Effect.sync(() => (done.push(...items), items))
        }),
        scope
      )
      const fibers = yield* Effect.forEach(numbers(5), (n) => Effect.forkChild(batcher(n)))
      yield* Effect.yieldNow
      yield* Scope.close(scope, Exit.void)
      expect(yield* Fiber.joinAll(fibers)).toEqual(numbers(5))
      expect(done).toEqual(numbers(5))
    })
  )

  it.effect("completes an item whose caller was interrupted", () =>
    Effect.gen(function* () {
      const done: Array<number> = []
      const gate = yield* Deferred.make<void>()
      const batcher = yield* makeBatcher({
        maxSize: 64,
        gather: Deferred.await(gate),
        run: (items: ReadonlyArray<number>) => Effect.sync(() => (done.push(...items), items))
      })
      const fiber = yield* Effect.forkChild(batcher(1))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      yield* Deferred.succeed(gate, undefined)
      yield* batcher(2)
      expect(done).toEqual([1, 2])
    })
  )
})
