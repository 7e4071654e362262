import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import {
  backOffQueries,
  defaultRetryPolicy,
  DeliveryOutcome,
  Emails,
  eventQueries,
  type Settlement
} from "@telemark/core"
import { Worker } from "@telemark/worker"
import { Clock, Deferred, Duration, Effect, Exit, Fiber, Option, Scope } from "effect"
import {
  accepted,
  type AroundQueue,
  eventually,
  every,
  everyStatus,
  greylisted,
  layerWith,
  queueMails,
  recordOf,
  tenant,
  tenantCalled
} from "./harness.js"

describe("a worker", () => {
  it.effect("delivers what is due and records it", () =>
    Effect.gen(function* () {
      yield* Worker.start({})
      const ids = yield* queueMails(50)
      yield* eventually(everyStatus(ids, "sent"))
      expect(yield* recordOf(ids[0] ?? "")).toMatchObject({
        attempts: 1,
        smtp_provider: "test",
        smtp_response: "250 2.0.0 taken"
      })
    }).pipe(Effect.provide(layerWith(() => Effect.succeed(accepted))))
  )

  it.effect("is woken by a send, before its next look at the queue", () =>
    Effect.gen(function* () {
      yield* Worker.start({ pollInterval: "1 hour" })
      yield* TestClock.adjust("1 second")
      const before = yield* Clock.currentTimeMillis
      const ids = yield* queueMails(1)
      yield* eventually(everyStatus(ids, "sent"))
      expect((yield* Clock.currentTimeMillis) - before).toBeLessThan(1_000)
    }).pipe(Effect.provide(layerWith(() => Effect.succeed(accepted))))
  )

  it.effect("never has more in flight than its concurrency", () =>
    Effect.gen(function* () {
      yield* Worker.start({ concurrency: 7 })
      const ids = yield* queueMails(40)
      yield* eventually(everyStatus(ids, "sent"))
      expect(max).toBe(7)
    }).pipe(
      Effect.provide(
        layerWith(() =>
          Effect.acquireUseRelease(
            Effect.sync(() => {
              max = Math.max(max, ++now)
            }),
            () => Effect.as(Effect.sleep("20 millis"), accepted),
            () =>
              Effect.sync(() => {
                now--
              })
          )
        )
      )
    )
  )
  let now = 0
  let max = 0

  it.effect("goes through the whole retry schedule and gives up when the mail is a day old", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queueMails(1)
      yield* Worker.start({ lease: "2 hours", pollInterval: "30 minutes" })
      const settled = Effect.map(
        recordOf(id),
        ({ status }) => status === "deferred" || status === "failed"
      )
      const attempts: Array<number> = []
      let record = yield* recordOf(id)
      while (record.status !== "failed") {
        yield* eventually(settled)
        record = yield* recordOf(id)
        attempts.push(record.attempts)
        const now = yield* Clock.currentTimeMillis
        yield* TestClock.adjust(
          Duration.millis(Math.max(0, (record.next_attempt_at ?? now) - now) + 30 * 60_000)
        )
        yield* eventually(
          Effect.map(
            recordOf(id),
            (later) => later.status === "failed" || later.attempts > record.attempts
          )
        )
      }
      expect(attempts).toEqual(attempts.map((_, index) => index + 1))
      expect(record).toMatchObject({
        status: "failed",
        smtp_response: "450 4.7.1 try again",
        next_attempt_at: null
      })
      expect(record.attempts).toBeGreaterThanOrEqual(9)
      expect(record.error_message).toContain("Given up")
      const events = yield* Effect.flatMap(eventQueries, (store) =>
        Effect.flatMap(tenant, ({ id: owner }) => store.ofEmail(owner, id))
      )
      expect(events.map(({ type }) => type)).toEqual([
        ...Array.from({ length: record.attempts - 1 }, () => "email.deferred"),
        "email.failed"
      ])
    }).pipe(Effect.provide(layerWith(() => Effect.succeed(greylisted))))
  )

  it.effect("keeps its leases for as long as a conversation takes", () =>
    Effect.gen(function* () {
      const ids = yield* queueMails(1)
      yield* Worker.start({ lease: "60 seconds", pollInterval: "1 minute" })
      yield* Worker.start({ lease: "60 seconds", pollInterval: "1 minute" })
      yield* Effect.forEach(Array.from({ length: 28 }), () => TestClock.adjust("30 seconds"), {
        discard: true
      })
      yield* eventually(everyStatus(ids, "sent"))
      expect(conversations).toBe(1)
    }).pipe(
      Effect.provide(
        layerWith(() =>
          Effect.andThen(
            Effect.sync(() => {
              conversations++
            }),
            Effect.as(Effect.sleep("14 minutes"), accepted)
          )
        )
      )
    )
  )
  let conversations = 0

  it.effect("resumes after a storage outage, and sends nothing twice", () =>
    Effect.gen(function* () {
      yield* Worker.start({})
      const ids = yield* queueMails(5)
      yield* eventually(everyStatus(ids, "sent"))
      expect(sent).toBe(5)
      expect(failures).toBeGreaterThan(5)
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.sync(() => (sent++, accepted)), {
          aroundQueue: (queue) => ({
            ...queue,
            record: (owner, settlements) =>
              Effect.suspend(() =>
                ++failures <= 5
                  ? new StorageError({ reason: "unavailable", cause: undefined })
                  : queue.record(owner, settlements)
              )
          })
        })
      )
    )
  )
  let sent = 0
  let failures = 0
})

