import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import { DeliveryOutcome, makeSaveSmtpConfig, smtpConfigQueries } from "@telemark/core"
import { Worker } from "@telemark/worker"
import { Clock, Deferred, Effect } from "effect"
import {
  accepted,
  eventually,
  everyStatus,
  giveServer,
  isVerified,
  layerWith,
  queueMails,
  recordOf,
  tenantCalled
} from "./harness.js"

const taken = DeliveryOutcome.Accepted({ provider: "acme", response: "250 ok" })
const loginRefused = DeliveryOutcome.Refused({
  provider: "acme",
  stage: "auth",
  reply: { code: 535, enhanced: "5.7.8", text: "no" }
})
const tooMuch = DeliveryOutcome.Refused({
  provider: "test",
  stage: "rcpt",
  reply: { code: 421, enhanced: "4.7.0", text: "slow down" }
})

const aMinute = TestClock.adjust("1 minute")

describe("a tenant's own server", () => {
  it.effect("takes its tenant's mail, and no other's", () => {
    const seen: Array<string> = []
    return Effect.gen(function* () {
      yield* giveServer("acme")
      const ours = yield* queueMails(30, "acme")
      const theirs = yield* queueMails(30, "other")
      yield* Worker.start({ concurrency: 4 })
      yield* eventually(everyStatus(ours, "sent", "acme"))
      yield* eventually(everyStatus(theirs, "sent", "other"))
      expect(new Set(seen).size).toBe(1)
      expect(seen).toHaveLength(30)
      expect(yield* recordOf(ours[0] ?? "", "acme")).toMatchObject({
        smtp_provider: "acme",
        attempts: 1
      })
      expect(yield* recordOf(theirs[0] ?? "", "other")).toMatchObject({
        smtp_provider: "test",
        attempts: 1
      })
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.succeed(accepted), {
          ownServer: (server, message) =>
            Effect.sync(() => {
              seen.push(`${server.id} ${message.tenant_id}`)
              return taken
            })
        })
      )
    )
  })

  it.effect("that hangs delays nothing of others, however many such servers there are", () => {
    let hanging = 0
    let max = 0
    return Effect.gen(function* () {
      const end = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const names = Array.from({ length: 8 }, (_, index) => `hanging-${String(index)}`)
        const queued = new Map<string, ReadonlyArray<string>>()
        for (const name of names) {
          yield* giveServer(name)
          queued.set(name, yield* queueMails(12, name))
        }
        yield* Worker.start({ concurrency: 4 })
        yield* TestClock.adjust("3 seconds")
        const others = yield* queueMails(40, "other")
        yield* eventually(everyStatus(others, "sent", "other"))
        expect(max).toBeLessThanOrEqual(5 * names.length)
        expect(hanging).toBeGreaterThan(0)
        yield* Deferred.succeed(end, undefined)
        for (const name of names)
          yield* eventually(everyStatus(queued.get(name) ?? [], "sent", name))
      }).pipe(
        Effect.provide(
          layerWith(() => Effect.succeed(accepted), {
            ownServer: () =>
              Effect.suspend(() => {
                max = Math.max(max, ++hanging)
                return Effect.as(Deferred.await(end), taken)
              })
          })
        )
      )
    })
  })

  it.effect(
    "that refuses the login is backed off, is tried with one mail, and then resumes",
    () => {
      let tried = 0
      let isWell = false
      return Effect.gen(function* () {
        yield* giveServer("acme")
        const ids = yield* queueMails(30, "acme")
        yield* Worker.start({ concurrency: 20, pollInterval: "20 seconds" })
        yield* eventually(Effect.map(isVerified("acme"), (verified) => verified === false))
        yield* TestClock.adjust("4 minutes")
        const atFirst = tried
        expect(atFirst).toBeLessThanOrEqual(5)
        yield* aMinute
        yield* eventually(
          Effect.sync(() => tried > atFirst),
          "20 seconds"
        )
        yield* aMinute
        expect(tried).toBe(atFirst + 1)
        isWell = true
        yield* eventually(everyStatus(ids, "sent", "acme"), "1 minute")
        expect(yield* isVerified("acme")).toBe(true)
      }).pipe(
        Effect.provide(
          layerWith(() => Effect.succeed(accepted), {
            ownServer: () =>
              Effect.sync(() => {
                tried++
                return isWell ? taken : loginRefused
              })
          })
        )
      )
    }
  )

  it.effect("is used as soon as it replaces one that refuses us", () => {
    return Effect.gen(function* () {
      yield* giveServer("acme")
      const ids = yield* queueMails(10, "acme")
      yield* Worker.start({ concurrency: 4, pollInterval: "20 seconds" })
      yield* eventually(Effect.map(isVerified("acme"), (verified) => verified === false))
      yield* giveServer("acme", "smtp_better")
      yield* eventually(everyStatus(ids, "sent", "acme"), "1 minute")
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.succeed(accepted), {
          ownServer: ({ id }) => Effect.succeed(id === "smtp_better" ? taken : loginRefused)
        })
      )
    )
  })

  it.effect("whose password can't be opened keeps its mail, and sends it by no other route", () =>
    Effect.gen(function* () {
      yield* giveServer("acme")
      const tenant = yield* tenantCalled("acme")
      const config = yield* (yield* smtpConfigQueries).find(tenant.id)
      if (config === undefined) return yield* Effect.die(new Error("no config"))
      const save = yield* makeSaveSmtpConfig
      yield* save({ ...config, id: "smtp_moved", password: "bm90IHNlYWxlZA==" })
      const [id = ""] = yield* queueMails(1, "acme")
      yield* Worker.start({})
      yield* eventually(everyStatus([id], "deferred", "acme"))
      expect((yield* recordOf(id, "acme")).error_message).toContain("Telemark itself failed")
    }).pipe(Effect.provide(layerWith(() => Effect.die(new Error("not this way")))))
  )

  it.effect("that refuses us permanently keeps its mail for a day, and not longer", () =>
    Effect.gen(function* () {
      yield* giveServer("acme")
      const ids = yield* queueMails(50, "acme")
      yield* Worker.start({ pollInterval: "10 minutes", lease: "2 hours", webhookConcurrency: 0 })
      yield* eventually(Effect.map(isVerified("acme"), (verified) => verified === false))
      yield* TestClock.adjust("24 hours")
      yield* eventually(everyStatus(ids, "failed", "acme"), "1 minute")
      expect((yield* recordOf(ids.at(-1) ?? "", "acme")).error_message).toContain("Given up")
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.succeed(accepted), { ownServer: () => Effect.succeed(loginRefused) })
      )
    )
  )

  it.effect("is served while the platform's hop hangs with every slot taken", () =>
    Effect.gen(function* () {
      const end = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const hanging = yield* queueMails(20, "other")
        yield* giveServer("acme")
        yield* Worker.start({ concurrency: 4 })
        yield* TestClock.adjust("3 seconds")
        const ids = yield* queueMails(30, "acme")
        yield* eventually(everyStatus(ids, "sent", "acme"))
        yield* Deferred.succeed(end, undefined)
        yield* eventually(everyStatus(hanging, "sent", "other"))
      }).pipe(
        Effect.provide(
          layerWith(() => Effect.as(Deferred.await(end), accepted), {
            ownServer: () => Effect.succeed(taken)
          })
        )
      )
    })
  )

  it.effect(
    "that isn't used, since all mail is captured, leaves its tenant's mail among the slots",
    () => {
      let now = 0
      let max = 0
      return Effect.gen(function* () {
        yield* giveServer("acme")
        const ids = yield* queueMails(40, "acme")
        yield* Worker.start({ concurrency: 4 })
        yield* eventually(everyStatus(ids, "sent", "acme"))
        expect(max).toBe(4)
      }).pipe(
        Effect.provide(
          layerWith(
            () =>
              Effect.acquireUseRelease(
                Effect.sync(() => {
                  max = Math.max(max, ++now)
                }),
                () => Effect.as(Effect.sleep("20 millis"), accepted),
                () =>
                  Effect.sync(() => {
                    now--
                  })
              ),
            { deliversAll: true }
          )
        )
      )
    }
  )

  it.effect(
    "that had no free slot doesn't make the worker loop while the storage is unavailable",
    () => {
      let isAway = false
      let asked = 0
      const away = new StorageError({ reason: "unavailable", cause: undefined })
      return Effect.gen(function* () {
        const end = yield* Deferred.make<void>()
        yield* Effect.gen(function* () {
          yield* giveServer("acme")
          const ids = yield* queueMails(40, "acme")
          yield* Worker.start({ concurrency: 4 })
          yield* TestClock.adjust("3 seconds")
          isAway = true
          yield* TestClock.adjust("1 minute")
          yield* Deferred.succeed(end, undefined)
          const before = asked
          yield* TestClock.adjust("10 seconds")
          expect(asked - before).toBeLessThan(50)
          isAway = false
          yield* eventually(everyStatus(ids, "sent", "acme"), "1 second")
        }).pipe(
          Effect.provide(
            layerWith(() => Effect.succeed(accepted), {
              ownServer: () => Effect.as(Deferred.await(end), taken),
              aroundQueue: (queue) => ({
                ...queue,
                renew: (...given) =>
                  Effect.suspend(() => {
                    asked++
                    return isAway ? away : queue.renew(...given)
                  }),
                claim: (...given) =>
                  Effect.suspend(() => {
                    asked++
                    return isAway ? away : queue.claim(...given)
                  })
              })
            })
          )
        )
      })
    }
  )
})

