import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { FeedbackReport } from "@telemark/contract"
import { DeliveryOutcome, eventQueries, Feedback } from "@telemark/core"
import { deliverDue, Worker } from "@telemark/worker"
import { Clock, Deferred, Effect } from "effect"
import {
  accepted,
  eventually,
  everyStatus,
  layerWith,
  queueMails,
  recordOf,
  tenant
} from "./harness.js"

const typesOf = (id: string) =>
  Effect.gen(function* () {
    const { id: owner } = yield* tenant
    const events = yield* (yield* eventQueries).ofEmail(owner, id)
    return [...events].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ type }) => type)
  })

const report = (id: string, given: FeedbackReport) =>
  Effect.gen(function* () {
    const { id: owner } = yield* tenant
    return (yield* (yield* Feedback).record(owner, id, given)).outcome
  })

describe("a report that comes while its message is sent", () => {
  it.effect("is recorded as soon as the worker has recorded the message, once and after it", () => {
    const taken = Effect.runSync(Deferred.make<void>())
    return Effect.gen(function* () {
      yield* Worker.start({})
      const [id = ""] = yield* queueMails(1)
      yield* eventually(everyStatus([id], "sending"))
      expect(yield* report(id, { kind: "delivered", key: "k1" })).toBe("waiting")
      expect(yield* report(id, { kind: "delivered", key: "k1" })).toBe("waiting")
      // Long enough that the report's next try by the schedule is some seconds away.
      yield* TestClock.adjust("8 seconds")
      expect(yield* typesOf(id)).toEqual([])
      const sent = yield* Clock.currentTimeMillis
      yield* Deferred.succeed(taken, undefined)
      yield* eventually(everyStatus([id], "delivered"))
      expect((yield* Clock.currentTimeMillis) - sent).toBeLessThan(1000)
      expect(yield* typesOf(id)).toEqual(["email.sent", "email.delivered"])
      expect((yield* recordOf(id)).sent_at).not.toBeNull()
      expect(yield* report(id, { kind: "delivered", key: "k1" })).toBe("repeated")
      yield* TestClock.adjust("20 seconds")
      expect(yield* typesOf(id)).toEqual(["email.sent", "email.delivered"])
    }).pipe(Effect.provide(layerWith(() => Effect.as(Deferred.await(taken), accepted))))
  })

  it.effect("is recorded by a worker in another process when it is due", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queueMails(1)
      expect(yield* report(id, { kind: "complained" })).toBe("waiting")
      // Another instance of the service knows nothing of the report.
      yield* Worker.start({}).pipe(Effect.provide(Feedback.layer))
      yield* eventually(everyStatus([id], "complained"))
      expect(yield* typesOf(id)).toEqual(["email.sent", "email.complained"])
    }).pipe(Effect.provide(layerWith(() => Effect.succeed(accepted))))
  )

  it.effect("is recorded by a run of short-lived work", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queueMails(1)
      yield* report(id, { kind: "delivered" })
      yield* deliverDue()
      expect(yield* typesOf(id)).toEqual(["email.sent", "email.delivered"])
    }).pipe(Effect.provide(layerWith(() => Effect.succeed(accepted))))
  )
})

describe("the id that a provider gives a message", () => {
  it.effect(
    "is stored with the message, so that reports that name it are recorded, even those that came before",
    () =>
      Effect.gen(function* () {
        const { receive } = yield* Feedback
        const origin = { tenant_id: null, source: "ses" }
        const early = {
          kind: "delivered",
          message: { provider_id: "0102018f-1" },
          key: "k1"
        } as const
        expect(yield* receive(origin, [early])).toEqual(["unknown_email"])
        yield* Worker.start({})
        const [id = ""] = yield* queueMails(1)
        yield* eventually(everyStatus([id], "delivered"), "500 millis")
        expect(
          yield* receive(origin, [
            { kind: "complained", message: { message_id: "0102018f-1@eu-west-1.amazonses.com" } },
            early
          ])
        ).toEqual(["recorded", "repeated"])
        expect(yield* typesOf(id)).toEqual(["email.sent", "email.delivered", "email.complained"])
      }).pipe(
        Effect.provide(
          layerWith(() =>
            Effect.succeed(
              DeliveryOutcome.Accepted({
                provider: "ses",
                response: "250 Ok 0102018f-1",
                provider_message_id: "0102018f-1"
              })
            )
          )
        )
      )
  )
})
