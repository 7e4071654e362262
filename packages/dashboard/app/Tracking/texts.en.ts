export const en = {
  intro: 'Defaults for new emails. An email can override them with "track".',
  what: "What is tracked",
  opens: "Opens",
  opensHint:
    "An invisible image reports opens. Many mail clients block or preload images, so the numbers are estimates.",
  clicks: "Clicks",
  clicksHint: `Links lead through this service, which reports clicks. A link with data-track="off" isn't changed.`,
  unavailableTitle: "Nothing can be tracked yet",
  unavailable:
    "This service has no address on the internet. The operator sets it as TELEMARK_PUBLIC_URL, or publicUrl of createTelemark.",
  privacyTitle: "Before you turn it on",
  privacy: [
    "In many countries you need the reader's consent to see whether they open a mail. A password reset works without tracking.",
    "Stored are the time, the link and the program that asked. The reader's IP address is not stored, and no cookie is set.",
    'A link that contains a secret, such as one that resets a password, would be in your events and webhooks: mark it with data-track="off".',
    "With a tracking record at your domain, links begin with your own name and look less like phishing. The domain's page shows the record."
  ],
  wasSaved: "Saved. It applies to sends from now on."
}

export type TrackingTexts = typeof en
