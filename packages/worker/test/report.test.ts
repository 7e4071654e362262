import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import {
  DeliveryOutcome,
  eventQueries,
  type ForeseenReport,
  suppressionQueries
} from "@telemark/core"
import { Worker } from "@telemark/worker"
import { Effect } from "effect"
import {
  accepted,
  eventually,
  everyStatus,
  layerWith,
  queueMails,
  recordOf,
  tenant
} from "./harness.js"

const foreseeing = (report: ForeseenReport) =>
  layerWith(() =>
    Effect.succeed(
      DeliveryOutcome.Accepted({ provider: "test", response: "250 2.0.0 taken", report })
    )
  )

const eventsOf = (id: string) =>
  Effect.gen(function* () {
    const { id: owner } = yield* tenant
    return (yield* (yield* eventQueries).ofEmail(owner, id)).map(
      ({ data: { reported, status }, type }) => ({ type, status, reported: reported ?? false })
    )
  })

const noPage = { data: [], limit: 50, offset: 0, next: null }
const unused = {
  receive: () => Effect.succeed([]),
  recordBatch: () => Effect.succeed({ data: [] }),
  keepUnread: () => Effect.succeed(false),
  unmatched: () => Effect.succeed(noPage),
  listOperators: () => Effect.succeed(noPage),
  retry: () => Effect.succeed({ tried: 0, hasMore: false, nextDue: undefined }),
  settled: () => {},
  listen: Effect.succeed(Effect.never)
}

describe("what a next hop says beforehand", () => {
  it.effect("is recorded behind the acceptance, as feedback from outside is", () =>
    Effect.gen(function* () {
      yield* Worker.start({})
      const [id = ""] = yield* queueMails(1)
      yield* eventually(everyStatus([id], "delivered"))
      expect(yield* recordOf(id)).toMatchObject({
        attempts: 1,
        smtp_response: "250 2.0.0 taken",
        error_message: null
      })
      expect(yield* eventsOf(id)).toEqual([
        { type: "email.sent", status: "sent", reported: false },
        { type: "email.delivered", status: "delivered", reported: true }
      ])
    }).pipe(Effect.provide(foreseeing("delivered")))
  )

  it.effect("suppresses recipients that complain", () =>
    Effect.gen(function* () {
      yield* Worker.start({})
      const [id = ""] = yield* queueMails(1)
      yield* eventually(everyStatus([id], "complained"))
      const { id: owner } = yield* tenant
      expect(
        yield* (yield* suppressionQueries).find(owner, "customer-0@example.com")
      ).toMatchObject([{ reason: "complaint" }])
    }).pipe(Effect.provide(foreseeing("complained")))
  )

  it.effect("isn't recorded of an email that another worker has by now", () =>
    Effect.gen(function* () {
      yield* Worker.start({})
      yield* queueMails(1)
      yield* eventually(Effect.sync(() => outcomes > 0))
      yield* TestClock.adjust("1 second")
      expect([outcomes, told]).toEqual([1, 0])
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.succeed({ ...accepted, report: "delivered" }), {
          aroundQueue: (queue) => ({
            ...queue,
            record: () =>
              Effect.sync(() => {
                outcomes++
                return { ids: [], hasOutboxRows: false }
              })
          }),
          feedback: {
            ...unused,
            record: () =>
              Effect.sync(() => {
                told++
                return { outcome: "repeated", event_id: null }
              })
          }
        })
      )
    )
  )
  let outcomes = 0
  let told = 0

  it.effect("is tried again if it can't be recorded, and lets the worker continue meanwhile", () =>
    Effect.gen(function* () {
      yield* Worker.start({})
      const ids = yield* queueMails(2)
      yield* eventually(Effect.sync(() => tries === 2))
      yield* queueMails(1)
      yield* eventually(Effect.sync(() => tries >= 3))
      expect(yield* everyStatus(ids, "sent")).toBe(true)
      yield* eventually(
        Effect.sync(() => tries === 3 * 5),
        "100 millis"
      )
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.succeed({ ...accepted, report: "delivered" }), {
          feedback: {
            ...unused,
            record: () =>
              Effect.suspend(() => {
                tries++
                return new StorageError({ reason: "unavailable", cause: undefined })
              })
          }
        })
      )
    )
  )
  let tries = 0
})
