import type { SubscriptionRecord } from "./SubscriptionStore.js"

/** A row of `subscriptions`: `types` is a JSON array. */
export interface SubscriptionRow extends Omit<SubscriptionRecord, "types"> {
  readonly types: string
}

export const subscriptionColumns = [
  "id",
  "tenant_id",
  "name",
  "types",
  "expires_at",
  "created_at"
] as const

export const subscriptionOf = (row: SubscriptionRow): SubscriptionRecord => ({
  ...row,
  types: JSON.parse(row.types) as SubscriptionRecord["types"]
})
