import { Queue, type QueueEntry, type TakenEntry } from "@telemark/core"
import { Cause, Clock, Effect, Exit, type Layer } from "effect"
import assert from "node:assert/strict"

/** Of Vitest, Jest, Bun or `node:test`. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly it: (name: string, body: () => Promise<void>) => unknown
}

/** A queue whose entries stay their taker's for so many milliseconds without `extend`. */
export type QueueUnderTest = (keptFor: number) => Layer.Layer<Queue, unknown>

export interface QueueConformanceOptions {
  /**
   * How long an entry stays its taker's where a test waits for that, in milliseconds; in all other
   * tests it is kept for an hour.
   */
  readonly keptFor: number
}

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))
const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

const anHour = 3_600_000

const entry = (id: string, overrides: Partial<QueueEntry> = {}): QueueEntry => ({
  id,
  tenant_id: "tn_a",
  route: "platform",
  ...overrides
})
const entries = (count: number): ReadonlyArray<QueueEntry> =>
  times(count, (index) => entry(`em_${String(index).padStart(4, "0")}`))
const ids = (taken: ReadonlyArray<TakenEntry>): ReadonlyArray<string> => taken.map(({ id }) => id)

const takeWhenFree = (owner: string) =>
  Effect.gen(function* () {
    const queue = yield* Queue
    let taken = yield* queue.take(owner, "platform", 10)
    while (taken.length === 0) {
      yield* Effect.sleep("25 millis")
      taken = yield* queue.take(owner, "platform", 10)
    }
    return taken
  })

/** Does it, and says whether that took less than so many milliseconds. */
const isWithin = <E, R>(millis: number, work: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    yield* work
    return (yield* Clock.currentTimeMillis) - begun < millis
  })

/**
 * Registers the tests that every queue must pass. `queue` is built anew for each and must be empty
 * each time. Choose a short `keptFor`.
 *
 * ```ts
 * import { describe, it } from "vitest"
 * queueConformance("my queue", (keptFor) => layerOfMyQueue({ keptFor }), { describe, it }, {
 * keptFor: 500 })
 * ```
 */
