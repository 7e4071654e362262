/** The kinds of events that endpoints can take, in the order of a mail's life. */
export const eventTypes = [
  "email.sent",
  "email.delivered",
  "email.deferred",
  "email.bounced",
  "email.complained",
  "email.failed",
  "email.opened",
  "email.clicked",
  "email.unsubscribed"
] as const

export type EventKind = (typeof eventTypes)[number]
