import { Schema } from "effect"
import { defineError, members, unavailable } from "./defineError.js"
import { flag, instant, named, optional, orNull, required, text, texts } from "./members.js"
import { wholeListOf } from "./paging.js"
import { boundedText } from "./validation/text.js"

/** Their webhooks can be read. */
export const feedbackProviderNames = [
  "ses",
  "sendgrid",
  "mailgun",
  "postmark",
  "resend",
  "brevo",
  "mailjet",
  "sparkpost"
] as const

export const FeedbackProviderName = Schema.Literals(feedbackProviderNames).annotate({
  identifier: "FeedbackProviderName",
  message: `must be one of ${feedbackProviderNames.join(", ")}`
})
export type FeedbackProviderName = typeof FeedbackProviderName.Type

/** A public key in base64 is the longest. */
const maxCredential = 2048

const credential = boundedText(maxCredential, 1)

export const CreateFeedbackSource = named("CreateFeedbackSource", {
  provider: required(FeedbackProviderName, "The mail provider that is to call."),
  credential: optional(
    credential,
    "What its calls are checked with: SES' topic ARN, SendGrid's verification key, Mailgun's or Resend's signing key. It is never shown again. SendGrid and Resend show it " +
      "only once they have the address: add it then. The other providers have none."
  )
})
export type CreateFeedbackSource = typeof CreateFeedbackSource.Type

export const UpdateFeedbackSource = named("UpdateFeedbackSource", {
  credential: required(credential, "What its calls are checked with from now on.")
})
export type UpdateFeedbackSource = typeof UpdateFeedbackSource.Type

/**
 * `missing_credential`: it isn't there or is unusable; `too_old` and `too_new`: the signed time is
 * longer ago than this provider repeats a call, or more than five minutes ahead.
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

/** What to do, without any value of the call. */
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

const shared = {
  id: text("The source's id, `fsrc_…`."),
  provider: FeedbackProviderName.annotate({ description: "The mail provider that calls." }),
  has_credential: flag("Whether a credential is stored."),
  needs_credential: flag(
    "Whether its calls are refused because no credential is stored: this provider's calls are checked with one."
  ),
  created_at: instant("When it was created.")
}

export const FeedbackSource = named("FeedbackSource", {
  ...shared,
  last_called_at: orNull(
    instant("When a call was last accepted, exact to the minute; null if none was.")
  ),
  last_refused_at: orNull(
    instant("When a call was last refused, exact to ten seconds; null if none was.")
  ),
  last_refused_reason: orNull(FeedbackRefusal).annotate({
    description: "Why a call was last refused; null if none was."
  }),
  last_refused_message: orNull(text("The same as a sentence that says what to do."))
})
export type FeedbackSource = typeof FeedbackSource.Type

export const FeedbackSourceList = wholeListOf("FeedbackSourceList", "Newest first.", FeedbackSource)
export type FeedbackSourceList = typeof FeedbackSourceList.Type

export const FeedbackInstructions = named("FeedbackInstructions", {
  title: text("The provider's name."),
  steps: texts("What to do at the provider, in order."),
  events: texts("The events to choose there, by the names that the provider gives them."),
  credential: orNull(
    text(
      "What the credential is and where the provider shows it; null if calls are authenticated by the address alone."
    )
  )
})
export type FeedbackInstructions = typeof FeedbackInstructions.Type

/** Its secret, which is part of its address, is shown only here. */
export const CreatedFeedbackSource = named("CreatedFeedbackSource", {
  ...shared,
  url: text(
    "The address to enter at the provider. Without a public URL in the settings it is a path, which follows the address that this service has on the internet."
  ),
  secret: text(
    "The last part of the address. Who knows it can report on your mail. It is shown only here."
  ),
  warning: text("What to do with it."),
  instructions: FeedbackInstructions
})
export type CreatedFeedbackSource = typeof CreatedFeedbackSource.Type

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

/** Nothing was recorded: the provider repeats the call. */
export class FeedbackCallsBusy extends defineError("FeedbackCallsBusy", {
  ...unavailable(5),
  description:
    "A provider's call can't be dealt with at this moment; `message` says why. Nothing was recorded, and the provider calls again.",
  members: members<{ readonly reason: keyof typeof whyBusy }>(),
  message: ({ reason }) => whyBusy[reason]
}) {}
