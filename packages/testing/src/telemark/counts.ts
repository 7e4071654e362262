import type { DeliveredDue } from "@telemark/worker"

export const nothingDelivered: DeliveredDue = {
  emails: { sent: 0, deferred: 0, bounced: 0, failed: 0 },
  webhooks: { taken: 0, failed: 0 }
}

export const together = (one: DeliveredDue, other: DeliveredDue): DeliveredDue => ({
  emails: {
    sent: one.emails.sent + other.emails.sent,
    deferred: one.emails.deferred + other.emails.deferred,
    bounced: one.emails.bounced + other.emails.bounced,
    failed: one.emails.failed + other.emails.failed
  },
  webhooks: {
    taken: one.webhooks.taken + other.webhooks.taken,
    failed: one.webhooks.failed + other.webhooks.failed
  }
})
