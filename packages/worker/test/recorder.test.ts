import { describe, expect, it } from "@effect/vitest"
import { MailQueue, NewEvents, type Settlement } from "@telemark/core"
import { Effect, Fiber, TestClock } from "effect"
import { makeRecorder } from "../src/recorder.js"
import { accepted, layerWith, queueMails } from "./harness.js"

describe("whoever waits for events", () => {
  it.scoped("is told when an outcome was recorded, and not when the lease had run out and nothing was", () =>
    Effect.gen(function*() {
      yield* queueMails(1)
      const [message] = yield* Effect.flatMap(MailQueue, (queue) => queue.claim({ owner: "w", until: 60_000 }, 1, 0))
      const settlement: Settlement = {
        id: message?.id ?? "", tenant_id: message?.tenant_id ?? "", recipient: "customer-0@example.com", created_at: 0, attempts: 1, status: "sent",
        smtp_provider: "smtp", smtp_response: null, error_message: null, at: 0, next_attempt_at: null, refused_since: null, suppress: null,
        event: { id: "evt_1", type: "email.sent", data: {} }
      }
      const told = yield* Effect.fork(yield* Effect.flatMap(NewEvents, (newEvents) => newEvents.listen))
      const recorded = (owner: string) =>
        Effect.gen(function*() {
          const record = yield* makeRecorder({ owner, batch: 1, within: 0 })
          const recording = yield* Effect.fork(record(settlement))
          yield* TestClock.adjust("1 second")
          yield* Fiber.join(recording)
        })
      yield* recorded("stranger")
      expect(told.unsafePoll()).toBeNull()
      yield* recorded("w")
      yield* Fiber.join(told)
    }).pipe(Effect.provide(layerWith(() => Effect.succeed(accepted)))))
})
