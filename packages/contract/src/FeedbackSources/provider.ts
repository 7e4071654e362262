import { Schema } from "effect"

/** Mail providers whose webhooks can be read. */
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

export const FeedbackProviderName = Schema.Literal(...feedbackProviderNames).annotations({
  identifier: "FeedbackProviderName",
  message: () => ({ message: `must be one of ${feedbackProviderNames.join(", ")}`, override: true })
})
export type FeedbackProviderName = typeof FeedbackProviderName.Type
