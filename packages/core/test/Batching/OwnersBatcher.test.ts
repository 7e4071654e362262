import { describe, expect, it } from "@effect/vitest"
import { makeOwnersBatcher } from "@telemark/core"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "@telemark-tools/clock"

interface Item {
  readonly owner: string
  readonly nth: number
}

/**
 * A batcher whose runs wait for an hour and fail if they have anything of an owner that is held,
 * and take a minute for one that is slow.
 */
const makeStorage = Effect.gen(function* () {
  const blocked = new Set<string>()
  const slow = new Set<string>()
  const runs: Array<string> = []
  const run = (items: ReadonlyArray<Item>) =>
    Effect.suspend(() => {
      runs.push(items.map(({ nth, owner }) => `${owner}${String(nth)}`).join(" "))
      return items.some(({ owner }) => blocked.has(owner))
        ? Effect.andThen(Effect.sleep("1 hour"), Effect.fail<"held" | "away">("held"))
        : Effect.delay(
            Effect.succeed(items.map(({ nth }) => nth)),
            items.some(({ owner }) => slow.has(owner)) ? "1 minute" : 0
          )
    })
  const batcher = yield* makeOwnersBatcher({
    maxSize: 64,
    gather: Effect.yieldNow,
    isOneItems: () => false,
    isBlocked: (error) => error === "held",
    ownerOf: ({ owner }: Item) => owner,
    run
  })
  return {
    blocked,
    slow,
    runs,
    add: (owner: string, nth: number) => batcher({ owner, nth }),
    addByCallback: (owner: string, nth: number) =>
      Effect.callback<number, "held" | "away">((resume) => {
        batcher.add({ owner, nth }, resume)
      })
  }
})

const all = <A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>) =>
  Effect.forkChild(Effect.all(effects.map(Effect.exit), { concurrency: "unbounded" }))
const tagsOf = (exits: ReadonlyArray<Exit.Exit<number, string>>) => exits.map(({ _tag }) => _tag)