describe("the platform's own route", () => {
  it.effect(
    "resumes as soon as slots are free, also if that happens while own servers are looked for",
    () =>
      Effect.gen(function* () {
        const ids = yield* queueMails(12)
        const before = yield* Clock.currentTimeMillis
        yield* Worker.start({ concurrency: 3, pollInterval: "1 hour" })
        yield* eventually(everyStatus(ids, "sent"), "100 millis")
        expect((yield* Clock.currentTimeMillis) - before).toBeLessThan(60_000)
      }).pipe(
        Effect.provide(
          layerWith(() => Effect.succeed(accepted), {
            aroundQueue: (queue) => ({
              ...queue,
              // Mail goes quickly, and the look for own servers, which is made while all places are
              // taken, takes longer.
              claim: (lease, limit, now, which) =>
                Effect.andThen(
                  which?.ownServersOnly === true
                    ? Effect.interruptible(Effect.sleep("1 second"))
                    : Effect.void,
                  queue.claim(lease, limit, now, which)
                )
            })
          })
        )
      )
  )

  it.effect("that is backed off delays the mails that wait for it, which count no attempt", () => {
    let tried = 0
    return Effect.gen(function* () {
      const ids = yield* queueMails(30)
      yield* Worker.start({ concurrency: 5, pollInterval: "20 seconds" })
      yield* TestClock.adjust("30 seconds")
      expect(tried).toBe(1)
      yield* eventually(everyStatus(ids, "sent"), "1 minute")
      const attempts = yield* Effect.forEach(ids, (id) =>
        Effect.map(recordOf(id), (record) => record.attempts)
      )
      expect(attempts.filter((count) => count === 1).length).toBe(29)
    }).pipe(
      Effect.provide(layerWith(() => Effect.sync(() => (++tried === 1 ? tooMuch : accepted))))
    )
  })
})
