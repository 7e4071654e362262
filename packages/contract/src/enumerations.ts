/** Plain data: pages for browsers take it without the library of schemas. */

/** In the order of the interface. */
export const emailStatuses = [
  "queued",
  "sending",
  "sent",
  "failed",
  "bounced",
  "complained",
  "delivered",
  "deferred"
] as const

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  Object.keys(table) as unknown as ReadonlyArray<Name>

/** In the order of a mail's life. */
export const eventSummaries = {
  "email.sent": "The next hop accepted the message",
  "email.delivered": "The recipient's server accepted the message",
  "email.deferred": "The message wasn't accepted yet, and will be tried again",
  "email.bounced": "The recipient's server refused the message permanently",
  "email.complained": "The recipient reported the message as spam",
  "email.failed": "The message failed",
  "email.opened": "The message was opened",
  "email.clicked": "A link in the message was followed",
  "email.unsubscribed": "The recipient unsubscribed"
} as const

export const eventTypes = namesOf(eventSummaries)

/** What endpoints of the operator get. */
export const operatorWebhookEventSummaries = {
  "audit.recorded": "The audit log has a new entry",
  "tenant.warned": "A tenant's complaints or bounces come near a limit",
  "tenant.paused": "A tenant's sending was paused",
  "tenant.resumed": "A tenant's sending was resumed"
} as const

export const operatorWebhookEventTypes = namesOf(operatorWebhookEventSummaries)

type Status = (typeof emailStatuses)[number]
type Type = keyof typeof eventSummaries
type EventKind = Type extends `email.${infer Kind}` ? Kind : never

const eventKinds = eventTypes.map((type) => type.slice("email.".length) as EventKind)

/** Undefined if the message keeps its status. */
export const statusAfter = (type: Type): Status | undefined =>
  emailStatuses.find((status) => type === `email.${status}`)

/** What a person may do with a message, counted once for each. */
export const engagements = eventKinds.filter(
  (kind): kind is Exclude<EventKind, Status> => statusAfter(`email.${kind}`) === undefined
)
export type Engagement = (typeof engagements)[number]

/** After it was sent. */
export const feedbackKinds = eventKinds.filter((kind) => kind !== "sent" && kind !== "failed")

export const periods = {
  "24h": { hours: 24, interval: "hour" },
  "7d": { hours: 7 * 24, interval: "hour" },
  "30d": { hours: 30 * 24, interval: "day" },
  "90d": { hours: 90 * 24, interval: "day" }
} as const
export type Period = keyof typeof periods

export const periodNames = namesOf(periods)

export const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text)
