import type { ProviderName } from "./providers.js"

const credentialHints: Readonly<Record<ProviderName, string>> = {
  ses: "The ARN of the SNS topic, such as arn:aws:sns:eu-west-1:123456789012:mail-feedback.",
  mailgun: "The HTTP webhook signing key, in Mailgun's settings of the API.",
  sendgrid:
    "The verification key. SendGrid shows it only once it has the address: leave this empty now, and enter it afterwards.",
  resend:
    "The signing secret. Resend shows it only once it has the address: leave this empty now, and enter it afterwards.",
  postmark: "",
  brevo: "",
  mailjet: "",
  sparkpost: ""
}

export const en = {
  intro: "Deliveries, bounces and spam reports from providers such as SES or SendGrid.",
  tabs: "Feedback",
  sources: "Sources",
  unmatched: "Unmatched",
  create: "Add source",
  emptyTitle: "No sources",
  empty:
    "If you send through a provider, add it here to receive its deliveries, bounces and spam reports.",
  provider: "Provider",
  credential: "Credential",
  credentialHints,
  noCredential: "This provider doesn't sign its calls; the URL contains a secret instead.",
  credentialStored: "Stored",
  credentialNeeded: "Missing: calls are refused",
  credentialNone: "Not used",
  lastCall: "Last call",
  lastRefused: "Last refused",
  created: "Created",
  waiting: "Waiting for the first call",
  shownTitle: (provider: string) => `The address for ${provider}`,
  address: "Address",
  pathOnly:
    "This service doesn't know its address on the internet, so this is only the path: put the address before it.",
  stepsTitle: "Set up at the provider",
  eventsTitle: "Events to select",
  credentialTitle: "Credential",
  updateTitle: (provider: string) => `Credential of ${provider}`,
  updateHint: "Replaces the stored one. It isn't shown again.",
  change: "Credential",
  removeTitle: (provider: string) => `Remove the source ${provider}?`,
  removeText:
    "The address answers 404 from now on, so reports of this provider are lost. Remove it at the provider, too.",
  wasRemoved: "The source was removed.",
  unmatchedIntro: "Reports without a matching message, kept for 30 days.",
  unmatchedEmptyTitle: "No unmatched reports",
  unmatchedEmpty: "All reports of the last 30 days were matched.",
  from: "From",
  reason: "Reason",
  reasons: { unmatched: "No such mail", unread: "Not understood" },
  kinds: {
    delivered: "Delivered",
    bounced: "Bounced",
    complained: "Spam report",
    deferred: "Delayed",
    opened: "Opened",
    clicked: "Clicked",
    unsubscribed: "Unsubscribed"
  } as Readonly<Record<string, string>>,
  about: "About",
  said: "Content",
  received: "Received",
  nextLook: "Next look",
  channels: { api: "API", return_path: "Return path", import: "Import" } as Readonly<
    Record<string, string>
  >
}

export type SourceTexts = typeof en
