import { Data } from "effect"
import { type FeedbackRefusal, feedbackRefusals } from "./refusals.js"

/** A provider's call failed its check. Nothing was recorded. */
export class FeedbackCallRefused extends Data.TaggedError("FeedbackCallRefused")<{
  readonly reason: FeedbackRefusal
}> {
  readonly code = "feedback_call_refused"

  override get message(): string {
    return feedbackRefusals[this.reason]
  }
}

const sentences = {
  busy: "Too many calls of providers wait already. Nothing was recorded; call again in a moment.",
  certificate:
    "The certificate that signed the call can't be fetched. Nothing was recorded; call again in a moment.",
  credential: "The source's credential can't be decrypted. The log and `telemark doctor` say more.",
  confirmation: "The subscription couldn't be confirmed. Let Amazon SNS ask again."
} as const

/** A provider's call can't be dealt with now. Nothing was recorded: the provider repeats it. */
export class FeedbackCallsBusy extends Data.TaggedError("FeedbackCallsBusy")<{
  readonly reason: keyof typeof sentences
}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return sentences[this.reason]
  }
}
