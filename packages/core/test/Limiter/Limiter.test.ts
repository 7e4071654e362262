import { describe, expect, it } from "@effect/vitest"
import { makeLimiter } from "@telemark/core"
import { Data, Deferred, Effect, Exit, Fiber, Option, Scope } from "effect"
import { TestClock } from "@telemark-tools/clock"

class Busy extends Data.TaggedError("Busy")<{}> {}

const settle = Effect.repeat(Effect.yieldNow, { times: 50 })

/** Jobs that note when they begin, and end when they are told to. */
const makeJobs = () => {
  const begun: Array<string> = []
  const ends = new Map<string, Deferred.Deferred<void>>()
  const job = (name: string) =>
    Effect.gen(function* () {
      const end = yield* Deferred.make<void>()
      ends.set(name, end)
      begun.push(name)
      yield* Deferred.await(end)
    })
  const end = (name: string) => Effect.suspend(() => Deferred.succeed(ends.get(name)!, undefined))
  return { begun, end, job }
}

describe("a limiter", () => {
  it.effect("runs so many at once, and wakes one for each that ends, in their order", () =>
    Effect.gen(function* () {
      const limiter = makeLimiter({ permits: 2 })
      const { begun, end, job } = makeJobs()
      const all = yield* Effect.forkChild(
        Effect.forEach(["1", "2", "3", "4", "5"], (name) => limiter.run()(job(name)), {
          concurrency: "unbounded"
        })
      )
      yield* settle
      expect(begun).toEqual(["1", "2"])
      for (const name of ["2", "1", "3", "4", "5"]) {
        yield* end(name)
        yield* settle
      }
      expect(begun).toEqual(["1", "2", "3", "4", "5"])
      yield* Fiber.join(all)
    })
  )

  it.effect("lets keys take turns, however many jobs one of them has waiting", () =>
    Effect.gen(function* () {
      const limiter = makeLimiter({ permits: 1 })
      const begun: Array<string> = []
      const run = (key: string) => limiter.run({ key })(Effect.sync(() => begun.push(key)))
      yield* Effect.all(
        [
          limiter.run()(settle),
          ...Array.from({ length: 50 }, () => run("many")),
          run("few"),
          run("few")
        ],
        { concurrency: "unbounded" }
      )
      expect(begun.slice(0, 5)).toEqual(["many", "few", "many", "few", "many"])
      expect(begun).toHaveLength(52)
    })
  )

  it.effect(
    "refuses jobs that may not wait, and those that have waited for too long; both never begin",
    () =>
      Effect.gen(function* () {
        const limiter = makeLimiter({
          permits: 1,
          refuse: { maxWaiting: 1, maxWait: "5 seconds", error: () => new Busy() }
        })
        const { begun, end, job } = makeJobs()
        const first = yield* Effect.forkChild(limiter.run()(job("first")))
        yield* settle
        const patient = yield* Effect.forkChild(Effect.flip(limiter.run()(job("patient"))))
        yield* settle
        expect(yield* Effect.flip(limiter.run()(job("refused")))).toBeInstanceOf(Busy)
        yield* TestClock.adjust("5 seconds")
        expect(yield* Fiber.join(patient)).toBeInstanceOf(Busy)
        const next = yield* Effect.forkChild(limiter.run()(job("next")))
        yield* end("first")
        yield* settle
        expect(begun).toEqual(["first", "next"])
        yield* end("next")
        yield* Fiber.joinAll([first, next])
      })
  )

  it.effect("frees the queue slot of a job that is interrupted while it waits", () =>
    Effect.gen(function* () {
      const limiter = makeLimiter({
        permits: 1,
        refuse: { maxWaiting: 1, error: () => new Busy() }
      })
      const { begun, end, job } = makeJobs()
      const first = yield* Effect.forkChild(limiter.run()(job("first")))
      yield* settle
      const gone = yield* Effect.forkChild(limiter.run()(job("gone")))
      yield* settle
      yield* Fiber.interrupt(gone)
      const next = yield* Effect.forkChild(limiter.run()(job("next")))
      yield* end("first")
      yield* settle
      expect(begun).toEqual(["first", "next"])
      yield* end("next")
      yield* Fiber.joinAll([first, next])
    })
  )

  it.effect(
    "lets waiting be interrupted in an uninterruptible caller, if requested, and keeps what has run",
    () =>
      Effect.gen(function* () {
        const limiter = makeLimiter({ permits: 1, isWaitInterruptible: true })
        const { begun, end, job } = makeJobs()
        const first = yield* Effect.forkChild(
          Effect.uninterruptible(
            Effect.tap(limiter.run()(Effect.as(job("first"), "kept")), (kept) =>
              Effect.sync(() => begun.push(kept))
            )
          )
        )
        yield* settle
        const waiting = yield* Effect.forkChild(
          Effect.uninterruptible(limiter.run()(job("waiting")))
        )
        yield* settle
        yield* Fiber.interrupt(waiting)
        expect(Exit.hasInterrupts(yield* Fiber.await(waiting))).toBe(true)
        const interrupting = yield* Effect.forkChild(Fiber.interrupt(first))
        yield* settle
        yield* end("first")
        yield* Fiber.join(interrupting)
        expect(begun).toEqual(["first", "kept"])
      })
  )

  it.effect("passes the permit of a job that is interrupted just as it gets it to the next", () =>
    Effect.gen(function* () {
      const limiter = makeLimiter({ permits: 1 })
      const { begun, end, job } = makeJobs()
      const first = yield* Effect.forkChild(limiter.run()(job("first")))
      yield* settle
      const gone = yield* Effect.forkChild(limiter.run()(job("gone")))
      const next = yield* Effect.forkChild(limiter.run()(job("next")))
      yield* settle
      // Without a pause between: the one that is woken is interrupted before it runs.
      yield* end("first")
      gone.interruptUnsafe()
      yield* settle
      expect(Exit.hasInterrupts(yield* Fiber.await(gone))).toBe(true)
      expect(begun.filter((name) => name !== "gone")).toEqual(["first", "next"])
      yield* end("next")
      yield* Fiber.joinAll([first, next])
    })
  )

  it.effect("releases permits however a job ends", () =>
    Effect.gen(function* () {
      const limiter = makeLimiter({ permits: 1 })
      yield* Effect.exit(limiter.run()(Effect.fail("no")))
      yield* Effect.exit(limiter.run()(Effect.die("no")))
      yield* Effect.flatMap(Effect.forkChild(limiter.run()(Effect.never)), (fiber) =>
        Effect.andThen(settle, Fiber.interrupt(fiber))
      )
      expect(yield* limiter.run()(Effect.succeed("free"))).toBe("free")
    })
  )

  it.effect("runs what is free at once or reports that it isn't", () =>
    Effect.gen(function* () {
      const limiter = makeLimiter({ permits: 3 })
      const { end, job } = makeJobs()
      const first = yield* Effect.forkChild(limiter.run({ permits: 2 })(job("first")))
      yield* settle
      expect(yield* limiter.runIfFree({ permits: 2 })(Effect.succeed("ran"))).toEqual(Option.none())
      expect(yield* limiter.runIfFree({ permits: 1 })(Effect.succeed("ran"))).toEqual(
        Option.some("ran")
      )
      yield* end("first")
      yield* Fiber.join(first)
      expect(yield* limiter.runIfFree({ permits: 3 })(Effect.succeed("ran"))).toEqual(
        Option.some("ran")
      )
    })
  )

  it.effect("lends permits until a scope closes", () =>
    Effect.gen(function* () {
      const limiter = makeLimiter({ permits: 1 })
      const scope = yield* Scope.make()
      yield* Scope.provide(limiter.acquire(), scope)
      const waiting = yield* Effect.forkChild(limiter.run()(Effect.succeed("ran")))
      yield* settle
      expect(waiting.pollUnsafe()).toBeUndefined()
      yield* Scope.close(scope, Exit.void)
      expect(yield* Fiber.join(waiting)).toBe("ran")
    })
  )

  // Where each release woke all of them, 1,600 took 16.6 s and 2.4 GB.
  it.live("runs 5,000 that wait in a time that grows with their number alone", () =>
    Effect.gen(function* () {
      const limiter = makeLimiter({ permits: 2 })
      let ran = 0
      const job = Effect.andThen(
        Effect.yieldNow,
        Effect.sync(() => {
          ran++
        })
      )
      yield* Effect.forEach(Array.from({ length: 5_000 }), () => limiter.run()(job), {
        concurrency: "unbounded",
        discard: true
      })
      expect(ran).toBe(5_000)
    })
  )
})
