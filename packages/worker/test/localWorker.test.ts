import { describe, expect, it } from "@effect/vitest"
import { type ClaimedMessage, MailQueue } from "@telemark/core"
import { Worker } from "@telemark/worker"
import { Deferred, Effect, Exit, Layer, Scope } from "effect"
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
  recordOf
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
          begin: (message) => {
            taken.push(message)
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
