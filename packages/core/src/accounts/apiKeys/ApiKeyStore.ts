import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { batchedReads } from "../../database/batched.js"
import { makeAmong } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import type { Tenant } from "../tenants/Tenant.js"
import { tenantOf, type TenantRow } from "../tenants/tenantRows.js"
import type { ApiKey } from "./ApiKey.js"
import { ApiKeyStore, maxActiveKeys } from "./ports.js"

interface Row extends Omit<ApiKey, "scopes"> {
  readonly scopes: string
}

/** A key's row, joined with its tenant's. */
export interface KeyRowWithTenant
  extends
    Row,
    Pick<
      TenantRow,
      | "default_from"
      | "monthly_limit"
      | "track_opens"
      | "track_clicks"
      | "missing"
      | "paused_at"
      | "paused_reason"
      | "paused_note"
      | "stopped_link_mark"
    > {
  readonly tenant_name: string
  readonly tenant_created_at: number
}

export const keyOf = (row: Row): ApiKey => ({
  id: row.id,
  tenant_id: row.tenant_id,
  prefix: row.prefix,
  hash: row.hash,
  name: row.name,
  scopes: JSON.parse(row.scopes) as ApiKey["scopes"],
  rate_limit: row.rate_limit,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
  revoked_at: row.revoked_at
})

export const ownerOf = (row: KeyRowWithTenant): Tenant =>
  tenantOf({ ...row, id: row.tenant_id, name: row.tenant_name, created_at: row.tenant_created_at })

const keyColumns =
  "k.id, k.tenant_id, k.prefix, k.hash, k.name, k.scopes, k.rate_limit, k.created_at, k.last_used_at, k.revoked_at"

/** The columns of `KeyRowWithTenant`: of keys `k` and tenants `t`. */
export const keyWithTenantColumns = `${keyColumns}, t.name AS tenant_name, t.default_from, t.monthly_limit, t.track_opens, t.track_clicks, t.missing, t.created_at AS tenant_created_at, t.paused_at, t.paused_reason, t.paused_note, t.stopped_link_mark`

export const layerApiKeyStore = Layer.effect(
  ApiKeyStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { sql, tables } = database
    const among = makeAmong(database)
    const columns = sql.literal(keyColumns)
    const withTenant = sql.literal(keyWithTenantColumns)

    // Every request looks up its key, so this is worth sharing.
    const findByPrefix = yield* batchedReads((wanted: ReadonlyArray<string>) =>
      Effect.map(
        sql<KeyRowWithTenant>`
          SELECT ${withTenant}
          FROM ${tables.api_keys.unaliased} k JOIN ${tables.tenants.unaliased} t ON t.id = k.tenant_id AND t.removed_at IS NULL WHERE k.prefix ${among([...new Set(wanted)])}`,
        (rows) => {
          const found = new Map(
            rows.map((row) => [row.prefix, { key: keyOf(row), tenant: ownerOf(row) }])
          )
          return wanted.map((prefix) => found.get(prefix))
        }
      )
    )

    return {
      insert: (key) =>
        stored(
          Effect.asVoid(
            sql`INSERT INTO ${tables.api_keys} ${sql.insert({ ...key, scopes: JSON.stringify(key.scopes) })}`
          )
        ),

      findByPrefix,

      countActive: (tenantId) =>
        stored(
          Effect.map(
            sql`SELECT 1 AS one FROM ${tables.api_keys} WHERE tenant_id = ${tenantId} AND revoked_at IS NULL LIMIT ${maxActiveKeys}`,
            (rows) => rows.length
          )
        ),

      list: (tenantId) =>
        stored(
          Effect.map(
            sql<Row>`SELECT ${columns} FROM ${tables.api_keys.unaliased} k WHERE k.tenant_id = ${tenantId} ORDER BY k.created_at DESC, k.id DESC`,
            (rows) => rows.map(keyOf)
          )
        ),

      update: (tenantId, idOrPrefix, { name = null, rate_limit = null }) =>
        stored(
          Effect.map(
            sql<Row>`UPDATE ${tables.api_keys} SET name = COALESCE(${name}, name), rate_limit = COALESCE(${rate_limit}, rate_limit)
            WHERE tenant_id = ${tenantId} AND (id = ${idOrPrefix} OR prefix = ${idOrPrefix}) AND revoked_at IS NULL
            RETURNING id, tenant_id, prefix, hash, name, scopes, rate_limit, created_at, last_used_at, revoked_at`,
            ([row]) => (row === undefined ? undefined : keyOf(row))
          )
        ),

      revoke: (tenantId, idOrPrefix, now) =>
        stored(
          Effect.map(
            sql`UPDATE ${tables.api_keys} SET revoked_at = ${now}
            WHERE tenant_id = ${tenantId} AND (id = ${idOrPrefix} OR prefix = ${idOrPrefix}) AND revoked_at IS NULL
            RETURNING id`,
            (rows) => rows.length > 0
          )
        ),

      touch: (id, now) =>
        stored(
          Effect.asVoid(sql`UPDATE ${tables.api_keys} SET last_used_at = ${now} WHERE id = ${id}`)
        )
    }
  })
)
