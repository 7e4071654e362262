import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import {
  type BackOff,
  backOffQueries,
  type ClaimedMessage,
  Database,
  defaultRetryPolicy,
  Delivery,
  DeliveryOutcome,
  OwnServers,
  Secrets,
  Transport
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { type Duration, Effect, Fiber, Layer, Logger } from "effect"
import { message } from "./support.js"

const storage = Layer.suspend(() => layerSqlite({ filename: ":memory:" }))

const notHere = () => Effect.die(new Error("not here"))

interface Limits {
  readonly connections: number
  readonly schedule?: ReadonlyArray<number>
}

/**
 * Delivery by a transport with one connection, of a tenant without domains and servers of its own,
 * with its back-offs noted in a storage of the test's.
 */
const deliveryWith = (
  deliver: Effect.Effect<DeliveryOutcome>,
  limits: Limits = { connections: 1 }
) =>
  Delivery.layer({
    ...defaultRetryPolicy,
    ...(limits.schedule === undefined ? {} : { schedule: limits.schedule })
  }).pipe(
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(Transport, {
          deliversAll: false,
          connections: limits.connections,
          deliver: () => deliver
        }),
        Layer.succeed(OwnServers, { test: notHere, deliver: notHere, relay: notHere }),
        Layer.succeed(Secrets, { seal: notHere, open: notHere, isCurrent: notHere }),
        Logger.layer([])
      )
    )
  )

/** Likewise, with its back-offs noted where nobody looks. */
const deliveryBy = (deliver: Effect.Effect<DeliveryOutcome>, limits?: Limits) =>
  Layer.provide(deliveryWith(deliver, limits), storage)

const settlementOf = (claimed: ClaimedMessage) =>
  Effect.gen(function* () {
    const attempted = yield* Effect.flatMap(Delivery, ({ attempt }) => attempt(claimed))
    return attempted._tag === "Settled"
      ? attempted.settlement
      : yield* Effect.die(new Error("the message was postponed"))
  })

const accepted = DeliveryOutcome.Accepted({ provider: "smtp", response: "250 Ok", tls: "TLSv1.3" })
const takes = (time: Duration.Input, outcome: DeliveryOutcome = accepted) =>
  Effect.delay(Effect.succeed(outcome), time)

/** The instant that an id begins with. */
const madeAt = (id: string): number =>
  Number.parseInt(id.slice("evt_".length, "evt_".length + 12), 16)

describe("the event of an attempt", () => {
  it.effect(
    "has the status, the duration of the delivery, and how the connection was encrypted",
    () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(settlementOf(message))
        yield* TestClock.adjust("5 seconds")
        const { event } = yield* Fiber.join(fiber)
        expect(event).toMatchObject({
          type: "email.sent",
          data: { status: "sent", duration_ms: 1235, tls: "TLSv1.3" }
        })
      }).pipe(Effect.provide(deliveryBy(takes("1234600 micros"))))
  )

  it.effect(
    "doesn't count the wait for the route, and gets its id when the attempt has ended",
    () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(
          Effect.all([settlementOf(message), settlementOf({ ...message, id: "em_2" })], {
            concurrency: 2
          })
        )
        yield* TestClock.adjust("10 seconds")
        const settlements = yield* Fiber.join(fiber)
        expect(settlements.map(({ event }) => event.data.duration_ms)).toEqual([2000, 2000])
        expect(settlements.map(({ at }) => at)).toEqual([2000, 4000])
        expect(settlements.map(({ event }) => madeAt(event.id))).toEqual([2000, 4000])
      }).pipe(Effect.provide(deliveryBy(takes("2 seconds"))))
  )

  it.effect("has a duration even if delivery failed unexpectedly, and no connection data", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(settlementOf(message))
      yield* TestClock.adjust("1 second")
      const {
        event: { data }
      } = yield* Fiber.join(fiber)
      expect(data).toMatchObject({ status: "deferred", duration_ms: 20, ambiguous: true })
      expect(data).not.toHaveProperty("tls")
    }).pipe(
      Effect.provide(
        deliveryBy(Effect.andThen(Effect.sleep("20 millis"), Effect.die(new Error("a bug"))))
      )
    )
  )

  it.effect("has no duration if the hop was backed off, and the message was too old to wait", () =>
    Effect.gen(function* () {
      yield* settlementOf(message)
      yield* TestClock.adjust("30 seconds")
      const {
        event: { data }
      } = yield* settlementOf({ ...message, created_at: -48 * 3_600_000 })
      expect(data).toMatchObject({
        status: "failed",
        error_message: expect.stringContaining(
          "had refused mail before, so Telemark stopped this attempt"
        ) as string
      })
      expect(data).not.toHaveProperty("duration_ms")
      expect(data).not.toHaveProperty("tls")
    }).pipe(
      Effect.provide(
        deliveryBy(
          Effect.succeed(
            DeliveryOutcome.Refused({
              provider: "smtp",
              stage: "mail",
              reply: { code: 421, enhanced: null, text: "Bye" },
              tls: null
            })
          )
        )
      )
    )
  )

  it.effect("counts the age of scheduled mail from when it was due", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100 * 3_600_000)
      const {
        event: { data }
      } = yield* settlementOf({ ...message, scheduled_at: 99 * 3_600_000 })
      expect(data).toMatchObject({
        status: "deferred",
        next_attempt_at: expect.any(Number) as number
      })
      const later = yield* settlementOf({ ...message, scheduled_at: 70 * 3_600_000 })
      expect(later.event.data).toMatchObject({ status: "failed", next_attempt_at: null })
    }).pipe(
      Effect.provide(
        deliveryBy(
          Effect.succeed(
            DeliveryOutcome.Broken({
              provider: "smtp",
              stage: "connect",
              reason: "refused",
              ambiguous: false
            })
          )
        )
      )
    )
  )

  it.effect("that wasn't made has neither", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("7 seconds")
      const { event } = yield* settlementOf({ ...message, suppressed: true })
      expect(madeAt(event.id)).toBe(7000)
      expect(event.data).toStrictEqual({
        status: "failed",
        attempts: 1,
        smtp_provider: "",
        smtp_response: null,
        next_attempt_at: null,
        verdict: "suppressed",
        ambiguous: false,
        error_message: "Not sent: the recipient was suppressed after the mail had been accepted."
      })
    }).pipe(Effect.provide(deliveryBy(notHere())))
  )
})

