import { describe, expect, it } from "@effect/vitest"
import { StorageError } from "@telemark/contract"
import { defaultRetryPolicy, Emails, MailQueue } from "@telemark/core"
import { deliverDue, type DeliveredDue } from "@telemark/worker"
import { Clock, Deferred, Duration, Effect, Exit, Fiber } from "effect"
import { answered, endpointAt, noting } from "./Webhooks/harness.js"
import {
  accepted,
  everyStatus,
  greylisted,
  layerWith,
  queueMails,
  recordOf,
  tenant
} from "./harness.js"

const hop = () => Effect.succeed(accepted)

const delivered = (
  emails: Partial<DeliveredDue["emails"]>,
  webhooks: Partial<DeliveredDue["webhooks"]> = {}
): DeliveredDue => ({
  emails: { sent: 0, deferred: 0, bounced: 0, failed: 0, ...emails },
  webhooks: { taken: 0, failed: 0, ...webhooks }
})

const real = Clock.Clock.defaultValue()

/** The real clock, with another present or other waits. */
const clockWith = ({
  now = () => real.currentTimeMillisUnsafe(),
  sleep = (duration) => real.sleep(duration)
}: {
  readonly now?: () => number
  readonly sleep?: Clock.Clock["sleep"]
}): Clock.Clock => ({
  currentTimeMillisUnsafe: now,
  currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe(),
  monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
  currentTimeMillis: Effect.sync(now),
  currentTimeNanos: real.currentTimeNanos,
  monotonicTimeNanos: real.monotonicTimeNanos,
  sleep
})

