import { expect, it } from "@effect/vitest"
import { Feedback, NewEvents, ReportsTried } from "@telemark/core"
import { Effect, Layer } from "effect"
import { storage } from "./storage.js"

const sizes: Array<number> = []
const turns: Array<number> = []
let turned = 0

const tried = Layer.succeed(ReportsTried, (ids) => {
  sizes.push(ids.length)
  turns.push(turned)
  setImmediate(() => turned++)
})

it.live("a thousand reports are recorded in pieces, between which the event loop turns", () =>
  Effect.gen(function* () {
    const feedback = yield* Feedback
    const reports = Array.from({ length: 250 }, (_, index) => ({
      email_id: `em_${index.toString(16).padStart(32, "0")}`,
      kind: "delivered" as const
    }))
    const { data } = yield* feedback.recordBatch("tn_1", reports)
    expect(data).toEqual(reports.map(() => ({ outcome: "unknown_email", event_id: null })))
    expect(sizes).toEqual([100, 100, 50])
    expect(new Set(turns).size).toBe(3)
  }).pipe(
    Effect.provide(
      Layer.provide(
        Feedback.layer,
        Layer.mergeAll(storage({ filename: ":memory:" }), NewEvents.layerInProcess, tried)
      )
    )
  )
)