const refusedAtRcpt = (code: number, text: string) =>
  DeliveryOutcome.Refused({
    provider: "smtp",
    stage: "rcpt",
    reply: { code, enhanced: null, text },
    tls: null,
    closed: false
  })
const hour = 3_600_000

describe("a message whose sender is backed off", () => {
  it.effect("has the end of the back-off as its next attempt, in its row and in its event", () =>
    Effect.gen(function* () {
      const { event, next_attempt_at } = yield* settlementOf(message)
      expect(next_attempt_at).toBe(60_000)
      expect(event.data.next_attempt_at).toBe(60_000)
      yield* TestClock.adjust("1 minute")
      expect(
        (yield* settlementOf({ ...message, attempts: 2 })).next_attempt_at
      ).toBeGreaterThanOrEqual(3 * 60_000)
    }).pipe(
      Effect.provide(
        deliveryBy(Effect.succeed(refusedAtRcpt(421, "Slow down")), {
          connections: 1,
          schedule: [2000]
        })
      )
    )
  )

  it.effect(
    "because of the day's limit isn't given up for its age while it only waits, for a day more",
    () =>
      Effect.gen(function* () {
        const { attempt } = yield* Delivery
        expect((yield* settlementOf(message)).next_attempt_at).toBe(hour)
        yield* TestClock.adjust("10 minutes")
        expect(yield* attempt({ ...message, created_at: -30 * hour })).toEqual({
          _tag: "Postponed",
          until: hour
        })
        const { status } = yield* settlementOf({ ...message, created_at: -49 * hour })
        expect(status).toBe("failed")
      }).pipe(
        Effect.provide(
          deliveryBy(Effect.succeed(refusedAtRcpt(550, "5.4.5 Daily user sending limit exceeded")))
        )
      )
  )
})

