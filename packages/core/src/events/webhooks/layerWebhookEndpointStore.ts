import type { UpdateWebhookEndpoint } from "@telemark/contract"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { makeExclusive } from "../log/exclusive.js"
import { WebhookEndpointStore } from "./WebhookEndpointStore.js"
import { makeDropInactive } from "./dropInactive.js"
import { forgetsHealth } from "./endpointHealth.js"
import { endpointColumns, endpointOf, type EndpointRow, rowOf } from "./endpointRows.js"

const changesOf = ({ active, events, url }: UpdateWebhookEndpoint) => ({
  ...(url === undefined ? {} : { url }),
  ...(events === undefined ? {} : { events: JSON.stringify(events) }),
  ...(active === undefined ? {} : { active: Number(active) })
})

const unknownHealth = { failing_since: null, disabled_reason: null }

export const layerWebhookEndpointStore = Layer.effect(
  WebhookEndpointStore,
  Effect.gen(function* () {
    const { dialect, sql, tables, write } = yield* Database
    const exclusively = yield* makeExclusive
    const inactive = yield* makeDropInactive
    const forUpdate = sql.literal(dialect.forUpdate)
    const columns = sql.literal(endpointColumns)

    const isInactive = (tenantId: string, id: number) =>
      stored(
        Effect.map(
          sql`SELECT 1 AS one FROM ${tables.webhook_endpoints} WHERE id = ${id} AND tenant_id = ${tenantId} AND active = 0`,
          (rows) => rows.length > 0
        )
      )

    /**
     * Drops rows left from before the endpoint was made inactive, including those just being
     * written by transactions that found it active.
     */
    const clear = (id: number) => Effect.andThen(exclusively(Effect.void), inactive.clear(id))

    return {
      nextId: stored(
        Effect.map(
          sql<{
            readonly value: number
          }>`INSERT INTO ${tables.sequences} (name, value) VALUES ('webhook_endpoints', 1)
          ON CONFLICT (name) DO UPDATE SET value = sequences.value + 1 RETURNING value`,
          ([row]) => row?.value ?? 0
        )
      ),

      insert: (endpoint, max) =>
        write(
          Effect.gen(function* () {
            // Of several inserts at once, one waits for the other.
            yield* sql`SELECT id FROM ${tables.tenants} WHERE id = ${endpoint.tenant_id} ${forUpdate}`
            const present =
              yield* sql`SELECT 1 AS one FROM ${tables.webhook_endpoints} WHERE tenant_id = ${endpoint.tenant_id} LIMIT ${max}`
            if (present.length >= max) return false
            yield* sql`INSERT INTO ${tables.webhook_endpoints} ${sql.insert({ ...rowOf(endpoint) })}`
            return true
          })
        ),

      list: (tenantId) =>
        stored(
          Effect.map(
            sql<EndpointRow>`SELECT ${columns} FROM ${tables.webhook_endpoints} WHERE tenant_id = ${tenantId} ORDER BY created_at DESC, id DESC`,
            (rows) => rows.map(endpointOf)
          )
        ),

      find: (tenantId, id) =>
        stored(
          Effect.map(
            sql<EndpointRow>`SELECT ${columns} FROM ${tables.webhook_endpoints} WHERE id = ${id} AND tenant_id = ${tenantId}`,
            ([row]) => (row === undefined ? undefined : endpointOf(row))
          )
        ),

      update: (tenantId, id, change, now) =>
        Effect.gen(function* () {
          // There may be many rows: most of them go before the endpoint's own row is locked.
          if (change.active === true && (yield* isInactive(tenantId, id))) yield* clear(id)
          return yield* write(
            Effect.gen(function* () {
              const [former] = yield* sql<Pick<EndpointRow, "active" | "url">>`
              SELECT active, url FROM ${tables.webhook_endpoints} WHERE id = ${id} AND tenant_id = ${tenantId} ${forUpdate}`
              if (former === undefined) return undefined
              if (change.active === true && former.active === 0) yield* inactive.dropOthers(id)
              const [row] = yield* sql<EndpointRow>`UPDATE ${tables.webhook_endpoints}
              SET ${sql.update({ ...changesOf(change), ...(forgetsHealth(former, change) ? unknownHealth : {}), updated_at: now })}
              WHERE id = ${id} AND tenant_id = ${tenantId} RETURNING ${columns}`
              if (change.active === false) yield* inactive.drop(id)
              return row === undefined ? undefined : endpointOf(row)
            })
          )
        }),

      rotateSecret: (tenantId, id, secret, formerUntil, now) =>
        stored(
          Effect.map(
            sql`UPDATE ${tables.webhook_endpoints}
            SET former_secret = secret, former_secret_until = ${formerUntil}, secret = ${secret}, updated_at = ${now}
            WHERE id = ${id} AND tenant_id = ${tenantId} RETURNING id`,
            (rows) => rows.length > 0
          )
        ),

      remove: (tenantId, id) =>
        write(
          Effect.gen(function* () {
            const removed =
              yield* sql`DELETE FROM ${tables.webhook_endpoints} WHERE id = ${id} AND tenant_id = ${tenantId} RETURNING id`
            if (removed.length === 0) return false
            yield* inactive.drop(id)
            return true
          })
        )
    }
  })
)
