import { Schema } from "effect"
import { EventType } from "../Events/index.js"
import { maxMembers } from "../Validation/index.js"
import { WebhookUrl } from "./url.js"

const wrongNumber = `must hold 1 to ${String(EventType.literals.length)} kinds of events`

/** 1 to 9 kinds of events, each once. */
const EventTypes = Schema.Array(EventType).pipe(
  Schema.filter((types) => {
    if (types.length === 0 || types.length > EventType.literals.length) return wrongNumber
    return new Set(types).size === types.length ? undefined : "must not name a kind of event twice"
  }, { jsonSchema: { minItems: 1, maxItems: EventType.literals.length, uniqueItems: true }, ...maxMembers(EventType.literals.length, wrongNumber) })
)

/** The body of POST /webhook-endpoints. */
export const CreateWebhookEndpoint = Schema.Struct({
  url: WebhookUrl,
  events: EventTypes
}).annotations({ identifier: "CreateWebhookEndpoint" })
export type CreateWebhookEndpoint = typeof CreateWebhookEndpoint.Type

/** The body of PATCH /webhook-endpoints/{id}: what is left out stays as it is. */
export const UpdateWebhookEndpoint = Schema.Struct({
  url: Schema.optional(WebhookUrl),
  events: Schema.optional(EventTypes),
  active: Schema.optional(Schema.Boolean)
}).annotations({ identifier: "UpdateWebhookEndpoint" })
export type UpdateWebhookEndpoint = typeof UpdateWebhookEndpoint.Type

/** Why an endpoint was made inactive by itself: it answered 410, or nothing but failures came of it for five days. */
export type DisabledReason = "gone" | "failing"

/** An endpoint as it is kept. Times are epoch milliseconds. */
export interface WebhookEndpointRecord {
  readonly id: number
  readonly tenant_id: string
  readonly url: string
  readonly events: ReadonlyArray<EventType>
  readonly active: boolean
  /** Sealed for `webhookSecretPlace`. */
  readonly secret: string
  /** The one before, sealed likewise, which signs too until `former_secret_until`. */
  readonly former_secret: string | null
  readonly former_secret_until: number | null
  /** Since when every attempt has failed; null if the last one was answered well, or none was made. */
  readonly failing_since: number | null
  readonly disabled_reason: DisabledReason | null
  readonly created_at: number
  readonly updated_at: number
}

/** A webhook endpoint as lists and updates show it, without its secret. */
export interface WebhookEndpoint {
  readonly id: number
  readonly url: string
  readonly events: ReadonlyArray<EventType>
  readonly active: boolean
  /** Since when every attempt has failed; null if it works, as far as is known. */
  readonly failing_since: string | null
  readonly disabled_reason: DisabledReason | null
  readonly created_at: string
}

/** An endpoint that was just made: the only time its secret is shown. */
export interface CreatedWebhookEndpoint extends Omit<WebhookEndpoint, "failing_since" | "disabled_reason"> {
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
