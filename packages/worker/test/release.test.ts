import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import { type ClaimedMessage, MailQueue } from "@telemark/core"
import { Effect, Fiber, Layer, Logger } from "effect"
import { makeRelease } from "../src/release.js"
import { accepted, layerWith } from "./harness.js"

const messageOf = (id: string, tenant_id: string): ClaimedMessage =>
  ({ id, tenant_id }) as ClaimedMessage

describe("giving messages back", () => {
  it.effect(
    "gives none back twice because the rows of another tenant can't be had: by then it may be leased again",
    () =>
      Effect.gen(function* () {
        const released: Array<string> = []
        const queue = yield* MailQueue
        const release = yield* makeRelease("w", 10).pipe(
          Effect.provideService(MailQueue, {
            ...queue,
            release: (_, ids) =>
              ids.includes("em_b")
                ? Effect.delay(
                    new StorageError({ reason: "unavailable", cause: undefined }),
                    "5 seconds"
                  )
                : Effect.sync(() => {
                    released.push(...ids)
                  })
          })
        )
        const both = yield* Effect.forkChild(
          Effect.all(
            [release(messageOf("em_a", "tn_a"), 10), release(messageOf("em_b", "tn_b"), 20)],
            { concurrency: 2 }
          )
        )
        yield* TestClock.adjust("1 minute")
        yield* Fiber.join(both)
        expect(released).toEqual(["em_a"])
      }).pipe(
        Effect.provide(
          Layer.merge(
            layerWith(() => Effect.succeed(accepted)),
            Logger.layer([])
          )
        )
      )
  )
})
