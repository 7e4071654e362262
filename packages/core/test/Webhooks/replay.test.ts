import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { type EventPage, instantOfId, uuidv7 } from "@telemark/core"
import { Effect } from "effect"
import { makeReplay } from "../../src/events/webhooks/replay.js"
import { endpoint } from "./fixtures.js"

const idAt = (instant: number, nth = 0): string =>
  `evt_${uuidv7(instant, new Uint8Array(16).fill(nth))}`
const since = 1_000_000

/**
 * A storage that answers each look with this, and a queue that owes this much of what it is given.
 */
const replayed = (
  look: (nth: number) => EventPage,
  enqueue: (ids: ReadonlyArray<string>) => number = (ids) => ids.length
) => {
  let looks = 0
  const replay = makeReplay(
    {
      find: () => Effect.die("no event is looked for"),
      list: () => Effect.sync(() => look(++looks))
    },
    { enqueue: (_, ids) => Effect.sync(() => enqueue(ids)) }
  )
  return Effect.gen(function* () {
    yield* TestClock.setTime(since * 10)
    return {
      ...(yield* replay(Effect.succeed(endpoint), { since: new Date(since).toISOString() })),
      looks
    }
  })
}

describe("a replay", () => {
  it.effect(
    "stops after reading a hundred pages of other types of events, and says where to continue",
    () =>
      Effect.gen(function* () {
        const answer = yield* replayed((nth) => ({ events: [], next: idAt(since + nth) }))
        expect(answer).toEqual({
          status: "queued",
          events: 0,
          next_since: new Date(since + 100).toISOString(),
          looks: 100
        })
      })
  )

  it.effect("never says to continue where it began", () =>
    Effect.gen(function* () {
      const answer = yield* replayed((nth) => ({
        events: [],
        next: nth < 120 ? idAt(since, nth) : idAt(since + 1)
      }))
      expect(answer).toMatchObject({ next_since: new Date(since + 1).toISOString(), looks: 120 })
    })
  )

  it.effect("takes 10,000 events at most", () =>
    Effect.gen(function* () {
      const page = (nth: number) =>
        Array.from({ length: 1000 }, (_, index) => ({ id: idAt(since + 1000 * nth + index) }))
      const answer = yield* replayed((nth) => ({ events: page(nth), next: page(nth).at(-1)?.id }))
      expect(answer).toMatchObject({ events: 10_000, looks: 10 })
      expect(answer.next_since).toBe(new Date(instantOfId(page(10).at(-1)?.id ?? "")).toISOString())
    })
  )

  it.effect("returns how many events were enqueued, not how many there are", () =>
    Effect.gen(function* () {
      const answer = yield* replayed(
        () => ({ events: [{ id: idAt(since) }, { id: idAt(since + 1) }], next: undefined }),
        () => 0
      )
      expect(answer).toMatchObject({ events: 0, next_since: null, looks: 1 })
    })
  )
})
