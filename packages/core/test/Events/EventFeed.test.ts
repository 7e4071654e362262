import { it } from "@effect/vitest"
import type { EmailEvent } from "@telemark/contract"
import { EventFeed, type EventTail, maxBehind, type RecordedEvent, TooSlow } from "@telemark/core"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import { makeEventFeed } from "../../src/events/streams/EventFeed.js"
import { makeStored } from "./storedEvents.js"

/** A log in memory that counts the events that it gives. */
const startFeed = (page = 7) => {
  const stored = makeStored()
  let given = 0
  const past: Array<string> = []
  const after: EventTail["after"] = (tenantIds, position, until) =>
    Effect.sync(() => {
      if (until !== undefined) past.push(...tenantIds)
      const looked = stored.events.slice(position, Math.min(position + page, until ?? Infinity))
      const events = looked.filter(({ event }) => tenantIds.includes(event.tenant_id))
      given += events.length
      return { events, upTo: position + looked.length }
    })
  const tail: EventTail = {
    head: Effect.sync(() => stored.events.length),
    after,
    positionOf: (_, id) =>
      Effect.sync(() => {
        const index = stored.events.findIndex(({ event }) => event.id === id)
        return index === -1 ? undefined : index + 1
      }),
    latest: (tenantId) =>
      Effect.sync(
        () => stored.events.findLast(({ event }) => event.tenant_id === tenantId)?.event.id
      )
  }
  return {
    stored,
    given: () => given,
    /** The tenant of each page of the past that was read. */
    past,
    layer: Layer.effect(
      EventFeed,
      makeEventFeed(tail, { interval: "2 millis", maxOfTenant: 210, maxOfProcess: 220 })
    )
  }
}

const idsOf = (events: ReadonlyArray<RecordedEvent>, tenantId: string) =>
  events.flatMap(({ event }) => (event.tenant_id === tenantId ? [event.id] : []))

