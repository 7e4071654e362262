import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { anEvent, aSend } from "@telemark-tools/storages"
import { StorageError } from "@telemark/contract"
import {
  Database,
  emailQueries,
  eventQueries,
  makeWriteEvents,
  type FollowEvents,
  makeEventStreams,
  NewEvents,
  subscriptionQueries
} from "@telemark/core"
import { Cause, Clock, Effect, Exit, Fiber, Latch, Schedule, Scope, Stream } from "effect"
import { layer } from "../src/sqliteLayer.js"

const inMemory = layer({ filename: ":memory:" })

type Parts = Parameters<typeof makeEventStreams>[0]
type Around<Part> = (part: Part) => Partial<Part>

/** A process that follows the events of `tn_a`, each time by pulling one after the other. */
const aProcess = (
  around: {
    readonly subscriptions?: Around<Parts["subscriptions"]>
    readonly events?: Around<Parts["events"]>
  } = {}
) =>
  Effect.gen(function* () {
    const subscriptions = yield* subscriptionQueries
    const events = yield* eventQueries
    const streams = yield* makeEventStreams({
      subscriptions: { ...subscriptions, ...around.subscriptions?.(subscriptions) },
      events: { ...events, ...around.events?.(events) }
    })
    return (request?: FollowEvents) =>
      Effect.gen(function* () {
        const scope = yield* Scope.fork(yield* Effect.scope)
        const pull = yield* Scope.provide(Stream.toPull(streams.follow("tn_a", request)), scope)
        const next = Effect.map(pull, (events) => events.map(({ id }) => id).join())
        return { next, leave: Scope.close(scope, Exit.void) }
      })
  })

/** Events of that number, which happened at the beginning of time. */
const happened = (...numbers: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const send = aSend(1)
    const email_id = send.recipients[0]?.id ?? ""
    yield* Effect.flatMap(emailQueries, (store) => store.accept(send))
    const { write } = yield* Database
    const writeEvents = yield* makeWriteEvents
    for (const number of numbers) yield* write(writeEvents([anEvent(email_id, eventId(number))], 0))
  })

const eventId = (number: number) => `evt_${String(number).padStart(32, "0")}`

/** Removes what expired, as workers do. */
const housekeeping = Effect.flatMap(subscriptionQueries, (store) =>
  Effect.repeat(
    Effect.flatMap(Clock.currentTimeMillis, store.removeExpired),
    Schedule.spaced("1 minute")
  )
)

describe("following events", () => {
  it.effect(
    "without a name fails once it was forgotten, like that of a process that slept, so that it can be followed anew",
    () =>
      Effect.gen(function* () {
        const follow = yield* aProcess()
        const { next } = yield* follow()
        const waiting = yield* Effect.forkChild(Effect.flip(next))
        yield* TestClock.adjust("1 second")
        expect(
          yield* Effect.flatMap(subscriptionQueries, (store) => store.removeExpired(1e12))
        ).toBe(1)
        yield* TestClock.adjust("20 seconds")
        expect(yield* Fiber.join(waiting)).toBeInstanceOf(StorageError)
      }).pipe(Effect.provide(inMemory))
  )

  it.effect(
    "under a name ends once that is forgotten, with what was in flight, and while it waits",
    () =>
      Effect.gen(function* () {
        const follow = yield* aProcess()
        const [waiting, working] = [
          yield* follow({ name: "waiting", from: "beginning" }),
          yield* follow({ name: "working", from: "beginning" })
        ]
        yield* happened(1, 2)
        expect(yield* working.next).toBe(eventId(1))
        expect(yield* waiting.next).toBe(eventId(1))
        expect(yield* waiting.next).toBe(eventId(2))
        const ended = yield* Effect.forkChild(Effect.flip(waiting.next))
        const { remove } = yield* subscriptionQueries
        for (const name of ["waiting", "working"]) expect(yield* remove("tn_a", name)).toBe(true)
        yield* TestClock.adjust("20 seconds")
        expect([yield* Fiber.join(ended), yield* Effect.flip(working.next)]).toEqual([
          Cause.Done(),
          Cause.Done()
        ])
      }).pipe(Effect.provide(inMemory))
  )

  it.effect(
    "under a name that another process begins at the same time neither repeats what that one has handled, nor makes it expire",
    () =>
      Effect.gen(function* () {
        yield* happened(1, 2, 3)
        const read = yield* Latch.make(false)
        const slow = yield* aProcess({
          events: ({ list }) => ({
            list: (...range) => Effect.andThen(read.await, list(...range))
          })
        })
        const quick = yield* aProcess()
        const request = { name: "crm", from: "beginning" }
        const [later, first] = [yield* slow(request), yield* quick(request)]
        const waiting = yield* Effect.forkChild(later.next)
        yield* Effect.yieldNow
        expect([yield* first.next, yield* first.next]).toEqual([eventId(1), eventId(2)])
        yield* read.open
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.interrupt(waiting)
        yield* first.leave
        expect(
          yield* Effect.flatMap(subscriptionQueries, (store) => store.removeExpired(1e12))
        ).toBe(0)
        const again = yield* quick(request)
        expect([yield* again.next, yield* again.next]).toEqual([eventId(2), eventId(3)])
      }).pipe(Effect.provide(inMemory))
  )

  it.effect("from the beginning isn't forgotten while one page takes an hour", () =>
    Effect.gen(function* () {
      yield* happened(1)
      const follow = yield* aProcess({
        events: ({ list }) => ({ list: (...range) => Effect.delay(list(...range), "1 hour") })
      })
      const [named, nameless] = [
        yield* follow({ name: "crm", from: "beginning" }),
        yield* follow({ from: "beginning" })
      ]
      yield* Effect.forkChild(housekeeping)
      const both = yield* Effect.forkChild(
        Effect.all([named.next, nameless.next], { concurrency: 2 })
      )
      yield* TestClock.adjust("1 hour")
      expect(yield* Fiber.join(both)).toEqual([eventId(1), eventId(1)])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("has handled an event whose acknowledgement is in progress when it is stopped", () =>
    Effect.gen(function* () {
      const follow = yield* aProcess({
        subscriptions: ({ acknowledge }) => ({
          acknowledge: (...those) => Effect.delay(acknowledge(...those), "1 second")
        })
      })
      const request = { name: "crm", from: "beginning" }
      yield* happened(1, 2)
      const { leave, next } = yield* follow(request)
      expect(yield* next).toBe(eventId(1))
      const acknowledging = yield* Effect.forkChild(next)
      yield* TestClock.adjust("500 millis")
      const stopped = yield* Effect.forkChild(Effect.andThen(Fiber.interrupt(acknowledging), leave))
      yield* TestClock.adjust("500 millis")
      yield* Fiber.join(stopped)
      expect(yield* Effect.flatMap(follow(request), (again) => again.next)).toBe(eventId(2))
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("requests new events together, however many signals it gets", () =>
    Effect.gen(function* () {
      let claims = 0
      const follow = yield* aProcess({
        subscriptions: ({ claim }) => ({
          claim: (...those) =>
            Effect.suspend(() => {
              claims++
              return claim(...those)
            })
        })
      })
      const { signal } = yield* NewEvents
      const { next } = yield* follow()
      yield* Effect.forkChild(next)
      for (let millis = 0; millis < 200; millis++)
        yield* Effect.andThen(signal, TestClock.adjust("1 millis"))
      expect(claims).toBeGreaterThan(5)
      expect(claims).toBeLessThan(15)
    }).pipe(Effect.provide(inMemory))
  )
})
