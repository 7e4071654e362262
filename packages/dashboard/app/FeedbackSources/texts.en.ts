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
  intro:
    "If your mail goes through a provider such as SES or SendGrid, the provider knows what became of it. Here you make the address that it reports to.",
  tabs: "Feedback",
  sources: "Sources",
  unmatched: "Unmatched",
  create: "Add source",
  emptyTitle: "No sources",
  empty:
    "Without a source, mail that a provider took stays sent: deliveries, later bounces and spam reports arrive only through one.",
  provider: "Provider",
  credential: "Credential",
  credentialHints,
  noCredential:
    "This provider does not sign its calls. They are known by the secret in the address.",
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
  stepsTitle: "What to do at the provider",
  eventsTitle: "Events to choose there",
  credentialTitle: "Credential",
  updateTitle: (provider: string) => `Credential of ${provider}`,
  updateHint: "It replaces the one that is stored, and is not shown again.",
  change: "Credential",
  removeTitle: (provider: string) => `Remove the source ${provider}?`,
  removeText:
    "The address answers 404 from now on, so reports of this provider are lost. Remove it at the provider, too.",
  wasRemoved: "The source was removed.",
  unmatchedIntro:
    "Reports whose mail isn't known here, and what came in their place but isn't understood. Kept for 30 days.",
  unmatchedEmptyTitle: "Every report found its mail",
  unmatchedEmpty: "Nothing came in the last 30 days that could not be assigned.",
  from: "From",
  reason: "What it is",
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
  said: "What it says",
  received: "Received",
  nextLook: "Next look",
  channels: { api: "API", return_path: "Return path", import: "Import" } as Readonly<
    Record<string, string>
  >
}

export type SourceTexts = typeof en
