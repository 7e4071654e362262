import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"

/** A row of `webhook_endpoints`: the flag is 0 or 1, the events are JSON. */
export interface EndpointRow extends Omit<WebhookEndpointRecord, "active" | "events"> {
  readonly active: number
  readonly events: string
}

export const endpointColumns =
  "id, tenant_id, url, events, active, secret, former_secret, former_secret_until, failing_since, disabled_reason, created_at, updated_at"

export const endpointOf = (row: EndpointRow): WebhookEndpointRecord => ({
  ...row,
  active: row.active !== 0,
  events: JSON.parse(row.events) as WebhookEndpointRecord["events"]
})

export const rowOf = (endpoint: WebhookEndpointRecord): EndpointRow => ({
  id: endpoint.id,
  tenant_id: endpoint.tenant_id,
  url: endpoint.url,
  events: JSON.stringify(endpoint.events),
  active: Number(endpoint.active),
  secret: endpoint.secret,
  former_secret: endpoint.former_secret,
  former_secret_until: endpoint.former_secret_until,
  failing_since: endpoint.failing_since,
  disabled_reason: endpoint.disabled_reason,
  created_at: endpoint.created_at,
  updated_at: endpoint.updated_at
})