/** A storage in which outcomes can't be recorded for as long as `isLocked` says so of them. */
const locking =
  (isLocked: (settlement: Settlement) => boolean): AroundQueue =>
  (queue) => ({
    ...queue,
    record: (owner, settlements) =>
      Effect.suspend(() =>
        settlements.some(isLocked)
          ? Effect.delay(new StorageError({ reason: "unavailable", cause: undefined }), "5 seconds")
          : queue.record(owner, settlements)
      )
  })

describe("a worker that can't record outcomes yet", () => {
  it.effect(
    "delivers other tenants' mail, though all its slots had been one tenant's whose rows are locked",
    () =>
      Effect.gen(function* () {
        const { id: tenantId } = yield* tenantCalled("held")
        lockedTenant = tenantId
        const ofLocked = yield* queueMails(2, "held")
        yield* Worker.start({ concurrency: 2, lease: "60 seconds" })
        yield* eventually(everyStatus(ofLocked, "sending", "held"))
        const others = yield* queueMails(3)
        expect(
          Option.isSome(
            yield* Effect.timeoutOption(
              eventually(everyStatus(others, "sent"), "100 millis"),
              "1 minute"
            )
          )
        ).toBe(true)
        // Held for longer than a lease, it isn't sent a second time.
        yield* TestClock.adjust("3 minutes")
        expect(yield* everyStatus(ofLocked, "sending", "held")).toBe(true)
        lockedTenant = ""
        yield* eventually(everyStatus(ofLocked, "sent", "held"), "1 second")
        expect((yield* recordOf(ofLocked[0] ?? "", "held")).attempts).toBe(1)
      }).pipe(
        Effect.provide(
          layerWith(() => Effect.succeed(accepted), {
            aroundQueue: locking(({ tenant_id }) => tenant_id === lockedTenant)
          })
        )
      )
  )
  let lockedTenant = ""

  it.effect("delivers at most twice its concurrency, if messages can still be claimed", () =>
    Effect.gen(function* () {
      const ids = yield* queueMails(10)
      yield* Worker.start({ concurrency: 2 })
      yield* Effect.repeat(TestClock.adjust("1 second"), { times: 60 })
      expect(delivered).toBe(4)
      isAway = false
      yield* eventually(everyStatus(ids, "sent"), "1 second")
      expect(delivered).toBe(10)
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.sync(() => (delivered++, accepted)), {
          aroundQueue: locking(() => isAway)
        })
      )
    )
  )
  let delivered = 0
  let isAway = true
})

