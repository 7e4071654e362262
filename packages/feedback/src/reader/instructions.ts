import type { FeedbackInstructions, FeedbackProviderName } from "@telemark/contract"

/** By the names of the provider's own pages. */
export const instructions: Readonly<Record<FeedbackProviderName, FeedbackInstructions>> = {
  ses: {
    title: "Amazon SES",
    steps: [
      "In Amazon SNS, in the region of SES, create a topic of the type Standard, without delivery of raw messages.",
      "Enter the topic's ARN here as the credential of this source.",
      "In SES, add an event destination with this topic to a configuration set, and choose the events.",
      "In SES, make that configuration set the default one of the identity that you send from.",
      "In SNS, subscribe this address to the topic, with the protocol HTTPS. The subscription is confirmed by itself within seconds."
    ],
    events: [
      "Delivery",
      "DeliveryDelay",
      "Bounce",
      "Complaint",
      "Reject",
      "RenderingFailure",
      "Open",
      "Click",
      "Subscription"
    ],
    credential:
      "The ARN of the SNS topic, such as arn:aws:sns:eu-west-1:123456789012:mail-feedback. Only calls of this topic are taken."
  },
  sendgrid: {
    title: "SendGrid",
    steps: [
      "Open Settings, Mail Settings, Event Webhooks, and create a webhook with this address as its Post URL.",
      "Choose the events.",
      "Under Security features, turn on the signed Event Webhook, and save.",
      "Copy the verification key that it shows then, and enter it here as the credential of this source."
    ],
    events: [
      "Delivered",
      "Deferred",
      "Bounced",
      "Dropped",
      "Spam Reports",
      "Unsubscribed",
      "Group Unsubscribes",
      "Opened",
      "Clicked"
    ],
    credential:
      "The verification key of the signed Event Webhook, which begins with MFkw. SendGrid shows it once signing is on."
  },
  mailgun: {
    title: "Mailgun",
    steps: [
      "Open Send, Sending, Webhooks, and choose the domain that you send from.",
      "Add a webhook with this address for each of the events.",
      "Open the account's settings, API security, copy the HTTP webhook signing key, and enter it here as the credential of this source."
    ],
    events: [
      "Delivered Messages",
      "Permanent Failure",
      "Temporary Failure",
      "Spam Complaints",
      "Unsubscribes",
      "Opens",
      "Clicks"
    ],
    credential: "The HTTP webhook signing key of the account. It isn't an API key."
  },
  postmark: {
    title: "Postmark",
    steps: [
      "Open the server, its message stream of transactional mail, and Webhooks.",
      "Add a webhook with this address, and choose the events. The content of messages isn't needed.",
      "Save. Postmark doesn't sign its calls: the address is their only authentication, so keep it secret."
    ],
    events: ["Delivery", "Bounce", "Spam complaint", "Subscription change", "Open", "Link click"],
    credential: null
  },
  resend: {
    title: "Resend",
    steps: [
      "Open Webhooks, and add a webhook with this address.",
      "Choose the events, and save.",
      "Copy the signing secret that its page shows, and enter it here as the credential of this source."
    ],
    events: [
      "email.delivered",
      "email.delivery_delayed",
      "email.bounced",
      "email.suppressed",
      "email.failed",
      "email.complained",
      "email.opened",
      "email.clicked"
    ],
    credential:
      "The signing secret of this webhook, which begins with whsec_. Resend shows it once the webhook is there."
  },
  brevo: {
    title: "Brevo",
    steps: [
      "Open Transactional, Settings, Webhook, and add a webhook with this address.",
      "Choose the events, and save.",
      "Brevo doesn't sign its calls: the address is their only authentication, so keep it secret."
    ],
    events: [
      "Delivered",
      "Deferred",
      "Hard bounce",
      "Soft bounce",
      "Invalid email",
      "Blocked",
      "Error",
      "Complaint",
      "Unsubscribed",
      "Opened",
      "Clicked"
    ],
    credential: null
  },
  mailjet: {
    title: "Mailjet",
    steps: [
      "Open the account's settings, Event notifications (triggers).",
      "Enter this address as the endpoint of each event, and let events be grouped.",
      "Save. Mailjet doesn't sign its calls: the address is their only authentication, so keep it secret."
    ],
    events: ["sent", "bounce", "blocked", "spam", "unsub", "open", "click"],
    credential: null
  },
  sparkpost: {
    title: "SparkPost",
    steps: [
      "Open Webhooks, and create a webhook with this address as its target, without authentication.",
      "Choose the events, and save.",
      "SparkPost doesn't sign its calls: the address is their only authentication, so keep it secret."
    ],
    events: [
      "Delivery",
      "Delay",
      "Bounce",
      "Out-of-band",
      "Policy Rejection",
      "Generation Failure",
      "Generation Rejection",
      "Spam Complaint",
      "List Unsubscribe",
      "Link Unsubscribe",
      "Open",
      "Click"
    ],
    credential: null
  }
}