describe("deliverDue", () => {
  it.live("delivers all that is due, however small the concurrency, and ends", () => {
    let [inFlight, max] = [0, 0]
    const areFour = Effect.runSync(Deferred.make<void>())
    const slow = () =>
      Effect.suspend(() => {
        max = Math.max(max, ++inFlight)
        return max === 4 ? Deferred.succeed(areFour, undefined) : Effect.void
      }).pipe(
        Effect.andThen(Deferred.await(areFour)),
        Effect.as(accepted),
        Effect.ensuring(
          Effect.sync(() => {
            inFlight--
          })
        )
      )
    return Effect.gen(function* () {
      const ids = yield* queueMails(25)
      expect(yield* deliverDue({ concurrency: 4 })).toEqual(delivered({ sent: 25 }))
      expect(yield* everyStatus(ids, "sent")).toBe(true)
      expect(max).toBe(4)
      expect(yield* deliverDue()).toEqual(delivered({}))
    }).pipe(Effect.provide(layerWith(slow)))
  })

  it.live("leaves what isn't due, and what another worker has in flight", () =>
    Effect.gen(function* () {
      const emails = yield* Emails
      const now = Date.now()
      const scheduled = yield* emails.send(yield* tenant, {
        to: "later@example.com",
        from: "shop@example.com",
        text: "x",
        scheduled_at: new Date(now + 60_000).toISOString()
      })
      const [held = ""] = yield* queueMails(1)
      yield* Effect.flatMap(MailQueue, (queue) =>
        queue.claim({ owner: "another", until: now + 60_000 }, 1, now + 1000)
      )
      expect(yield* deliverDue()).toEqual(delivered({}))
      expect((yield* recordOf(held)).status).toBe("sending")
      expect((yield* recordOf(scheduled.queued[0]?.id ?? "")).status).toBe("queued")
    }).pipe(Effect.provide(layerWith(hop)))
  )

  it.live("makes one attempt at mail that is temporarily refused", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queueMails(1)
      expect(yield* deliverDue()).toEqual(delivered({ deferred: 1 }))
      expect(yield* recordOf(id)).toMatchObject({ status: "deferred", attempts: 1 })
    }).pipe(Effect.provide(layerWith(() => Effect.succeed(greylisted))))
  )

  it.live("makes one attempt at mail that is due again before the others are finished", () =>
    Effect.gen(function* () {
      const ids = yield* queueMails(12)
      expect(yield* deliverDue({ concurrency: 2 })).toEqual(delivered({ deferred: 12 }))
      expect(
        (yield* Effect.forEach(ids, (id) => recordOf(id))).map(({ attempts }) => attempts)
      ).toEqual(ids.map(() => 1))
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.delay(Effect.succeed(greylisted), "2 millis"), {
          policy: { ...defaultRetryPolicy, schedule: [1] }
        })
      )
    )
  )

  const endings: ReadonlyArray<
    readonly [title: string, ending: (over: Effect.Effect<void>) => ReturnType<typeof deliverDue>]
  > = [
    ["it is to stop", (over) => deliverDue({}, over)],
    [
      "its time is over",
      (over) =>
        Effect.provideService(
          deliverDue({ within: "10 minutes" }),
          Clock.Clock,
          clockWith({
            sleep: (duration) =>
              Duration.toMillis(duration) === 600_000 ? over : real.sleep(duration)
          })
        )
    ]
  ]
  for (const [title, ending] of endings)
    it.live(`releases what waits for a connection once ${title}`, () =>
      Effect.gen(function* () {
        const [begun, over, finish] = yield* Effect.all([
          Deferred.make<undefined>(),
          Deferred.make<undefined>(),
          Deferred.make<undefined>()
        ])
        const hop = () =>
          Effect.as(
            Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(finish)),
            accepted
          )
        yield* Effect.gen(function* () {
          const ids = yield* queueMails(10)
          const delivering = yield* Effect.forkChild(ending(Deferred.await(over)))
          yield* Deferred.await(begun)
          yield* Deferred.succeed(over, undefined)
          const queued = Effect.map(
            Effect.forEach(ids, (id) => recordOf(id)),
            (records) => records.filter(({ status }) => status === "queued").length
          )
          yield* Effect.repeat(Effect.tap(queued, Effect.yieldNow), {
            until: (count) => count === 9
          })
          yield* Deferred.succeed(finish, undefined)
          expect(yield* Fiber.join(delivering)).toEqual(delivered({ sent: 1 }))
          expect(yield* queued).toBe(9)
          expect(yield* deliverDue({}, Effect.void)).toEqual(delivered({}))
          expect(yield* deliverDue()).toEqual(delivered({ sent: 9 }))
        }).pipe(Effect.provide(layerWith(hop, { connections: 1 })))
      })
    )

  it.live(
    "calls the endpoints whose outbox has the events of its mail, and counts those that failed",
    () => {
      const { caller, calls } = noting(({ url }) =>
        Effect.succeed(answered(url.endsWith("broken") ? 500 : 200))
      )
      return Effect.gen(function* () {
        yield* endpointAt("https://shop.example/hooks")
        yield* endpointAt("https://shop.example/broken")
        yield* queueMails(3)
        expect(yield* deliverDue()).toEqual(delivered({ sent: 3 }, { taken: 3, failed: 3 }))
        expect(calls).toHaveLength(6)
      }).pipe(Effect.provide(layerWith(hop, { caller })))
    }
  )

  it.live("delivers emails or webhooks alone if the other has no slot", () => {
    const { caller, calls } = noting(() => Effect.succeed(answered(200)))
    return Effect.gen(function* () {
      yield* endpointAt("https://shop.example/hooks")
      const ids = yield* queueMails(2)
      expect(yield* deliverDue({ concurrency: 0 })).toEqual(delivered({}))
      expect(yield* everyStatus(ids, "queued")).toBe(true)
      expect(yield* deliverDue({ webhookConcurrency: 0 })).toEqual(delivered({ sent: 2 }))
      expect(calls).toEqual([])
      expect(yield* deliverDue({ concurrency: 0 })).toEqual(delivered({}, { taken: 2 }))
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })

  it.live("begins nothing more once its time is over, and finishes what it has in flight", () => {
    let [ahead, count] = [0, 0]
    const clock = clockWith({ now: () => real.currentTimeMillisUnsafe() + ahead })
    const takingTime = () =>
      Effect.sync(() => {
        if (++count === 3) ahead += 20 * 60_000
        return accepted
      })
    return Effect.gen(function* () {
      yield* queueMails(30)
      const {
        emails: { sent }
      } = yield* deliverDue({ concurrency: 2, within: "10 minutes", lease: "1 hour" })
      // With the third, one more may have been in flight.
      expect([3, 4]).toContain(sent)
      expect(yield* deliverDue({ within: 0 })).toEqual(delivered({}))
      expect(yield* deliverDue()).toEqual(delivered({ sent: 30 - sent }))
    }).pipe(Effect.provideService(Clock.Clock, clock), Effect.provide(layerWith(takingTime)))
  })

  it.live("fails if storage can't say what is due, with what it had begun recorded", () => {
    let looks = 0
    const unavailable = new StorageError({ reason: "unavailable", cause: "gone" })
    return Effect.gen(function* () {
      const ids = yield* queueMails(4)
      const exit = yield* Effect.exit(deliverDue({ concurrency: 2 }))
      expect(exit).toEqual(Exit.fail(unavailable))
      expect(
        (yield* Effect.forEach(ids, (id) => recordOf(id))).map(({ status }) => status).sort()
      ).toEqual(["queued", "queued", "sent", "sent"])
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.delay(Effect.succeed(accepted), "10 millis"), {
          aroundQueue: (queue) => ({
            ...queue,
            claim: (...how) => (++looks === 2 ? Effect.fail(unavailable) : queue.claim(...how))
          })
        })
      )
    )
  })

  it.live("finishes what it has in flight when it is interrupted", () =>
    Effect.gen(function* () {
      const [begun, go] = [yield* Deferred.make<undefined>(), yield* Deferred.make<undefined>()]
      yield* Effect.gen(function* () {
        const [id = ""] = yield* queueMails(1)
        const delivering = yield* Effect.forkChild(deliverDue())
        yield* Deferred.await(begun)
        const stopping = yield* Effect.forkChild(Fiber.interrupt(delivering))
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(stopping)
        expect((yield* recordOf(id)).status).toBe("sent")
      }).pipe(
        Effect.provide(
          layerWith(() =>
            Effect.as(
              Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(go)),
              accepted
            )
          )
        )
      )
    })
  )

  it.live("ends if an attempt fails unexpectedly, which is tried again later", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queueMails(1)
      expect(yield* deliverDue()).toEqual(delivered({ deferred: 1 }))
      expect((yield* recordOf(id)).status).toBe("deferred")
    }).pipe(Effect.provide(layerWith(() => Effect.die("broken"))))
  )
})
