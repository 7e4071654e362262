import type { WebhookEventType } from "../Webhooks/index.js"

/** Where to post events to, and which. */
export interface CreateWebhookEndpoint {
  /** http or https, at most 2048 characters. */
  readonly url: string
  /** 1 to 9 kinds, each once. */
  readonly events: ReadonlyArray<WebhookEventType>
}

/** What to change of an endpoint: what is left out stays as it is. */
export interface UpdateWebhookEndpoint {
  readonly url?: string | undefined
  readonly events?: ReadonlyArray<WebhookEventType> | undefined
  /** An inactive endpoint gets nothing any more, and what waited for it is dropped. */
  readonly active?: boolean | undefined
}

interface EndpointHead {
  readonly id: number
  readonly url: string
  readonly events: ReadonlyArray<WebhookEventType>
  readonly active: boolean
  readonly created_at: string
}

/** A URL that events are posted to. */
export interface WebhookEndpoint extends EndpointHead {
  /** Since when every attempt has failed; null if it works, as far as is known. */
  readonly failing_since: string | null
  /** Why it was made inactive by itself: it answered 410, or nothing but failures came of it for five days. */
  readonly disabled_reason: "gone" | "failing" | null
}

/** An endpoint that was just made: the only time its secret is shown. */
export interface CreatedWebhookEndpoint extends EndpointHead {
  /** What `verifyWebhook` needs: `whsec_…`. */
  readonly secret: string
  readonly warning: string
}

/** A new secret; the one before signs beside it until `former_secret_until`. */
export interface RotatedWebhookSecret {
  readonly id: number
  readonly secret: string
  readonly former_secret_until: string
  readonly warning: string
}

/** Which kind of event to send a sample of; by default the first that the endpoint takes. */
export interface TestWebhook {
  readonly type?: WebhookEventType | undefined
}

/** One attempt at an endpoint. */
export interface WebhookAttempt {
  readonly id: string
  readonly event_id: string
  readonly type: WebhookEventType
  /** The first is 1; 0 for a test. */
  readonly attempt: number
  /** `delivered`: it was taken. `pending`: it wasn't, and is tried again. `failed`: it wasn't, and isn't tried again. */
  readonly status: "delivered" | "pending" | "failed"
  /** Of the answer; null if none came. */
  readonly status_code: number | null
  readonly duration_ms: number
  /** The first kB of the answer's body; null if none came. */
  readonly response: string | null
  /** Why it wasn't taken; null if it was. */
  readonly error: string | null
  readonly next_attempt_at: string | null
  readonly created_at: string
}

/** Which events to deliver again: `event_id`, or `since` with or without `until` (RFC 3339). */
export interface ReplayWebhooks {
  readonly event_id?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** What a replay comes to. */
export interface ReplayedWebhooks {
  readonly status: "queued"
  /** How many events are delivered again. */
  readonly events: number
  /** The `since` of the next request, if there were more than one takes; null if that were all. */
  readonly next_since: string | null
}
