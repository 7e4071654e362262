import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { makeSingleFlight } from "../../src/kernel/singleFlight.js"

/** Work that waits, and counts how often it was begun. */
const waiting = <A, E>(end: Effect.Effect<A, E>) =>
  Effect.map(Deferred.make<void>(), (gate) => {
    const work = {
      begun: 0,
      open: Deferred.succeed(gate, undefined),
      run: Effect.suspend(() => {
        work.begun += 1
        return Effect.andThen(Deferred.await(gate), end)
      })
    }
    return work
  })

const fork = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.tap(Effect.forkChild(effect), () => Effect.yieldNow)

it.effect("runs once for all that come meanwhile, and anew for who comes later", () =>
  Effect.gen(function* () {
    const flight = makeSingleFlight()
    const work = yield* waiting(Effect.succeed("done"))
    const all = yield* fork(
      Effect.all(
        Array.from({ length: 20 }, () => flight.run("key", work.run)),
        { concurrency: "unbounded" }
      )
    )
    const other = yield* fork(flight.run("other key", work.run))
    expect(work.begun).toBe(2)
    yield* work.open
    expect(new Set(yield* Fiber.join(all))).toEqual(new Set(["done"]))
    expect(yield* Fiber.join(other)).toBe("done")
    expect(yield* flight.run("key", work.run)).toBe("done")
    expect(work.begun).toBe(3)
  })
)

it.effect("begins anew for the others where the fiber of the first is interrupted", () =>
  Effect.gen(function* () {
    const flight = makeSingleFlight()
    const work = yield* waiting(Effect.succeed("done"))
    const first = yield* fork(flight.run("key", Effect.never))
    const others = yield* fork(
      Effect.all([flight.run("key", work.run), flight.run("key", work.run)], {
        concurrency: "unbounded"
      })
    )
    expect(work.begun).toBe(0)
    yield* Fiber.interrupt(first)
    yield* Effect.repeat(Effect.yieldNow, { until: () => work.begun > 0, times: 100 })
    yield* Effect.repeat(Effect.yieldNow, { times: 100 })
    yield* work.open
    expect(yield* Fiber.join(others)).toEqual(["done", "done"])
    expect(work.begun).toBe(1)
  })
)

it.effect("shares a failure, unless each is to try by itself", () =>
  Effect.gen(function* () {
    for (const [isShared, begun] of [
      [undefined, 1],
      [(failure: unknown) => failure === "down", 1],
      [(failure: unknown) => failure === "busy", 3]
    ] as const) {
      const flight = makeSingleFlight(isShared === undefined ? {} : { isShared })
      const work = yield* waiting(Effect.fail("down" as const))
      const all = yield* fork(
        Effect.all(
          Array.from({ length: 3 }, () => Effect.flip(flight.run("key", work.run))),
          { concurrency: "unbounded" }
        )
      )
      yield* work.open
      expect(yield* Fiber.join(all)).toEqual(["down", "down", "down"])
      expect(work.begun).toBe(begun)
    }
  })
)

it.effect("goes on in a scope, whoever goes away, and ends with that", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const flight = makeSingleFlight({ scope })
    const work = yield* waiting(Effect.succeed("done"))
    const first = yield* fork(flight.run("key", work.run))
    yield* Fiber.interrupt(first)
    const second = yield* fork(flight.run("key", work.run))
    expect(work.begun).toBe(1)
    yield* work.open
    expect(yield* Fiber.join(second)).toBe("done")

    const last = yield* fork(flight.run("key", Effect.never))
    yield* Scope.close(scope, Exit.void)
    expect(Exit.hasInterrupts(yield* Fiber.await(last))).toBe(true)
    expect(Exit.hasInterrupts(yield* Effect.exit(flight.run("key", work.run)))).toBe(true)
    expect(work.begun).toBe(1)
  })
)

it.effect("answers so that who was answered may ask again at once", () =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    for (const flight of [makeSingleFlight(), makeSingleFlight({ scope })]) {
      const twice = Effect.andThen(
        flight.run("key", Effect.succeed(1)),
        flight.run("key", Effect.succeed(2))
      )
      expect(yield* Effect.all([twice, twice], { concurrency: "unbounded" })).toEqual([2, 2])
    }
  })
)