describe("a worker whose process was frozen for longer than its lease", () => {
  it.effect("doesn't take its own messages a second time", () =>
    Effect.gen(function* () {
      let begun = 0
      const gate = yield* Deferred.make<void>()
      const hop = () =>
        Effect.andThen(
          Effect.sync(() => {
            begun++
          }),
          Effect.as(Deferred.await(gate), accepted)
        )
      // While this is true no renewal gets through, as while a process is frozen.
      let isFrozen = true
      const aroundQueue: AroundQueue = (queue) => ({
        ...queue,
        renew: (lease, ids) =>
          isFrozen
            ? new StorageError({ reason: "unavailable", cause: undefined })
            : queue.renew(lease, ids)
      })
      yield* Effect.gen(function* () {
        yield* Worker.start({ lease: "1 hour", pollInterval: "1 minute" })
        const ids = yield* queueMails(3)
        yield* eventually(Effect.sync(() => begun === 3))
        yield* TestClock.setTime(7_200_000)
        isFrozen = false
        yield* TestClock.adjust("2 minutes")
        yield* Deferred.succeed(gate, undefined)
        yield* eventually(everyStatus(ids, "sent"))
        expect(begun).toBe(3)
        expect((yield* recordOf(ids[0] ?? "")).attempts).toBe(1)
      }).pipe(Effect.provide(layerWith(hop, { aroundQueue })))
    })
  )
})

describe("a storage that was away for longer than a lease", () => {
  it.effect("has no message taken by another worker, while the one that has it still lives", () =>
    Effect.gen(function* () {
      let begun = 0
      const gate = yield* Deferred.make<void>()
      const hop = () =>
        Effect.andThen(
          Effect.sync(() => {
            begun++
          }),
          Effect.as(Deferred.await(gate), accepted)
        )
      let isAway = false
      const unlessAway = <A>(use: Effect.Effect<A, StorageError>): Effect.Effect<A, StorageError> =>
        Effect.suspend(() =>
          isAway ? new StorageError({ reason: "unavailable", cause: undefined }) : use
        )
      const aroundQueue: AroundQueue = (queue) => ({
        ...queue,
        renew: (...given) => unlessAway(queue.renew(...given)),
        claim: (...given) => unlessAway(queue.claim(...given))
      })
      yield* Effect.gen(function* () {
        // Without a free slot it claims nothing, so that only its loop renews.
        yield* Worker.start({ concurrency: 3, lease: "60 seconds", pollInterval: "1 second" })
        const ids = yield* queueMails(3)
        yield* eventually(Effect.sync(() => begun === 3))
        yield* Worker.start({ lease: "60 seconds", pollInterval: "1 second" })
        yield* TestClock.adjust("2 seconds")
        isAway = true
        yield* TestClock.adjust("70 seconds")
        isAway = false
        yield* TestClock.adjust("30 seconds")
        yield* Deferred.succeed(gate, undefined)
        yield* eventually(everyStatus(ids, "sent"))
        expect(begun).toBe(3)
      }).pipe(Effect.provide(layerWith(hop, { aroundQueue })))
    })
  )
})

describe("an attempt that fails unexpectedly", () => {
  it.effect("is not tried again at once, and counts", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queueMails(1)
      yield* Worker.start({ lease: "1 hour", pollInterval: "1 minute" })
      yield* eventually(Effect.map(recordOf(id), ({ status }) => status === "sending"))
      yield* TestClock.adjust("5 minutes")
      expect(asked).toBe(1)
      yield* TestClock.adjust("1 hour")
      expect(asked).toBe(2)
      expect((yield* recordOf(id)).attempts).toBe(2)
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.sync(() => (asked++, undefined as unknown as typeof accepted)))
      )
    )
  )
  let asked = 0
})

