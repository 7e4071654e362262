import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { StorageError } from "@telemark/contract"
import {
  DeliveryOutcome,
  Emails,
  Feedback,
  MailQueue,
  Reputation,
  type ReputationOptions,
  reputationQueries,
  type StoragePorts,
  Tenants
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Worker } from "@telemark/worker"
import { Clock, Effect, type Layer, Result } from "effect"
import { onTestFinished } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { accepted, type Hop, layerWith, tenantCalled } from "./harness.js"

const day = 24 * 60 * 60_000
const start = Date.UTC(2026, 5, 15, 9)

/** A number as a word, since wordings are compared without numbers. */
const word = (text: string): string =>
  text.replace(/[^0-9]/g, "").replace(/[0-9]/g, (digit) => "abcdefghij"[Number(digit)] ?? "")

/**
 * Refuses recipients at `gone.example`, each in words of its own: too many equal ones wouldn't be
 * believed.
 */
const hop: Hop = ({ recipient }) =>
  Effect.succeed(
    recipient.endsWith("@gone.example")
      ? DeliveryOutcome.Refused({
          provider: "test",
          stage: "rcpt",
          reply: { code: 550, enhanced: "5.1.1", text: `No such user, says ${word(recipient)}` }
        })
      : accepted
  )

const worker = Worker.start({
  pollInterval: "1 minute",
  lease: "1 day",
  retention: { bodies: null, log: null, events: null, deliveries: null }
})

const layerOf = (
  reputation: ReputationOptions["reputation"],
  storage?: Layer.Layer<StoragePorts, StorageError>
) => layerWith(hop, { reputation, ...(storage === undefined ? {} : { storage }) })

/**
 * A day on which a worker runs. Between days nothing does, since minutes take time in virtual days,
 * too.
 */
const onDay = <A, E, R>(number: number, body: Effect.Effect<A, E, R>) =>
  Effect.andThen(
    TestClock.setTime(start + number * day),
    Effect.scoped(Effect.andThen(worker, body))
  )

let made = 0

/** Sends mail from a tenant's domain and waits until it is delivered. */
const send = (name: string, domain: string, good: number, gone = 0) =>
  Effect.gen(function* () {
    const tenant = yield* tenantCalled(name)
    const emails = yield* Emails
    const to = [
      ...Array.from({ length: good }, () => `u${String(++made)}@customers.example`),
      ...Array.from({ length: gone }, () => `u${String(++made)}@gone.example`)
    ]
    const ids: Array<string> = []
    for (let index = 0; index < to.length; index += 50) {
      const { queued } = yield* emails.send(tenant, {
        to: to.slice(index, index + 50),
        from: `shop@${domain}`,
        text: "hello"
      })
      ids.push(...queued.map(({ id }) => id))
    }
    yield* TestClock.adjust("1 minute")
    return ids
  })

const complain = (name: string, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { id } = yield* tenantCalled(name)
    const feedback = yield* Feedback
    for (const email of ids)
      expect((yield* feedback.record(id, email, { kind: "complained" })).outcome).toBe("recorded")
  })

const pausedOf = (name: string) => Effect.map(tenantCalled(name), ({ paused }) => paused?.reason)

const eventTypes = Effect.map(
  Effect.flatMap(Reputation, ({ events }) => events),
  (events) =>
    events.map(
      ({ data, type }) =>
        `${type} ${data.tenant} ${data.domain ?? "all"} ${data.excess?.level ?? "-"}`
    )
)

const refusal = (name: string) =>
  Effect.gen(function* () {
    const tenant = yield* tenantCalled(name)
    return yield* Effect.flip(
      (yield* Emails).send(tenant, {
        to: "ada@customers.example",
        from: "shop@shop.example",
        text: "hello"
      })
    )
  })

