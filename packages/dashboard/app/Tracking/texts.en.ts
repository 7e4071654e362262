export const en = {
  intro:
    'Whether mail reports that it was opened, and which of its links were followed. This applies to sends from now on; a send may say otherwise with "track".',
  what: "What is tracked",
  opens: "Opens",
  opensHint:
    "An invisible image in the html reports that the mail was opened. Many mail programs load no images, or load them by themselves: the numbers are a hint.",
  clicks: "Clicks",
  clicksHint:
    'Links in the html lead over this service, which reports when they are followed. A link with data-track="off" stays as it is.',
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
