/** Providers that report what became of mail, by their own names. */
export const providers = {
  ses: "Amazon SES",
  sendgrid: "SendGrid",
  mailgun: "Mailgun",
  postmark: "Postmark",
  resend: "Resend",
  brevo: "Brevo",
  mailjet: "Mailjet",
  sparkpost: "SparkPost"
} as const

export type ProviderName = keyof typeof providers

/**
 * When a provider shows the credential that its calls are checked with: before it has the address,
 * only afterwards, or never.
 */
export const credentialOf: Readonly<Record<ProviderName, "before" | "after" | "none">> = {
  ses: "before",
  mailgun: "before",
  sendgrid: "after",
  resend: "after",
  postmark: "none",
  brevo: "none",
  mailjet: "none",
  sparkpost: "none"
}
