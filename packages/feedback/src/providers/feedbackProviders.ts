import type { FeedbackProvider } from "./FeedbackProvider.js"
import { brevo } from "./brevo.js"
import { mailgun } from "./mailgun.js"
import { mailjet } from "./mailjet.js"
import { postmark } from "./postmark.js"
import { resend } from "./resend.js"
import { sendgrid } from "./sendgrid.js"
import { ses } from "./ses.js"
import { sparkpost } from "./sparkpost.js"

/** The providers whose webhooks can be read, by name. */
export const feedbackProviders = {
  ses,
  sendgrid,
  mailgun,
  postmark,
  resend,
  brevo,
  mailjet,
  sparkpost
} as const satisfies Readonly<Record<string, FeedbackProvider>>

export type FeedbackProviderName = keyof typeof feedbackProviders