describe("a batcher of several owners", () => {
  it.effect(
    "completes everything while time stands still, also for owners whose batch fails at once",
    () =>
      Effect.gen(function* () {
        const batcher = yield* makeOwnersBatcher({
          maxSize: 8,
          isOneItems: () => false,
          isBlocked: (error) => error === "held",
          ownerOf: ({ owner }: Item) => owner,
          run: (items) =>
            Effect.andThen(
              Effect.yieldNow,
              items.some(({ owner }) => owner === "a")
                ? Effect.fail("held" as const)
                : Effect.succeed(items.map(({ nth }) => nth))
            )
        })
        const fibers = yield* Effect.forEach(
          Array.from({ length: 400 }, (_, nth) => nth),
          (nth) =>
            Effect.tap(
              Effect.forkChild(batcher({ owner: "abcdefgh".charAt(nth % 8), nth })),
              nth % 5 === 0 ? Effect.yieldNow : Effect.void
            )
        )
        const exits = yield* Effect.forEach(fibers, Fiber.await)
        expect(
          exits
            .map(({ _tag }, nth) => _tag === (nth % 8 === 0 ? "Failure" : "Success"))
            .every((isRight) => isRight)
        ).toBe(true)
      })
  )

  it.effect("runs items of several owners together", () =>
    Effect.gen(function* () {
      const { add, runs } = yield* makeStorage
      expect(
        yield* Effect.all([add("a", 1), add("b", 2), add("a", 3)], { concurrency: "unbounded" })
      ).toEqual([1, 2, 3])
      expect(runs).toEqual(["a1 b2 a3"])
    })
  )

  it.effect(
    "repeats a blocked batch separately for each owner, and only the blocked owner fails",
    () =>
      Effect.gen(function* () {
        const { add, blocked, runs } = yield* makeStorage
        blocked.add("a")
        const fiber = yield* all([add("a", 1), add("b", 2), add("a", 3), add("c", 4)])
        yield* TestClock.adjust("1 hour")
        expect(runs).toEqual(["a1 b2 a3 c4", "a1 a3", "b2", "c4"])
        yield* TestClock.adjust("1 hour")
        expect(tagsOf(yield* Fiber.join(fiber))).toEqual([
          "Failure",
          "Success",
          "Failure",
          "Success"
        ])
      })
  )

  it.effect("repeats a blocked batch of items that were added by callback as well", () =>
    Effect.gen(function* () {
      const { addByCallback, blocked, runs } = yield* makeStorage
      blocked.add("a")
      const fiber = yield* all([addByCallback("a", 1), addByCallback("b", 2)])
      yield* TestClock.adjust("1 hour")
      expect(runs).toEqual(["a1 b2", "a1", "b2"])
      yield* TestClock.adjust("1 hour")
      expect(tagsOf(yield* Fiber.join(fiber))).toEqual(["Failure", "Success"])
    })
  )

  it.effect(
    "makes only the blocked owner wait once, and not the callers that joined it meanwhile",
    () =>
      Effect.gen(function* () {
        const { add, blocked, runs } = yield* makeStorage
        blocked.add("a")
        const first = yield* all([add("a", 1)])
        yield* Effect.repeat(Effect.yieldNow, { times: 10 })
        const meanwhile = yield* all([add("b", 2)])
        yield* TestClock.adjust("1 hour")
        expect(tagsOf([...(yield* Fiber.join(first)), ...(yield* Fiber.join(meanwhile))])).toEqual([
          "Failure",
          "Success"
        ])
        expect(runs).toEqual(["a1", "b2"])
      })
  )

  it.effect("isolates an owner while its own batch waits", () =>
    Effect.gen(function* () {
      const { add, blocked, runs } = yield* makeStorage
      blocked.add("a")
      const first = yield* all([add("a", 1), add("b", 2)])
      yield* TestClock.adjust("1 hour")
      const second = yield* all([add("a", 3)])
      expect(yield* add("b", 4)).toBe(4)
      expect(runs).toEqual(["a1 b2", "a1", "b2", "b4"])
      yield* TestClock.adjust("1 hour")
      yield* TestClock.adjust("1 hour")
      expect(tagsOf([...(yield* Fiber.join(first)), ...(yield* Fiber.join(second))])).toEqual([
        "Failure",
        "Success",
        "Failure"
      ])
    })
  )

  it.effect(
    "keeps a blocked owner isolated until it succeeds: others don't wait for it again",
    () =>
      Effect.gen(function* () {
        const { add, blocked, runs } = yield* makeStorage
        blocked.add("a")
        const first = yield* all([add("a", 1)])
        yield* TestClock.adjust("1 hour")
        yield* Fiber.join(first)
        const next = yield* all([add("a", 2)])
        expect(yield* add("b", 3)).toBe(3)
        yield* TestClock.adjust("1 hour")
        expect(tagsOf(yield* Fiber.join(next))).toEqual(["Failure"])
        blocked.clear()
        expect(yield* add("a", 4)).toBe(4)
        expect(yield* Effect.all([add("a", 5), add("b", 6)], { concurrency: "unbounded" })).toEqual(
          [5, 6]
        )
        expect(runs).toEqual(["a1", "b3", "a2", "a4", "a5 b6"])
      })
  )

  it.effect("waits for a blocked owner once, however many batches had queued up meanwhile", () =>
    Effect.gen(function* () {
      const { add, blocked, runs } = yield* makeStorage
      blocked.add("a")
      const first = yield* all([add("a", 1), add("b", 2)])
      yield* Effect.repeat(Effect.yieldNow, { times: 10 })
      const mixed = Array.from({ length: 300 }, (_, index) => index)
      const ofA = yield* all(mixed.map((nth) => add("a", nth)))
      const ofB = yield* all(mixed.map((nth) => add("b", nth)))
      const ofC = yield* all(mixed.map((nth) => add("c", nth)))
      yield* TestClock.adjust("1 hour")
      expect(new Set(tagsOf([...(yield* Fiber.join(ofB)), ...(yield* Fiber.join(ofC))]))).toEqual(
        new Set(["Success"])
      )
      // Nor is the last of its own told after as many waits as there are batches.
      yield* TestClock.adjust("2 hours")
      expect(new Set(tagsOf(yield* Fiber.join(ofA)))).toEqual(new Set(["Failure"]))
      yield* Fiber.join(first)
      expect(runs.filter((run) => run.includes("a"))).toHaveLength(3)
    })
  )

  it.effect("returns to each its own result when others of its batch are isolated", () =>
    Effect.gen(function* () {
      const { add, blocked } = yield* makeStorage
      blocked.add("a")
      const first = yield* all([add("a", 1)])
      yield* TestClock.adjust("1 hour")
      yield* Fiber.join(first)
      blocked.clear()
      const added = [add("b", 1), add("a", 2), add("c", 3), add("a", 4), add("b", 5)]
      expect(yield* Effect.all(added, { concurrency: "unbounded" })).toEqual([1, 2, 3, 4, 5])
    })
  )

  it.effect(
    "batches an owner with others again once its own run succeeded, though more of its items still run isolated",
    () =>
      Effect.gen(function* () {
        const { add, blocked, runs, slow } = yield* makeStorage
        blocked.add("a")
        slow.add("b")
        const first = yield* all([add("a", 1), add("b", 2)])
        yield* TestClock.adjust("1 hour")
        const behind = yield* all([add("b", 3)])
        yield* TestClock.adjust("1 minute")
        const next = yield* all([add("b", 4), add("c", 5)])
        yield* Effect.repeat(Effect.yieldNow, { times: 10 })
        expect(runs).toEqual(["a1 b2", "a1", "b2", "b3", "b4 c5"])
        yield* TestClock.adjust("1 hour")
        yield* Fiber.joinAll([first, behind, next])
      })
  )

  it.effect("lets through an owner that was in a batch with another, though many are blocked", () =>
    Effect.gen(function* () {
      const { add, blocked } = yield* makeStorage
      const owners = ["a", "b", "c", "d", "e"]
      for (const owner of owners) {
        blocked.add(owner)
        const alone = yield* all([add(owner, 0)])
        yield* TestClock.adjust("1 hour")
        yield* Fiber.join(alone)
      }
      const waiting = yield* all(owners.map((owner) => add(owner, 1)))
      yield* Effect.repeat(Effect.yieldNow, { times: 10 })
      blocked.add("f")
      const next = yield* all([add("f", 2), add("g", 3)])
      yield* Effect.repeat(Effect.yieldNow, { times: 10 })
      yield* TestClock.adjust("1 hour")
      // By then, those that wait have all places that they may have again.
      expect(next.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 minute")
      yield* TestClock.adjust("1 hour")
      expect(tagsOf(yield* Fiber.join(next))).toEqual(["Failure", "Success"])
      yield* TestClock.adjust("4 hours")
      yield* Fiber.join(waiting)
    })
  )

  it.effect("answers all callers when its scope closes while it is blocked", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { add, blocked } = yield* Scope.provide(makeStorage, scope)
      blocked.add("a")
      const fiber = yield* all([add("a", 1), add("b", 2)])
      yield* Effect.repeat(Effect.yieldNow, { times: 10 })
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("1 hour")
      yield* TestClock.adjust("1 hour")
      expect(tagsOf(yield* Fiber.join(fiber))).toEqual(["Failure", "Success"])
      yield* Fiber.join(closing)
    })
  )

  it.effect("completes what an isolated owner has added before its scope closes", () =>
    Effect.gen(function* () {
      const done: Array<number> = []
      const gate = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      const batcher = yield* Scope.provide(
        makeOwnersBatcher({
          maxSize: 64,
          isBlocked: () => true,
          ownerOf: ({ owner }: Item) => owner,
          run: (items: ReadonlyArray<Item>) =>
            items.length > 1
              ? Effect.fail("held")
              : Effect.andThen(
                  Deferred.await(gate),
                  Effect.sync(() => (done.push(...items.map(({ nth }) => nth)), items))
                ),
          gather: Effect.yieldNow
        }),
        scope
      )
      const fiber = yield* all(
        [batcher({ owner: "a", nth: 1 }), batcher({ owner: "b", nth: 2 })].map(
          Effect.map(({ nth }) => nth)
        )
      )
      yield* Effect.repeat(Effect.yieldNow, { times: 50 })
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Deferred.succeed(gate, undefined)
      expect(tagsOf(yield* Fiber.join(fiber))).toEqual(["Success", "Success"])
      yield* Fiber.join(closing)
      expect(done.sort()).toEqual([1, 2])
    })
  )
})
