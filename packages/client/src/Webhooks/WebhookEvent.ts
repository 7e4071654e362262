import type { FailureCode } from "../Contract/index.js"

/** The types of events that webhook endpoints can receive. */
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
/** A type of event. */
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** The message of an event. */
export interface WebhookEventData {
  /** The message's id, as in the answer to its send. */
  readonly email_id: string
  readonly recipient: string
  readonly sender: string
  readonly subject: string
  /** The message's status after the event. */
  readonly status: string
  /** Null if the message has no template. */
  readonly template_id: string | null
  /** The send's `metadata`; null if it had none. */
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** The send's `tags`; empty if it had none. */
  readonly tags: Readonly<Record<string, string>>
  /** The send's `topic`; null if it had none. */
  readonly topic: string | null
  /** Number of attempts so far. */
  readonly attempts: number
  /** What the next hop answered; null if nothing. */
  readonly smtp_response: string | null
  /** An explanation of `smtp_response` for people; null if there is none. */
  readonly error_message: string | null
  /** Why the message isn't delivered; null if nothing has failed. */
  readonly failure_code: FailureCode | null
  /** When the next attempt is due; null if there will be none. */
  readonly next_attempt_at: string | null
  /** Only in `email.clicked`: the target of the link. */
  readonly link?: string | undefined
  /** Only in `email.opened` and `email.clicked`: the User-Agent. */
  readonly user_agent?: string | undefined
  /**
   * Only in `email.opened` and `email.clicked`: whether it was probably a program rather than a
   * person.
   */
  readonly machine?: boolean | undefined
}

interface WebhookEventOf<Type extends WebhookEventType> {
  /** `evt_…`, the same for each delivery of the event. Use it to handle each event once. */
  readonly id: string
  readonly type: Type
  /** RFC 3339, UTC, with milliseconds. */
  readonly created_at: string
  readonly data: WebhookEventData
}

/** An event. Distinguish them by `type`; later versions may add types and members. */
export type WebhookEvent = {
  readonly [Type in WebhookEventType]: WebhookEventOf<Type>
}[WebhookEventType]
