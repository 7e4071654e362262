import type { DisabledReason, EventType } from "@telemark/contract"

/** A stored endpoint. Times are epoch milliseconds. */
export interface WebhookEndpointRecord {
  readonly id: number
  readonly tenant_id: string
  readonly url: string
  readonly events: ReadonlyArray<EventType>
  readonly active: boolean
  /** Sealed for `webhookSecretReference`. */
  readonly secret: string
  /** The previous secret, sealed likewise; it also signs until `former_secret_until`. */
  readonly former_secret: string | null
  readonly former_secret_until: number | null
  /** Since when every attempt has failed; null if the last one succeeded, or none was made. */
  readonly failing_since: number | null
  readonly disabled_reason: DisabledReason | null
  readonly created_at: number
  readonly updated_at: number
}
