import { Feedback, type Report, type Reported } from "@telemark/core"
import { Effect } from "effect"
import type { RunAs } from "./operations.js"

/** Reports about one tenant's messages after they were sent. */
export interface FeedbackApi {
  /** Records a provider's report about a message; `_tag` says what it changed. Rejects with `NotFound` if there is no such message. */
  readonly record: (report: Report) => Promise<Reported>
}

export const makeFeedbackApi = (as: RunAs): FeedbackApi => ({
  record: (report) => as(({ id }) => Effect.flatMap(Feedback, (feedback) => feedback.record(id, report)))
})