export const queueConformance = (
  name: string,
  queue: QueueUnderTest,
  { describe, it }: TestRunner,
  { keptFor }: QueueConformanceOptions
): void => {
  const test = (
    title: string,
    body: () => Effect.Effect<unknown, unknown, Queue>,
    kept = anHour
  ): void => {
    it(title, async () => {
      const exit = await Effect.runPromiseExit(Effect.provide(Effect.suspend(body), queue(kept)))
      // Test runners show the difference of the original error.
      if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
    })
  }

  describe(`Queue on ${name}`, () => {
    test("returns entries unchanged, in the order in which they were offered, and no more than requested", () =>
      Effect.gen(function* () {
        const { offer, take } = yield* Queue
        yield* offer([entry("em_1", { tenant_id: "tn_b" }), entry("em_2")])
        yield* offer([entry("em_3")])
        const [first, ...others] = yield* take("w", "platform", 1)
        assert.ok(first !== undefined && first.receipt !== "")
        assert.deepEqual(
          [first, others],
          [{ ...entry("em_1", { tenant_id: "tn_b" }), receipt: first.receipt }, []]
        )
        assert.deepEqual(ids(yield* take("w", "platform", 10)), ["em_2", "em_3"])
        assert.deepEqual(yield* take("w", "platform", 10), [])
      }))

    test("gives each of a thousand entries to one of many concurrent claims", () =>
      Effect.gen(function* () {
        const { offer, take } = yield* Queue
        yield* offer(entries(1000))
        const taken = yield* together(
          times(20, (index) => take(`w${String(index)}`, "platform", 60))
        )
        const all = [...taken.flatMap(ids), ...ids(yield* take("late", "platform", 1000))]
        assert.equal(all.length, 1000)
        assert.equal(new Set(all).size, 1000)
      }))

    test("separates the entries of tenants' own servers from the platform's", () =>
      Effect.gen(function* () {
        const { offer, take } = yield* Queue
        yield* offer([...entries(50), entry("em_own", { route: "own" })])
        assert.deepEqual(ids(yield* take("w", "own", 10)), ["em_own"])
        assert.deepEqual(yield* take("w", "own", 10), [])
        assert.equal((yield* take("w", "platform", 100)).length, 50)
      }))

    test("deletes what is done", () =>
      Effect.gen(function* () {
        const { done, offer, release, take } = yield* Queue
        yield* offer([entry("em_1"), entry("em_2")])
        const [first, second] = yield* take("w", "platform", 2)
        assert.ok(first !== undefined && second !== undefined)
        yield* done("w", [first])
        yield* release("w", [first, second])
        assert.deepEqual(ids(yield* take("next", "platform", 10)), ["em_2"])
      }))

    test("returns released entries to the queue at once", () =>
      Effect.gen(function* () {
        const { offer, release, take } = yield* Queue
        yield* offer(entries(3))
        yield* release("w", yield* take("w", "platform", 2))
        assert.deepEqual(
          [...ids(yield* take("next", "platform", 10))].sort(),
          ids(entries(3).map((one) => ({ ...one, receipt: "" })))
        )
      }))

    test("leases an entry to its owner", () =>
      Effect.gen(function* () {
        const { offer, take } = yield* Queue
        yield* offer([entry("em_1")])
        yield* take("w", "platform", 1)
        assert.deepEqual(yield* take("next", "platform", 1), [])
      }))

    test(
      "gives an entry to another once its time is over",
      () =>
        Effect.gen(function* () {
          const { offer, take } = yield* Queue
          yield* offer([entry("em_1")])
          yield* take("dead", "platform", 1)
          assert.deepEqual(ids(yield* takeWhenFree("next")), ["em_1"])
        }),
      keptFor
    )

    test(
      "keeps an entry leased for as long as its owner extends the lease",
      () =>
        Effect.gen(function* () {
          const { extend, offer, release, take } = yield* Queue
          yield* offer([entry("em_1")])
          let taken = yield* take("w", "platform", 1)
          for (let third = 0; third < 9; third++) {
            const isKept = yield* isWithin(
              keptFor / 2,
              Effect.andThen(Effect.sleep(keptFor / 3), extend("w", taken))
            )
            const others = yield* take("next", "platform", 1)
            if (isKept) assert.deepEqual(others, [])
            else {
              // The machine was too slow for it: from the beginning.
              yield* release("next", others)
              yield* release("w", taken)
              taken = yield* takeWhenFree("w")
              third = -1
            }
          }
        }),
      keptFor
    )

    test(
      "changes nothing of another owner's entries: not by done, nor release, nor extend",
      () =>
        Effect.gen(function* () {
          const { done, extend, offer, release, take } = yield* Queue
          yield* offer([entry("em_1")])
          const late = yield* take("slow", "platform", 1)
          const taken = yield* takeWhenFree("next")
          // Only until the next owner's time is over as well.
          const isKept = yield* isWithin(
            keptFor / 2,
            Effect.gen(function* () {
              yield* release("slow", late)
              yield* done("slow", late)
              yield* extend("slow", late)
            })
          )
          const others = yield* take("third", "platform", 1)
          if (isKept) assert.deepEqual(others, [])
          yield* release("third", others)
          yield* release("next", taken)
          assert.deepEqual(ids(yield* takeWhenFree("third")), ["em_1"])
        }),
      keptFor
    )

    test("distinguishes several entries of one message", () =>
      Effect.gen(function* () {
        const { done, offer, release, take } = yield* Queue
        yield* offer([entry("em_1")])
        yield* offer([entry("em_1")])
        const [first, second] = yield* take("w", "platform", 2)
        assert.ok(first !== undefined && second !== undefined && first.receipt !== second.receipt)
        yield* done("w", [first])
        yield* release("w", [first, second])
        assert.deepEqual(
          (yield* take("next", "platform", 10)).map(({ receipt }) => receipt),
          [second.receipt]
        )
      }))

    test("treats empty lists and unknown entries as nothing to do", () =>
      Effect.gen(function* () {
        const { done, extend, offer, release, take } = yield* Queue
        yield* offer([])
        assert.deepEqual(yield* take("w", "platform", 10), [])
        yield* offer([entry("em_1")])
        const taken = yield* take("w", "platform", 1)
        yield* done("w", taken)
        for (const known of [taken, []]) {
          yield* done("w", known)
          yield* extend("w", known)
          yield* release("w", known)
        }
        assert.deepEqual(yield* take("w", "platform", 10), [])
      }))
  })
}
