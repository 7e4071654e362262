import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { makeExclusive } from "../log/exclusive.js"
import type { SubscriptionRecord } from "./SubscriptionStore.js"
import { subscriptionColumns, subscriptionOf, type SubscriptionRow } from "./subscriptionRows.js"

/**
 * Stores subscriptions. One that is new, or takes other types than before, is written while no
 * other transaction records events: earlier ones have ended, so their events can be read, and later
 * ones find the subscription.
 */
export const makeOpen = Effect.zipWith(Database, makeExclusive, ({ sql, tables }, exclusively) => {
  const columns = sql.literal(subscriptionColumns.join(", "))

  const find = (tenantId: string, name: string) =>
    sql<SubscriptionRow>`SELECT ${columns} FROM ${tables.subscriptions} WHERE tenant_id = ${tenantId} AND name = ${name}`

  const put = (
    { created_at, expires_at, id, name, tenant_id }: SubscriptionRecord,
    types: string
  ) =>
    sql<SubscriptionRow>`
      INSERT INTO ${tables.subscriptions} ${sql.insert({ id, tenant_id, name, types, expires_at, created_at })}
      ON CONFLICT (tenant_id, name) DO UPDATE SET types = excluded.types RETURNING ${columns}`

  return (subscription: SubscriptionRecord): Effect.Effect<SubscriptionRecord, StorageError> => {
    const types = JSON.stringify(subscription.types)
    return Effect.gen(function* () {
      const [kept] = yield* stored(find(subscription.tenant_id, subscription.name))
      if (kept?.types === types) return subscriptionOf(kept)
      const [written] = yield* exclusively(put(subscription, types))
      return written === undefined ? subscription : subscriptionOf(written)
    })
  }
})