describe("the feed of events", () => {
  it.live(
    "shows each viewer every event of its tenant once and in order, wherever streams are cut",
    () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.array(
              fc.record({
                cutAfter: fc.integer({ min: 1, max: 9 }),
                news: fc.integer({ min: 0, max: 12 })
              }),
              { minLength: 1, maxLength: 6 }
            ),
            async (rounds) => {
              const { layer, stored } = startFeed()
              await Effect.runPromise(
                Effect.provide(
                  Effect.gen(function* () {
                    const { watch } = yield* EventFeed
                    stored.add("tn_a", 1)
                    let lastId = stored.events.at(-1)?.event.id ?? ""
                    const seen: Array<string> = [lastId]
                    for (const { cutAfter, news } of [...rounds, { cutAfter: Infinity, news: 3 }]) {
                      stored.add("tn_b", news % 3)
                      stored.add("tn_a", news)
                      const events = yield* watch("tn_a", { last_event_id: lastId })
                      stored.add("tn_a", 1)
                      const wanted = idsOf(stored.events, "tn_a").length
                      yield* Effect.promise(async () => {
                        let taken = 0
                        for await (const some of events) {
                          for (const { id } of some) {
                            seen.push((lastId = id))
                            if (++taken >= cutAfter) break
                          }
                          if (taken >= cutAfter || seen.length >= wanted) break
                        }
                      })
                    }
                    expect(seen).toEqual(idsOf(stored.events, "tn_a"))
                  }),
                  layer
                )
              )
            }
          ),
          { numRuns: 30 }
        )
      )
  )

  it.live("asks the store for 200 viewers once, as for one, and gives all the same list", () =>
    Effect.gen(function* () {
      const given: Array<number> = []
      for (const viewers of [1, 200]) {
        const feed = startFeed()
        yield* Effect.provide(
          Effect.gen(function* () {
            const { watch } = yield* EventFeed
            const watched = yield* Effect.forEach(Array.from({ length: viewers }), () =>
              watch("tn_a")
            )
            const before = feed.given()
            feed.stored.add("tn_a", 5)
            const lists = new Set<ReadonlyArray<EmailEvent>>()
            yield* Effect.promise(() =>
              Promise.all(
                watched.map(async (events) => {
                  for await (const some of events) {
                    lists.add(some)
                    break
                  }
                })
              )
            )
            given.push(feed.given() - before)
            expect([...lists].map((some) => some.length)).toEqual([5])
          }),
          feed.layer
        )
      }
      expect(given).toEqual([5, 5])
    })
  )

  it.live(
    "reads one page of the past between two turns of the loop, and a tenant's in its turn",
    () =>
      Effect.gen(function* () {
        const { layer, past, stored } = startFeed()
        stored.add("tn_a", 1)
        stored.add("tn_b", 1)
        const [ofA = "", ofB = ""] = stored.events.map(({ event }) => event.id)
        stored.add("tn_a", 60)
        stored.add("tn_b", 1)
        yield* Effect.provide(
          Effect.gen(function* () {
            const { watch } = yield* EventFeed
            const many = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () =>
              watch("tn_a", { last_event_id: ofA })
            )
            const one = yield* watch("tn_b", { last_event_id: ofB })
            let read = past.length
            let most = 0
            const looking = setInterval(() => {
              most = Math.max(most, past.length - read)
              read = past.length
            }, 0)
            const first = async (
              events: AsyncIterable<ReadonlyArray<EmailEvent>>,
              count: number
            ) => {
              let seen = 0
              for await (const some of events) if ((seen += some.length) >= count) return
            }
            yield* Effect.promise(() =>
              Promise.all([...many.map((events) => first(events, 60)), first(one, 1)])
            )
            clearInterval(looking)
            expect(past.length).toBeGreaterThan(50)
            expect(most).toBe(1)
            // Every second page until the other tenant has seen what it missed.
            expect(
              past.slice(0, 16).filter((tenantId) => tenantId === "tn_b").length
            ).toBeGreaterThan(5)
          }),
          layer
        )
      })
  )

  it.live("cuts a viewer that doesn't read, which comes back to where it was", () =>
    Effect.gen(function* () {
      const { layer, stored } = startFeed(500)
      yield* Effect.provide(
        Effect.gen(function* () {
          const { watch } = yield* EventFeed
          stored.add("tn_a", 1)
          const iterator = (yield* watch("tn_a"))[Symbol.asyncIterator]()
          const other = (yield* watch("tn_a"))[Symbol.asyncIterator]()
          stored.add("tn_a", maxBehind + 100)
          let seen = 0
          yield* Effect.promise(async () => {
            while (seen < maxBehind + 100)
              seen += ((await other.next()).value as ReadonlyArray<EmailEvent>).length
          })
          const cut = yield* Effect.promise(() => iterator.next().catch((error: unknown) => error))
          expect(cut).toBeInstanceOf(TooSlow)
          expect((yield* Effect.promise(() => iterator.next())).done).toBe(true)
          yield* Effect.promise(async () => other.return?.())
        }),
        layer
      )
    })
  )

  it.live(
    "refuses more streams than a tenant or the process may have, until some end, and all once it closes",
    () =>
      Effect.gen(function* () {
        const { layer } = startFeed()
        yield* Effect.provide(
          Effect.gen(function* () {
            const { close, watch } = yield* EventFeed
            const ours = yield* Effect.forEach(Array.from({ length: 210 }), () => watch("tn_a"))
            expect(yield* Effect.flip(watch("tn_a"))).toMatchObject({ _tag: "EventStreamsBusy" })
            yield* Effect.forEach(Array.from({ length: 10 }), () => watch("tn_b"))
            expect(yield* Effect.flip(watch("tn_c"))).toMatchObject({ _tag: "EventStreamsBusy" })
            const [first] = ours
            const iterator = first?.[Symbol.asyncIterator]()
            const waiting = iterator?.next()
            yield* Effect.promise(async () => iterator?.return?.())
            expect(
              (yield* Effect.promise(() => waiting ?? Promise.reject(new Error("none")))).done
            ).toBe(true)
            const last = yield* watch("tn_a")
            const end = last[Symbol.asyncIterator]().next()
            yield* close
            expect((yield* Effect.promise(() => end)).done).toBe(true)
            expect(yield* Effect.flip(watch("tn_c"))).toMatchObject({ _tag: "EventStreamsBusy" })
          }),
          layer
        )
      })
  )
})
