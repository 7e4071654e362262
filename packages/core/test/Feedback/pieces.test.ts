import { expect, it } from "@effect/vitest"
import { Feedback, FeedbackStore, NewEvents } from "@telemark/core"
import { Effect, Layer } from "effect"

const sizes: Array<number> = []
const turns: Array<number> = []
let turned = 0

const store = Layer.succeed(FeedbackStore, {
  record: (entries: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      sizes.push(entries.length)
      turns.push(turned)
      setImmediate(() => turned++)
      return entries.map((_, index) => ({ _tag: "Recorded", event_id: `evt_${String(index)}` }))
    })
} as unknown as FeedbackStore["Service"])

it.live("a thousand reports are recorded in pieces, between which the event loop turns", () =>
  Effect.gen(function* () {
    const feedback = yield* Feedback
    const reports = Array.from({ length: 250 }, (_, index) => ({
      email_id: `em_${index.toString(16).padStart(32, "0")}`,
      kind: "delivered" as const
    }))
    const { data } = yield* feedback.recordBatch("tn_1", reports)
    expect(data.map(({ event_id }) => event_id)).toEqual(
      reports.map((_, index) => `evt_${String(index % 100)}`)
    )
    expect([sizes, turns]).toEqual([
      [100, 100, 50],
      [0, 1, 2]
    ])
  }).pipe(
    Effect.provide(Layer.provide(Feedback.layer, Layer.merge(store, NewEvents.layerInProcess)))
  )
)
