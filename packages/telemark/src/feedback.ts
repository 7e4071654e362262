import { Feedback, type Report, type Reported } from "@telemark/core"
import { Effect } from "effect"
import type { RunAs } from "./operations.js"

/** What becomes of one tenant's messages after they were handed over. */
export interface FeedbackApi {
  /** Records what a provider reports of a message; what came of it is told by `_tag`. Rejects with `NotFound` if there is no such message. */
  readonly record: (report: Report) => Promise<Reported>
}

/** Feedback on one tenant's messages as promises. */
export const makeFeedbackApi = (as: RunAs): FeedbackApi => ({
  record: (report) => as(({ id }) => Effect.flatMap(Feedback, (feedback) => feedback.record(id, report)))
})
