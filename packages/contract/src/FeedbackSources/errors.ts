import { defineError, members, unavailable } from "../defineError.js"
import { FeedbackRefusal, feedbackRefusals } from "./refusals.js"

/** A provider's call failed its check. Nothing was recorded. */
export class FeedbackCallRefused extends defineError("FeedbackCallRefused", {
  status: 403,
  code: "feedback_call_refused",
  description:
    "A provider's call failed its check; nothing was recorded. `message` says what to do.",
  details: { reason: FeedbackRefusal },
  message: ({ reason }) => feedbackRefusals[reason]
}) {}

const whyBusy = {
  busy: "Too many calls of providers wait already. Nothing was recorded; call again in a moment.",
  certificate:
    "The certificate that signed the call can't be fetched. Nothing was recorded; call again in a moment.",
  credential: "The source's credential can't be decrypted. The log and `telemark doctor` say more.",
  confirmation: "The subscription couldn't be confirmed. Let Amazon SNS ask again."
} as const

/** A provider's call can't be dealt with now. Nothing was recorded: the provider repeats it. */
export class FeedbackCallsBusy extends defineError("FeedbackCallsBusy", {
  ...unavailable(5),
  description:
    "A provider's call can't be dealt with at this moment; `message` says why. Nothing was recorded, and the provider calls again.",
  members: members<{ readonly reason: keyof typeof whyBusy }>(),
  message: ({ reason }) => whyBusy[reason]
}) {}
