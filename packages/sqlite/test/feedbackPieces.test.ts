import { expect, it } from "@effect/vitest"
import { aSend } from "@telemark-tools/storages"
import { emailQueries, Feedback, NewEvents, ReportsTried } from "@telemark/core"
import { Clock, Effect, Layer } from "effect"
import { storage } from "./storage.js"

const sizes: Array<number> = []
/** Whether the event loop turned between a piece and the next, which first asks for the time. */
const turned: Array<boolean> = []
let ended: { hasTurned: boolean } | undefined

const tried = Layer.succeed(ReportsTried, (ids) => {
  const piece = { hasTurned: false }
  const turn = () => {
    piece.hasTurned = true
  }
  sizes.push(ids.length)
  ended = piece
  // One of each: whichever a pause uses, this one comes first.
  setImmediate(turn)
  setTimeout(turn, 0)
})

const watchedClock = Effect.map(Clock.Clock, (clock) =>
  Object.assign(Object.create(clock) as Clock.Clock, {
    currentTimeMillis: Effect.suspend(() => {
      if (ended !== undefined) turned.push(ended.hasTurned)
      ended = undefined
      return clock.currentTimeMillis
    })
  })
)

it.live("a thousand reports are recorded in pieces, between which the event loop turns", () =>
  Effect.gen(function* () {
    const feedback = yield* Feedback
    const { accept } = yield* emailQueries
    const reports = Array.from({ length: 250 }, (_, index) => ({
      email_id: `em_${index.toString(16).padStart(32, "0")}`,
      kind: "delivered" as const
    }))
    // What isn't unknown says whether outcomes are in the order of the reports.
    const known = [99, 100, 249]
    yield* Effect.forEach(known, (index) => {
      const recipient = { address: "ada@example.com", name: null, folded: "ada@example.com" }
      const recipients = [{ ...recipient, id: reports[index]?.email_id ?? "" }]
      return accept({ ...aSend(index), recipients })
    })
    const recording = feedback.recordBatch("tn_a", reports)
    const { data } = yield* Effect.provideServiceEffect(recording, Clock.Clock, watchedClock)
    expect(data).toEqual(
      reports.map((_, index) => ({
        outcome: known.includes(index) ? "waiting" : "unknown_email",
        event_id: null
      }))
    )
    expect([sizes, turned]).toEqual([
      [100, 100, 50],
      [true, true]
    ])
  }).pipe(
    Effect.provide(
      Layer.provideMerge(
        Feedback.layer,
        Layer.mergeAll(storage({ filename: ":memory:" }), NewEvents.layerInProcess, tried)
      )
    )
  )
)
