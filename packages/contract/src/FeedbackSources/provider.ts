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

export const FeedbackProviderName = Schema.Literals(feedbackProviderNames).annotate({
  identifier: "FeedbackProviderName",
  message: `must be one of ${feedbackProviderNames.join(", ")}`
})
export type FeedbackProviderName = typeof FeedbackProviderName.Type