describe("a worker that is stopped", () => {
  it.effect("finishes conversations that have begun and releases what hasn't", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const begun: Array<string> = []
      const hop = ({ id }: { readonly id: string }) =>
        begun.length < 2
          ? Effect.andThen(
              Effect.sync(() => begun.push(id)),
              Effect.as(Deferred.await(gate), accepted)
            )
          : Effect.interruptible(Effect.never)
      yield* Effect.gen(function* () {
        const scope = yield* Scope.make()
        const ids = yield* queueMails(5)
        yield* Scope.provide(Worker.start({}), scope)
        yield* eventually(Effect.sync(() => begun.length === 2))
        const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
        yield* eventually(
          everyStatus(
            ids.filter((id) => !begun.includes(id)),
            "queued"
          )
        )
        yield* Deferred.succeed(gate, undefined)
        yield* eventually(everyStatus(begun, "sent"))
        yield* Fiber.join(closing)
        const waiting = yield* Effect.forEach(
          ids.filter((id) => !begun.includes(id)),
          (id) => recordOf(id)
        )
        expect(waiting.map(({ attempts }) => attempts)).toEqual([0, 0, 0])
      }).pipe(Effect.provide(layerWith(hop)))
    })
  )

  it.effect("waits no longer than its deadline", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const ids = yield* queueMails(1)
      yield* Scope.provide(Worker.start({ drain: "30 seconds" }), scope)
      yield* eventually(everyStatus(ids, "sending"))
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow
      yield* TestClock.adjust("31 seconds")
      yield* Fiber.join(closing)
      expect((yield* recordOf(ids[0] ?? "")).status).toBe("sending")
    }).pipe(Effect.provide(layerWith(() => Effect.never, { policy: defaultRetryPolicy })))
  )
})

const notAllowed = DeliveryOutcome.Refused({
  provider: "test",
  stage: "mail",
  reply: { code: 421, enhanced: null, text: "Domain is not allowed to send" },
  closed: false
})

describe("a worker whose server backs off one tenant", () => {
  it.effect(
    "sends the others' mail at once, however much of that tenant's waits, and tries one of its mails when the time is over",
    () => {
      let refusedTenant = ""
      let tried = 0
      return Effect.gen(function* () {
        refusedTenant = (yield* tenantCalled("bad")).id
        const bad = yield* queueMails(1000, "bad")
        yield* Worker.start({ concurrency: 10 })
        yield* eventually(Effect.sync(() => tried > 0))
        const sentAt = yield* Clock.currentTimeMillis
        const good = yield* queueMails(20, "good")
        yield* eventually(everyStatus(good, "sent", "good"))
        expect((yield* Clock.currentTimeMillis) - sentAt).toBeLessThan(1000)
        yield* TestClock.adjust("50 seconds")
        yield* eventually(
          every(bad, (id) => Effect.map(recordOf(id, "bad"), ({ status }) => status !== "sending"))
        )
        expect(tried).toBeLessThanOrEqual(10)
        const [first] = yield* Effect.flatMap(backOffQueries, ({ list }) => list)
        expect(first).toMatchObject({
          route: "platform",
          tenant_id: refusedTenant,
          sender_domain: "example.com",
          cause: "asked_for_less",
          smtp_response: "421 Domain is not allowed to send"
        })
        const email = yield* Effect.flatMap(Emails, ({ get }) =>
          get(refusedTenant, bad.at(-1) ?? "")
        )
        expect(Date.parse(email.next_attempt_at ?? "")).toBeGreaterThanOrEqual(
          first?.until ?? Infinity
        )
        const before = tried
        yield* TestClock.adjust("15 seconds")
        yield* eventually(
          Effect.sync(() => tried > before),
          "1 second"
        )
        expect(tried).toBe(before + 1)
        refusedTenant = ""
        yield* TestClock.adjust("2 minutes")
        yield* eventually(everyStatus(bad, "sent", "bad"), "5 seconds")
        expect(yield* Effect.flatMap(backOffQueries, ({ list }) => list)).toEqual([])
      }).pipe(
        Effect.provide(
          layerWith(({ tenant_id }) =>
            Effect.sync(() => {
              if (tenant_id !== refusedTenant) return accepted
              tried++
              return notAllowed
            })
          )
        )
      )
    }
  )
})