describe("the guard of the sender's reputation", () => {
  it.effect(
    "pauses a tenant that spreads its mail over domains, also if one of them is worth a warning by itself",
    () =>
      Effect.gen(function* () {
        yield* onDay(
          0,
          Effect.gen(function* () {
            yield* send("shop", "a.example", 194, 6)
            yield* TestClock.adjust("2 minutes")
            expect(yield* eventTypes).toEqual(["tenant.warned shop a.example warn"])
            // Too few to be judged by themselves.
            yield* send("shop", "b.example", 70, 20)
            yield* TestClock.adjust("2 minutes")
          })
        )
        expect(yield* pausedOf("shop")).toBe("bounces")
        expect(yield* eventTypes).toContain("tenant.paused shop all pause")
      }).pipe(Effect.provide(layerOf("pause")))
  )

  it.effect(
    "pauses a tenant whose mail is reported as spam over days, and nobody else; once resumed, it counts anew",
    () =>
      Effect.gen(function* () {
        // Three good days: one complaint in a thousand.
        for (let number = 0; number < 3; number++) {
          yield* onDay(
            number,
            Effect.gen(function* () {
              const ids = yield* send("shop", "shop.example", 300)
              yield* send("other", "other.example", 300)
              if (number === 0) yield* complain("shop", ids.slice(0, 1))
              yield* TestClock.adjust("1 minute")
            })
          )
        }
        expect(yield* eventTypes).toEqual([])

        // The fourth isn't: 4 of 1,050 messages of the week warn, a fifth one pauses.
        yield* TestClock.setTime(start + 3 * day)
        yield* worker
        const bad = yield* send("shop", "shop.example", 150)
        const theirs = yield* send("other", "other.example", 150)
        yield* complain("shop", bad.slice(0, 3))
        yield* complain("other", theirs.slice(0, 1))
        yield* TestClock.adjust("2 minutes")
        expect(yield* pausedOf("shop")).toBe(undefined)
        expect(yield* eventTypes).toEqual(["tenant.warned shop shop.example warn"])
        yield* TestClock.adjust("2 hours")
        yield* complain("shop", bad.slice(3, 4))
        yield* TestClock.adjust("2 minutes")
        expect(yield* pausedOf("shop")).toBe("complaints")
        expect(yield* pausedOf("other")).toBe(undefined)
        expect(yield* eventTypes).toEqual([
          "tenant.paused shop shop.example pause",
          "tenant.warned shop shop.example warn"
        ])

        const refused = yield* refusal("shop")
        expect(refused).toMatchObject({ _tag: "SendingPaused", reason: "complaints" })
        expect(refused.message).toContain("Ask the operator")
        yield* send("other", "other.example", 10)

        const reputation = yield* Reputation
        expect((yield* reputation.resume("shop")).paused).toBe(undefined)
        yield* TestClock.adjust("5 minutes")
        expect(yield* pausedOf("shop")).toBe(undefined)
        // Complaints about mail of before don't count, and mail of after does.
        yield* complain("shop", bad.slice(4, 40))
        yield* TestClock.adjust("5 minutes")
        expect(yield* pausedOf("shop")).toBe(undefined)
        yield* complain("shop", (yield* send("shop", "shop.example", 200)).slice(0, 5))
        yield* TestClock.adjust("2 minutes")
        expect(yield* pausedOf("shop")).toBe("complaints")
      }).pipe(Effect.provide(layerOf("pause")))
  )

  it.effect(
    "pauses a tenant whose mail goes to addresses that don't exist, though the mail of its other domain is good",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        yield* worker
        yield* send("shop", "shop.example", 2000)
        yield* send("shop", "list.example", 100, 12)
        yield* TestClock.adjust("2 minutes")
        expect(yield* pausedOf("shop")).toBe("bounces")
        const { domains, paused } = yield* Effect.flatMap(tenantCalled("shop"), (tenant) =>
          Effect.flatMap(Reputation, ({ summary }) => summary(tenant))
        )
        expect(paused).toEqual({ reason: "bounces", since: expect.any(String) as string })
        expect(
          domains.map(({ domain, level, ...windows }) => [
            domain,
            level,
            windows.day.bounced,
            windows.day.sent
          ])
        ).toEqual([
          ["list.example", "pause", 12, 112],
          ["shop.example", "ok", 0, 2000]
        ])
      }).pipe(Effect.provide(layerOf("pause")))
  )

  it.effect("judges a tenant's mail as a whole if it is spread over many domains", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* worker
      for (let count = 0; count < 20 && (yield* pausedOf("shop")) === undefined; count++)
        yield* send("shop", `d${String(count)}.example`, 9, 1)
      yield* TestClock.adjust("2 minutes")
      expect(yield* pausedOf("shop")).toBe("bounces")
      expect((yield* eventTypes)[0]).toBe("tenant.paused shop all pause")
    }).pipe(Effect.provide(layerOf("pause")))
  )

  it.effect("keeps what is queued while sending is paused, and sends it afterwards", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* worker
      const tenant = yield* tenantCalled("shop")
      const emails = yield* Emails
      const scheduled_at = new Date(start + 3 * 60_000).toISOString()
      const {
        queued: [message]
      } = yield* emails.send(tenant, {
        to: "ada@customers.example",
        from: "shop@shop.example",
        text: "hello",
        scheduled_at
      })
      const reputation = yield* Reputation
      yield* reputation.pause("shop", { note: "a list that was bought" })
      yield* TestClock.adjust("10 minutes")
      expect((yield* emails.get(tenant.id, message?.id ?? "")).status).toBe("queued")
      yield* reputation.resume("shop")
      yield* TestClock.adjust("2 minutes")
      expect((yield* emails.get(tenant.id, message?.id ?? "")).status).toBe("sent")
    }).pipe(Effect.provide(layerOf("warn")))
  )

  it.effect(
    "answers a repeated send as at first while sending is paused, and refuses others, in batches too",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const emails = yield* Emails
        const request = { to: "ada@customers.example", from: "shop@shop.example", text: "hello" }
        const first = yield* emails.send(yield* tenantCalled("shop"), request, {
          idempotencyKey: "order-1"
        })
        yield* Effect.flatMap(Reputation, ({ pause }) => pause("shop"))
        const tenant = yield* tenantCalled("shop")
        expect(yield* emails.send(tenant, request, { idempotencyKey: "order-1" })).toEqual({
          ...first,
          idempotent_replay: true
        })
        expect(
          (yield* Effect.flip(emails.send(tenant, request, { idempotencyKey: "order-2" })))._tag
        ).toBe("SendingPaused")
        const results = yield* emails.sendBatch(tenant, [request, request])
        expect(
          results.map((result) => (Result.isFailure(result) ? result.failure._tag : "sent"))
        ).toEqual(["SendingPaused", "SendingPaused"])
      }).pipe(Effect.provide(layerOf("warn")))
  )

  it.effect("only warns by default, once a day for each tenant, domain and level", () =>
    Effect.gen(function* () {
      yield* onDay(
        0,
        Effect.gen(function* () {
          for (let count = 0; count < 3; count++) yield* send("shop", "shop.example", 100, 10)
          yield* send("shop", "list.example", 100, 20)
          yield* TestClock.adjust("2 minutes")
        })
      )
      expect(yield* eventTypes).toEqual([
        "tenant.warned shop list.example pause",
        "tenant.warned shop shop.example pause"
      ])
      yield* onDay(
        1,
        Effect.andThen(send("shop", "shop.example", 10, 1), TestClock.adjust("2 minutes"))
      )
      expect((yield* eventTypes).slice(0, 2).sort()).toEqual([
        "tenant.warned shop list.example pause",
        "tenant.warned shop shop.example pause"
      ])
      expect(yield* eventTypes).toHaveLength(4)
      expect(yield* pausedOf("shop")).toBe(undefined)
    }).pipe(Effect.provide(layerOf(undefined)))
  )

  it.effect("does nothing if it is off", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* worker
      yield* send("shop", "shop.example", 100, 30)
      yield* TestClock.adjust("10 minutes")
      expect(yield* eventTypes).toEqual([])
    }).pipe(Effect.provide(layerOf("off")))
  )

  it.effect("forgets figures after eight days", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* Effect.scoped(Effect.andThen(worker, send("shop", "shop.example", 100)))
      const { id } = yield* tenantCalled("shop")
      const sums = Effect.map(
        Effect.flatMap(reputationQueries, (store) =>
          store.sumUp(id, { hour: 0, day: 0, week: 0 }, 10)
        ),
        ({ total }) => total.week.sent
      )
      const housekeeping = Effect.scoped(Effect.andThen(worker, TestClock.adjust("1 minute")))
      yield* TestClock.setTime(start + 8 * day - 60_000)
      yield* housekeeping
      expect(yield* sums).toBe(100)
      yield* TestClock.setTime(start + 8 * day + 60 * 60_000)
      yield* housekeeping
      expect(yield* sums).toBe(0)
    }).pipe(Effect.provide(layerOf("warn")))
  )

  it.effect("pauses once in two processes, and stays paused after a restart", () => {
    const directory = mkdtempSync(join(tmpdir(), "telemark-reputation-"))
    onTestFinished(() => {
      rmSync(directory, { recursive: true })
    })
    const ofProcess = () => layerOf("pause", layerSqlite({ filename: join(directory, "mail.db") }))
    return Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* worker
          yield* send("shop", "shop.example", 100, 12)
        })
      ).pipe(Effect.provide(layerOf("off", layerSqlite({ filename: join(directory, "mail.db") }))))
      const guard = Effect.flatMap(Reputation, ({ guard }) => guard)
      const paused = Effect.gen(function* () {
        yield* guard
        return [yield* pausedOf("shop"), yield* eventTypes] as const
      })
      const both = yield* Effect.all(
        [Effect.provide(paused, ofProcess()), Effect.provide(paused, ofProcess())],
        { concurrency: 2 }
      )
      for (const [reason] of both) expect(reason).toBe("bounces")
      yield* Effect.gen(function* () {
        expect(yield* eventTypes).toEqual(["tenant.paused shop shop.example pause"])
        expect((yield* refusal("shop"))._tag).toBe("SendingPaused")
        const until = (yield* Clock.currentTimeMillis) + day
        expect(
          yield* Effect.flatMap(MailQueue, (queue) => queue.claim({ owner: "w", until }, 10, until))
        ).toEqual([])
        expect(yield* guard).toBe(0)
      }).pipe(Effect.provide(ofProcess()))
    })
  })

  it.effect("leaves removed tenants alone", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const reputation = yield* Reputation
      yield* Effect.scoped(Effect.andThen(worker, send("shop", "shop.example", 100, 30)))
      yield* Effect.flatMap(Tenants, ({ remove }) => remove("shop"))
      expect(yield* reputation.guard).toBe(0)
      expect((yield* Effect.flip(reputation.pause("shop")))._tag).toBe("NotFound")
      expect((yield* Effect.flip(reputation.resume("shop")))._tag).toBe("NotFound")
    }).pipe(Effect.provide(layerOf("pause")))
  )
})
