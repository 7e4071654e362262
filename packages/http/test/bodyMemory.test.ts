import { makeBodyMemory } from "@telemark/http"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "@telemark-tools/clock"
import { describe, expect, it } from "vitest"

/** Bodies that ask for memory; what has come of each, in the order in which it came. */
const makeBodies = (octets: number) => {
  const memory = makeBodyMemory({ octets, maxWait: "10 seconds" })
  const outcomes: Array<string> = []
  const releases = new Map<string, () => void>()
  const ask = (name: string, size: number, owner?: string) =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        Effect.andThen(
          Deferred.succeed(asked, undefined),
          Effect.match(
            memory.reserve(
              size,
              (release) => {
                releases.set(name, release)
              },
              owner
            ),
            {
              onSuccess: () => void outcomes.push(`${name} in`),
              onFailure: ({ _tag }) => void outcomes.push(`${name} ${_tag}`)
            }
          )
        )
      )
      yield* Deferred.await(asked)
      yield* Effect.yieldNow
      yield* TestClock.adjust("1 millis")
      return fiber
    })
  const leave = (name: string) =>
    Effect.andThen(
      Effect.sync(() => {
        releases.get(name)?.()
      }),
      TestClock.adjust("1 millis")
    )
  return { ask, releases, leave, outcomes }
}

const run = (test: Effect.Effect<void>) =>
  Effect.runPromise(Effect.provide(test, TestClock.layer()))

describe("the memory for large bodies", () => {
  it("lets in what fits, and what waits as soon as it does", () =>
    run(
      Effect.gen(function* () {
        const { ask, leave, outcomes } = makeBodies(10)
        yield* ask("a", 6)
        yield* ask("b", 4)
        yield* ask("c", 5)
        expect(outcomes).toEqual(["a in", "b in"])
        yield* leave("b")
        expect(outcomes).toEqual(["a in", "b in"])
        yield* leave("a")
        expect(outcomes).toEqual(["a in", "b in", "c in"])
      })
    ))

  it("doesn't let a small one pass a large one that came before it", () =>
    run(
      Effect.gen(function* () {
        const { ask, leave, outcomes } = makeBodies(10)
        yield* ask("a", 6)
        yield* ask("large", 9)
        yield* ask("small", 1)
        expect(outcomes).toEqual(["a in"])
        yield* leave("a")
        expect(outcomes).toEqual(["a in", "large in", "small in"])
      })
    ))

  it("lets owners in by turns, however many of one wait", () =>
    run(
      Effect.gen(function* () {
        const { ask, leave, outcomes } = makeBodies(10)
        for (const name of ["a", "b", "c", "d"]) yield* ask(name, 10, "many")
        yield* ask("few", 10, "few")
        yield* ask("last", 10, "few")
        for (const name of ["a", "few", "b", "last"]) yield* leave(name)
        expect(outcomes).toEqual(["a in", "few in", "b in", "last in", "c in"])
      })
    ))

  it("refuses a request that has waited for 10 seconds, and admits those that waited behind it", () =>
    run(
      Effect.gen(function* () {
        const { ask, outcomes } = makeBodies(10)
        yield* ask("a", 6)
        yield* ask("large", 9)
        yield* TestClock.adjust("5 seconds")
        yield* ask("small", 1)
        yield* TestClock.adjust("4 seconds")
        expect(outcomes).toEqual(["a in"])
        yield* TestClock.adjust("1 seconds")
        expect([...outcomes].sort()).toEqual(["a in", "large LargeBodiesBusy", "small in"])
      })
    ))

  it("lets one in that is larger than the whole, alone", () =>
    run(
      Effect.gen(function* () {
        const { ask, leave, outcomes } = makeBodies(10)
        yield* ask("giant", 1000)
        yield* ask("b", 1)
        expect(outcomes).toEqual(["giant in"])
        yield* leave("giant")
        expect(outcomes).toEqual(["giant in", "b in"])
      })
    ))

  it("forgets a request that is interrupted while waiting", () =>
    run(
      Effect.gen(function* () {
        const { ask, releases, leave, outcomes } = makeBodies(10)
        yield* ask("a", 10)
        const waiting = yield* ask("b", 10)
        yield* ask("c", 10)
        yield* Fiber.interrupt(waiting)
        yield* leave("a")
        expect(outcomes).toEqual(["a in", "c in"])
        expect(releases.has("b")).toBe(false)
      })
    ))

  it("is as large at the end as at the beginning, after any sequence of requests", () =>
    run(
      Effect.gen(function* () {
        const { ask, releases, leave, outcomes } = makeBodies(10)
        for (let round = 0; round < 6; round++) {
          for (const size of [3, 7, 2, 10, 1]) yield* ask(`${String(round)}-${String(size)}`, size)
          if (round % 3 === 0) yield* TestClock.adjust("11 seconds")
        }
        for (let left = -1; left !== releases.size;) {
          left = releases.size
          for (const [name] of releases) {
            yield* leave(name)
            releases.set(name, () => undefined)
          }
        }
        yield* ask("last", 10)
        expect(outcomes.at(-1)).toBe("last in")
      })
    ))
})
