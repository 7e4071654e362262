import { Schema } from "effect"
import { optional, required } from "../members.js"
import { boundedText } from "../Validation/index.js"
import { FeedbackProviderName } from "./provider.js"

/** A public key in base64 is the longest. */
const maxCredential = 2048

const credential = boundedText(maxCredential, 1)

/** A new source. */
export const CreateFeedbackSource = Schema.Struct({
  provider: required(FeedbackProviderName, "The mail provider that is to call."),
  credential: optional(
    credential,
    "What its calls are checked with: SES' topic ARN, SendGrid's verification key, Mailgun's or Resend's signing key. It is never shown again. SendGrid and Resend show it " +
      "only once they have the address: add it then. The other providers have none."
  )
}).annotate({ identifier: "CreateFeedbackSource" })
export type CreateFeedbackSource = typeof CreateFeedbackSource.Type

/** A source's credential. */
export const UpdateFeedbackSource = Schema.Struct({
  credential: required(credential, "What its calls are checked with from now on.")
}).annotate({ identifier: "UpdateFeedbackSource" })
export type UpdateFeedbackSource = typeof UpdateFeedbackSource.Type