describe("a back-off is stored for operators", () => {
  const ofSender = { route: "platform", tenant_id: "tn_1", sender_domain: "example.com" }

  it.effect(
    "when it begins, and until mail is taken again; what others noted before goes likewise",
    () => {
      const outcomes = [refusedAtRcpt(421, "Slow down"), accepted]
      return Effect.gen(function* () {
        const store = yield* backOffQueries
        const earlier: BackOff = {
          ...ofSender,
          sender_domain: "",
          cause: "refused",
          stage: "auth",
          smtp_response: "535 No",
          error_message: "No.",
          since: -1,
          until: 0
        }
        yield* store.save(earlier)
        yield* Effect.gen(function* () {
          yield* settlementOf(message)
          expect(yield* store.list).toEqual([
            {
              ...ofSender,
              cause: "asked_for_less",
              stage: "rcpt",
              smtp_response: "421 Slow down",
              error_message: "The mail server refused the message for now at the recipient.",
              since: 0,
              until: 60_000
            },
            earlier
          ])
          yield* TestClock.adjust("1 minute")
          expect((yield* settlementOf({ ...message, attempts: 2 })).status).toBe("sent")
          expect(yield* store.list).toEqual([])
        }).pipe(Effect.provide(deliveryWith(Effect.sync(() => outcomes.shift() ?? accepted))))
      }).pipe(Effect.provide(storage))
    }
  )

  it.effect(
    "and where the server refuses us, the log says so at once, and once, however much mail meets it",
    () => {
      const lines: Array<string> = []
      const log = Logger.layer(
        [
          Logger.make(({ logLevel, message: said }) => {
            lines.push(`${logLevel.toUpperCase()} ${JSON.stringify(said)}`)
          })
        ],
        { mergeWithExisting: true }
      )
      const refusesLogin = DeliveryOutcome.Refused({
        provider: "smtp",
        stage: "auth",
        reply: { code: 535, enhanced: "5.7.8", text: "Bad credentials" }
      })
      return Effect.gen(function* () {
        expect(yield* settlementOf(message)).toMatchObject({ status: "deferred" })
        expect(lines).toEqual([
          expect.stringMatching(/^ERROR .*a mail server refuses this service/)
        ])
        for (let attempts = 2; attempts < 10; attempts++) {
          yield* TestClock.adjust("5 minutes")
          expect(yield* settlementOf({ ...message, attempts, refused_since: 0 })).toMatchObject({
            status: "deferred"
          })
        }
        expect(lines).toHaveLength(1)
      }).pipe(Effect.provide(Layer.merge(deliveryBy(Effect.succeed(refusesLogin)), log)))
    }
  )

  it.effect(
    "and so is how many connections a server takes: the next process begins with that, until it takes more",
    () => {
      let inFlight = 0
      let most = 0
      const second = Effect.succeed(
        DeliveryOutcome.Refused({
          provider: "smtp",
          stage: "greeting",
          reply: { code: 421, enhanced: null, text: "Too many" },
          tls: null,
          closed: true
        })
      )
      const deliver = (takesAll: boolean) =>
        Effect.suspend(() => {
          most = Math.max(most, ++inFlight)
          return Effect.ensuring(
            inFlight > 1 && !takesAll ? second : takes("1 minute"),
            Effect.sync(() => inFlight--)
          )
        })
      const attemptTwo = Effect.gen(function* () {
        most = 0
        const { attempt } = yield* Delivery
        const both = yield* Effect.forkChild(
          Effect.all([attempt(message), attempt(message)], { concurrency: 2 })
        )
        yield* TestClock.adjust("2 minutes")
        return (yield* Fiber.join(both)).map(({ _tag }) => _tag)
      })
      const process = (takesAll: boolean) => deliveryWith(deliver(takesAll), { connections: 2 })
      return Effect.gen(function* () {
        const { limits } = yield* backOffQueries
        expect(yield* Effect.provide(attemptTwo, process(false))).toEqual(["Settled", "Postponed"])
        expect(yield* limits(0)).toEqual([
          {
            route: "platform",
            tenant_id: "",
            connections: 1,
            smtp_response: "421 Too many",
            refused_at: 0
          }
        ])
        yield* Effect.gen(function* () {
          expect(yield* attemptTwo).toEqual(["Settled", "Settled"])
          expect(most).toBe(1)
          yield* TestClock.adjust("5 minutes")
          for (let mails = 0; mails < 20; mails += 2) yield* attemptTwo
          expect(most).toBe(1)
          yield* attemptTwo
          expect(most).toBe(2)
        }).pipe(Effect.provide(process(true)))
        expect(yield* limits(0)).toEqual([])
      }).pipe(Effect.provide(storage))
    }
  )

  it.effect("and delays no mail if it can't be stored", () => {
    const delivery = deliveryWith(Effect.succeed(refusedAtRcpt(421, "Slow down")))
    return Effect.gen(function* () {
      const { sql } = yield* Database
      yield* sql`DROP TABLE back_offs`
      yield* sql`DROP TABLE connection_limits`
      yield* Effect.gen(function* () {
        // The schedule's own wait is a minute, a fifth longer or shorter by chance.
        expect((yield* settlementOf(message)).next_attempt_at).toBeGreaterThanOrEqual(60_000)
        yield* TestClock.adjust("1 minute")
        expect((yield* settlementOf({ ...message, attempts: 2 })).status).toBe("deferred")
      }).pipe(Effect.provide(delivery))
    }).pipe(Effect.provide(storage))
  })
})
