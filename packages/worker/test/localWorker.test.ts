import { describe, expect, it } from "@effect/vitest"
import { type ClaimedMessage, Emails, MailQueue } from "@telemark/core"
import { Worker } from "@telemark/worker"
import { Clock, Deferred, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "@telemark-tools/clock"
import { makeLocalWorker } from "../src/localWorker.js"
import { settingsOf } from "../src/options.js"
import {
  accepted,
  type AroundQueue,
  eventually,
  everyStatus,
  layerWith,
  queueMails,
  recordOf,
  tenant
} from "./harness.js"

/** Keeps note of how many messages each claim found. */
const notingClaims =
  (found: Array<number>): AroundQueue =>
  (queue) => ({
    ...queue,
    claim: (...how) =>
      Effect.tap(queue.claim(...how), (messages) =>
        Effect.sync(() => {
          found.push(messages.length)
        })
      )
  })

/** Takes a tenth of a second for each message, and notes which it took. */
const slowHop =
  (begun: Array<string>) =>
  ({ id }: { readonly id: string }) =>
    Effect.delay(
      Effect.sync(() => {
        begun.push(id)
        return accepted
      }),
      "100 millis"
    )

describe("mail that is accepted while a worker of the process has nothing to do", () => {
  it.effect("is sent without being claimed", () => {
    const found: Array<number> = []
    return Effect.gen(function* () {
      yield* Worker.start({})
      yield* TestClock.adjust("1 second")
      const ids = yield* queueMails(3)
      yield* eventually(everyStatus(ids, "sent"))
      expect(found.reduce((sum, count) => sum + count, 0)).toBe(0)
      expect((yield* recordOf(ids[0] ?? "")).attempts).toBe(1)
    }).pipe(
      Effect.provide(
        layerWith(() => Effect.succeed(accepted), { aroundQueue: notingClaims(found) })
      )
    )
  })

  it.effect("waits its turn behind mail that finds no slot, and none is left behind", () => {
    const begun: Array<string> = []
    return Effect.gen(function* () {
      const answer = yield* Deferred.make<typeof accepted>()
      const hop = ({ id }: { readonly id: string }) =>
        Effect.suspend(() => {
          begun.push(id)
          return Deferred.await(answer)
        })
      yield* Effect.gen(function* () {
        yield* Worker.start({ concurrency: 2 })
        yield* TestClock.adjust("1 second")
        const first = yield* queueMails(2)
        const second = yield* queueMails(2)
        // Those of one instant have no order.
        yield* TestClock.adjust("1 second")
        const third = yield* queueMails(1)
        yield* TestClock.adjust("1 second")
        expect(begun).toEqual(first)
        yield* Deferred.succeed(answer, accepted)
        yield* eventually(everyStatus([...first, ...second, ...third], "sent"))
        expect(begun).toEqual([...first, ...second, ...third])
      }).pipe(Effect.provide(layerWith(hop)))
    })
  })

  it.effect("is delivered after its sender has the answer", () => {
    const order: Array<string> = []
    const hop = () =>
      Effect.sync(() => {
        order.push("delivered")
        return accepted
      })
    return Effect.gen(function* () {
      yield* Worker.start({})
      yield* TestClock.adjust("1 second")
      const ids = yield* queueMails(1)
      order.push("answered")
      yield* eventually(everyStatus(ids, "sent"))
      expect(order).toEqual(["answered", "delivered"])
    }).pipe(Effect.provide(layerWith(hop)))
  })

  it.effect("waits in memory for a slot, in its tenants' turns, and isn't claimed", () => {
    const found: Array<number> = []
    const begun: Array<string> = []
    return Effect.gen(function* () {
      yield* Effect.gen(function* () {
        yield* Worker.start({ concurrency: 1 })
        yield* TestClock.adjust("1 second")
        const many = yield* queueMails(4)
        const one = yield* queueMails(1, "other")
        yield* eventually(everyStatus(many, "sent"))
        yield* eventually(everyStatus(one, "sent", "other"))
        expect(begun.slice(0, 3)).toContain(one[0])
        expect(found.reduce((sum, count) => sum + count, 0)).toBe(0)
      }).pipe(Effect.provide(layerWith(slowHop(begun), { aroundQueue: notingClaims(found) })))
    })
  })

  it.effect("is given back if it waits in memory for long, so that other workers take it", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<typeof accepted>()
      yield* Effect.gen(function* () {
        yield* Worker.start({ concurrency: 1 })
        yield* TestClock.adjust("1 second")
        const [first = "", ...others] = yield* queueMails(3)
        yield* TestClock.adjust("3 seconds")
        expect(yield* everyStatus([first, ...others], "sending")).toBe(true)
        yield* TestClock.adjust("4 seconds")
        expect(yield* everyStatus(others, "queued")).toBe(true)
        expect((yield* recordOf(others[0] ?? "")).attempts).toBe(0)
        const later = yield* queueMails(1)
        expect(yield* everyStatus(later, "queued")).toBe(true)
        yield* Deferred.succeed(answer, accepted)
        yield* eventually(everyStatus([first, ...others, ...later], "sent"))
      }).pipe(Effect.provide(layerWith(() => Deferred.await(answer))))
    })
  )

  it.effect("lets due mail that it would pass for ever into its turns at each poll", () => {
    const begun: Array<string> = []
    return Effect.gen(function* () {
      const emails = yield* Emails
      const sender = yield* tenant
      yield* Worker.start({ concurrency: 1 })
      yield* TestClock.adjust("1 second")
      const inASecond = new Date((yield* Clock.currentTimeMillis) + 1000).toISOString()
      const { queued } = yield* emails.send(sender, {
        to: "later@example.com",
        from: "shop@example.com",
        text: "hello",
        scheduled_at: inASecond
      })
      // More comes all the time than there are slots for.
      const ids: Array<string> = []
      for (let times = 0; times < 20; times++) {
        ids.push(...(yield* queueMails(2)))
        yield* TestClock.adjust("150 millis")
      }
      expect(begun).toContain(queued[0]?.id)
      yield* eventually(everyStatus(ids, "sent"), "100 millis")
    }).pipe(Effect.provide(layerWith(slowHop(begun))))
  })

  it.effect("is released if the worker stops meanwhile, without an attempt", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queueMails(1)
      const scope = yield* Scope.make()
      const taken: Array<ClaimedMessage> = []
      const worker = yield* Scope.provide(
        makeLocalWorker({
          owner: "w",
          settings: settingsOf({}),
          takes: (count) => count,
          begin: (messages) => {
            taken.push(...messages)
          }
        }),
        scope
      )
      const messages = yield* Effect.flatMap(MailQueue, (queue) =>
        queue.claim(worker.lease(0), 1, 0)
      )
      yield* Scope.close(scope, Exit.void)
      expect(worker.takes(1, 0)).toBe(0)
      worker.begin(messages)
      yield* eventually(everyStatus([id], "queued"))
      expect(taken).toEqual([])
      expect((yield* recordOf(id)).attempts).toBe(0)
    }).pipe(Effect.provide(Layer.fresh(layerWith(() => Effect.succeed(accepted)))))
  )
})
