import {
  type DisabledReason,
  type EventType,
  type OperatorWebhookEventType,
  timestamp,
  timestampOrNull,
  type WebhookEndpoint
} from "@telemark/contract"

export interface CreateEndpoint {
  readonly url: string
  readonly events: ReadonlyArray<WebhookType>
}

/** A member that is left out stays as it is. */
export interface UpdateEndpoint {
  readonly url?: string | undefined
  readonly events?: ReadonlyArray<WebhookType> | undefined
  readonly active?: boolean | undefined
}

export interface TestEndpoint {
  readonly type?: WebhookType | undefined
}

/** Another service's form of events, which an application reads that has moved from it. */
export type WebhookFormat = "resend"

/** What is posted: to endpoints of tenants the first, to those of the operator the second. */
export type WebhookType = EventType | OperatorWebhookEventType

/** Times are epoch milliseconds. */
export interface WebhookEndpointRecord {
  readonly id: number
  /** `operatorOwner` for an endpoint of the operator. */
  readonly tenant_id: string
  readonly url: string
  readonly events: ReadonlyArray<WebhookType>
  readonly active: boolean
  /** Sealed for `webhookSecretReference`. */
  readonly secret: string
  /** Sealed likewise; it also signs until `former_secret_until`. */
  readonly former_secret: string | null
  readonly former_secret_until: number | null
  /** Null if the last attempt succeeded, or none was made. */
  readonly failing_since: number | null
  readonly disabled_reason: DisabledReason | null
  /** Null for ours. */
  readonly format: WebhookFormat | null
  readonly created_at: number
  readonly updated_at: number
}

/** A positive integer in its usual form. */
export const parseEndpointId = (id: string | number): number | undefined => {
  const number = Number(id)
  return Number.isSafeInteger(number) && number > 0 && String(number) === String(id)
    ? number
    : undefined
}

export const newEndpoint = (
  given: Pick<WebhookEndpointRecord, "id" | "tenant_id" | "url" | "events" | "secret" | "format">,
  now: number
): WebhookEndpointRecord => ({
  ...given,
  active: true,
  former_secret: null,
  former_secret_until: null,
  failing_since: null,
  disabled_reason: null,
  created_at: now,
  updated_at: now
})

/** A new URL, or activation. */
export const forgetsHealth = (
  former: Pick<WebhookEndpointRecord, "url">,
  { active, url }: Pick<UpdateEndpoint, "active" | "url">
): boolean => active === true || (url !== undefined && url !== former.url)

export const changedEndpoint = (
  former: WebhookEndpointRecord,
  change: UpdateEndpoint,
  now: number
): WebhookEndpointRecord => ({
  ...former,
  url: change.url ?? former.url,
  events: change.events ?? former.events,
  active: change.active ?? former.active,
  ...(forgetsHealth(former, change) ? { failing_since: null, disabled_reason: null } : {}),
  updated_at: now
})

export const viewOfEndpoint = ({
  active,
  created_at,
  disabled_reason,
  events,
  failing_since,
  id,
  url
}: WebhookEndpointRecord): Omit<WebhookEndpoint, "events"> &
  Pick<WebhookEndpointRecord, "events"> => ({
  id,
  url,
  events,
  active,
  failing_since: timestampOrNull(failing_since),
  disabled_reason,
  created_at: timestamp(created_at)
})
