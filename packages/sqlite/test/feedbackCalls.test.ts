import { type CreatedFeedbackSource, StorageError } from "@telemark/contract"
import {
  Feedback,
  type FeedbackCallReading,
  FeedbackCalls,
  FeedbackReader,
  feedbackSourceQueries,
  type FeedbackSourceRecord,
  Secrets
} from "@telemark/core"
import { Deferred, Effect, Exit, Fiber, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import { storage } from "./storage.js"

const sourceOf = (id: string): FeedbackSourceRecord => ({
  id,
  tenant_id: `tn_${id.slice(0, 1)}`,
  provider: "postmark",
  secret_digest: id,
  credential: null,
  created_at: 0,
  called_at: null,
  refused_at: null,
  refused_reason: null
})
const instructions: CreatedFeedbackSource["instructions"] = {
  title: "",
  steps: [],
  events: [],
  credential: null
}

const layerOf = (
  read: () => Effect.Effect<FeedbackCallReading>,
  receive: () => Effect.Effect<ReadonlyArray<never>, StorageError> = () => Effect.succeed([])
) =>
  FeedbackCalls.layer.pipe(
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(FeedbackReader, {
          instructions: () => instructions,
          takesCredential: () => false,
          problemOf: () => undefined,
          read
        }),
        Layer.succeed(Feedback, {
          record: () => Effect.die("unused"),
          receive,
          recordBatch: () => Effect.die("unused")
        } as never),
        Layer.succeed(Secrets, {
          seal: () => Effect.die("unused"),
          open: () => Effect.die("unused"),
          isCurrent: () => Effect.succeed(true)
        })
      )
    ),
    Layer.provideMerge(storage({ filename: ":memory:" }))
  )

const call = { header: () => undefined, body: new Uint8Array() }

describe("providers' calls", () => {
  it("count as handled only once what they report is stored", async () => {
    let [isAway, recorded] = [true, 0]
    const known = { token_digest: "token", body_digest: "body", expires_at: 1 }
    const reading = { _tag: "Events", events: [], skipped: 0, call: known } as const
    const receive = () =>
      isAway
        ? new StorageError({ reason: "unavailable", cause: undefined })
        : Effect.sync(() => {
            recorded++
            return []
          })
    await Effect.runPromise(
      Effect.gen(function* () {
        const { receive } = yield* FeedbackCalls
        const { rememberCall } = yield* feedbackSourceQueries
        const tried = Effect.result(receive(sourceOf("a"), call))
        expect(yield* tried).toMatchObject({ _tag: "Failure", failure: { _tag: "StorageError" } })
        expect(yield* rememberCall("a", known)).toBe("open")
        isAway = false
        expect(yield* tried).toMatchObject({ _tag: "Success" })
        expect(yield* rememberCall("a", known)).toBe("handled")
        expect(yield* tried).toMatchObject({ _tag: "Success" })
        expect(recorded).toBe(1)
      }).pipe(Effect.provide(layerOf(() => Effect.succeed(reading), receive)))
    )
  })

  it("of one tenant are dealt with 16 at a time, whatever its sources, 50 wait, and others' have their turn at once", async () => {
    const running = { now: 0, most: 0 }
    await Effect.runPromise(
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void>()
        const read = () =>
          Effect.acquireUseRelease(
            Effect.sync(() => {
              running.most = Math.max(running.most, ++running.now)
            }),
            () => Effect.as(Deferred.await(gate), { _tag: "Nothing", skipped: 0 } as const),
            () =>
              Effect.sync(() => {
                running.now--
              })
          )
        yield* Effect.gen(function* () {
          const calls = yield* FeedbackCalls
          const flood = yield* Effect.forEach(Array.from({ length: 74 }), (_, index) =>
            Effect.forkChild(calls.receive(sourceOf(`a${String(index % 3)}`), call))
          )
          yield* Effect.yieldNowWith(1)
          expect(running.now).toBe(16)
          const other = yield* Effect.forkChild(calls.receive(sourceOf("b"), call))
          yield* Effect.yieldNowWith(1)
          expect(running.now).toBe(17)
          yield* Deferred.succeed(gate, undefined)
          expect(Exit.isSuccess(yield* Fiber.await(other))).toBe(true)
          const exits = yield* Effect.forEach(flood, (fiber) => Effect.result(Fiber.join(fiber)))
          const refused = exits.flatMap((exit) => (Result.isFailure(exit) ? [exit.failure] : []))
          expect(refused).toHaveLength(8)
          expect(refused[0]).toMatchObject({ _tag: "FeedbackCallsBusy", reason: "busy" })
          expect(running.most).toBe(17)
        }).pipe(Effect.provide(layerOf(read)))
      })
    )
  })
})
