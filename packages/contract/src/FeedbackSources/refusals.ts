import { Schema } from "effect"

/**
 * Why a provider's call was refused. `missing_credential`: the credential that its check needs
 * isn't there or is unusable; `too_old` and `too_new`: the signed time is longer ago than this
 * provider repeats a call, or more than five minutes ahead; `too_many_events`: more than one call may have.
 */
export const FeedbackRefusal = Schema.Literals([
  "missing_credential",
  "missing_signature",
  "wrong_signature",
  "wrong_certificate_address",
  "wrong_topic",
  "wrong_confirmation_address",
  "too_old",
  "too_new",
  "replayed_token",
  "too_large",
  "too_many_events",
  "malformed"
]).annotate({ identifier: "FeedbackRefusal" })
export type FeedbackRefusal = typeof FeedbackRefusal.Type

/** What each refusal means and what to do, in plain sentences without any value of the call. */
export const feedbackRefusals: Readonly<Record<FeedbackRefusal, string>> = {
  missing_credential:
    "The source has no usable credential to check its calls with. Enter the one that the provider shows.",
  missing_signature: "The call isn't signed. Turn signing on at the provider.",
  wrong_signature:
    "The signature doesn't fit. Compare the source's credential with the one at the provider; a proxy must not change the body.",
  wrong_certificate_address: "The address of the signing certificate isn't one of Amazon SNS.",
  wrong_topic:
    "The call is from another topic than the source's credential names. Enter the ARN of the topic that calls.",
  wrong_confirmation_address:
    "The address that confirms the subscription isn't one of Amazon SNS for this topic.",
  too_old:
    "The call was signed longer ago than this provider repeats a call. Check the clock of this machine.",
  too_new:
    "The call was signed for more than five minutes from now. Check the clock of this machine.",
  replayed_token: "The signature was used before, for another body.",
  too_large: "The call is larger than 5 MiB.",
  too_many_events: "The call has more events than are read from one call.",
  malformed:
    "The body isn't what this provider sends. Compare the address at the provider with the source's provider."
}
