import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { SubscriptionStore } from "./SubscriptionStore.js"
import { makeLeases } from "./leases.js"
import { makeOpen } from "./open.js"
import { makeRemove } from "./remove.js"

export const layerSubscriptionStore = Layer.effect(
  SubscriptionStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { dialect, sql, tables, write } = database
    const open = yield* makeOpen
    const leases = yield* makeLeases
    const removal = yield* makeRemove
    const events = given(database, { event_id: "text" })
    const forUpdate = sql.literal(dialect.forUpdate)
    // A subscription that is set aside has no tenant.
    const passing = (id: string) => sql`id = ${id} AND tenant_id <> '' AND expires_at IS NOT NULL`

    return {
      open,
      ...removal,

      extend: (id, expiresAt) =>
        stored(
          Effect.map(
            sql`UPDATE ${tables.subscriptions} SET expires_at = ${expiresAt} WHERE ${passing(id)} RETURNING id`,
            (rows) => rows.length > 0
          )
        ),

      enqueue: ({ id }, eventIds) =>
        write(
          Effect.gen(function* () {
            // Locked, so that a removal finds these events as well, and nothing makes the
            // subscription permanent and handles them meanwhile.
            const rows =
              yield* sql`SELECT id FROM ${tables.subscriptions} WHERE ${passing(id)} ${forUpdate}`
            if (rows.length === 0 || eventIds.length === 0) return rows.length > 0
            yield* sql`INSERT INTO ${tables.subscription_queue} (subscription_id, event_id, leased_until)
            SELECT ${id}, event_id, 0 FROM ${events(eventIds.map((event_id) => ({ event_id })))} AS given WHERE true
            ON CONFLICT DO NOTHING`
            return true
          })
        ),

      ...leases
    }
  })
)
