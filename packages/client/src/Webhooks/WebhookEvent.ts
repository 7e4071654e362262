import type { FailureCode } from "../Contract/index.js"

/** The kinds of events that webhook endpoints can take. */
export const webhookEventTypes = [
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
/** One of the kinds of events. */
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** What an event says of its message. */
export interface WebhookEventData {
  /** The message's id, as the answer to its send has it. */
  readonly email_id: string
  /** The address that it went to, or was to go to. */
  readonly recipient: string
  /** The address that it is from. */
  readonly sender: string
  readonly subject: string
  /** The message's status once the event had happened. */
  readonly status: string
  /** Null if it wasn't made of a template. */
  readonly template_id: string | null
  /** What the send gave as `metadata`; null if it gave none. */
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** What the send gave as `tags`; empty if it gave none. */
  readonly tags: Readonly<Record<string, string>>
  /** How many attempts were made so far. */
  readonly attempts: number
  /** What the next hop said; null if it said nothing. */
  readonly smtp_response: string | null
  /** The same for people; null if there is nothing to say. */
  readonly error_message: string | null
  /** Why the message isn't delivered; null where nothing has failed. */
  readonly failure_code: FailureCode | null
  /** When the next attempt is due; null unless there will be one. */
  readonly next_attempt_at: string | null
  /** Of `email.clicked`: where the link goes. */
  readonly link?: string
  /** Of `email.opened` and `email.clicked`: what the opener says of itself. */
  readonly user_agent?: string
  /** Of `email.opened` and `email.clicked`: whether it was a program rather than a person, as far as can be told. */
  readonly machine?: boolean
}

/** An event of one kind. */
interface WebhookEventOf<Type extends WebhookEventType> {
  /** `evt_…`. It stays the same however often the event is delivered: go by it to handle each event once. */
  readonly id: string
  readonly type: Type
  /** When it happened: RFC 3339, UTC, milliseconds. */
  readonly created_at: string
  readonly data: WebhookEventData
}

/** An event, told apart by its `type`. Later versions may add kinds and members. */
export type WebhookEvent = { readonly [Type in WebhookEventType]: WebhookEventOf<Type> }[WebhookEventType]
