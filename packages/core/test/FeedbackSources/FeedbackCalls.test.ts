import { type CreatedFeedbackSource, StorageError } from "@telemark/contract"
import {
  Feedback,
  type FeedbackCallReading,
  FeedbackCalls,
  FeedbackReader,
  type FeedbackSourceRecord,
  FeedbackSourceStore,
  Secrets
} from "@telemark/core"
import { Deferred, Effect, Exit, Fiber, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"

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
const none = Effect.void
const instructions: CreatedFeedbackSource["instructions"] = {
  title: "",
  steps: [],
  events: [],
  credential: null
}

type Store = typeof FeedbackSourceStore.Service

const layerOf = (
  read: () => Effect.Effect<FeedbackCallReading>,
  {
    noteHandled = () => Effect.die("unused"),
    receive = () => Effect.succeed([]),
    rememberCall = () => Effect.die("unused")
  }: Partial<Pick<Store, "noteHandled" | "rememberCall">> & {
    readonly receive?: () => Effect.Effect<ReadonlyArray<never>, StorageError>
  } = {}
) =>
  FeedbackCalls.layer.pipe(
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(FeedbackSourceStore, {
          insert: () => Effect.succeed(true),
          list: () => Effect.succeed([]),
          find: () => Effect.succeed(undefined),
          findByDigest: () => Effect.succeed(undefined),
          setCredential: () => Effect.succeed(undefined),
          remove: () => Effect.succeed(false),
          noteCall: () => none,
          rememberCall,
          noteHandled,
          noteRefusal: () => none
        }),
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
    )
  )

const call = { header: () => undefined, body: new Uint8Array() }

describe("providers' calls", () => {
  it("count as handled only once what they report is stored", async () => {
    const done: Array<string> = []
    let isAway = true
    const reading = {
      _tag: "Events",
      events: [],
      skipped: 0,
      call: { token_digest: "token", body_digest: "body", expires_at: 1 }
    } as const
    await Effect.runPromise(
      Effect.gen(function* () {
        const { receive } = yield* FeedbackCalls
        const tried = Effect.result(receive(sourceOf("a"), call))
        expect(yield* tried).toMatchObject({ _tag: "Failure", failure: { _tag: "StorageError" } })
        isAway = false
        expect(yield* tried).toMatchObject({ _tag: "Success" })
      }).pipe(
        Effect.provide(
          layerOf(() => Effect.succeed(reading), {
            rememberCall: () =>
              Effect.as(
                Effect.sync(() => done.push("remembered")),
                "open"
              ),
            receive: () =>
              isAway
                ? new StorageError({ reason: "unavailable", cause: undefined })
                : Effect.as(
                    Effect.sync(() => done.push("recorded")),
                    []
                  ),
            noteHandled: () => Effect.sync(() => void done.push("handled"))
          })
        )
      )
    )
    expect(done).toEqual(["remembered", "remembered", "recorded", "handled"])
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
