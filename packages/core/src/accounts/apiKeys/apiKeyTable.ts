import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { joinedColumns, type JoinedRow } from "../../database/joinedTable.js"
import { defineTable, type Row } from "../../database/table.js"
import { ownerColumns, ownerOf, type OwnerRow } from "../tenants/tenantTable.js"
import { type ApiKey, type FoundKey, maxActiveKeys } from "./ApiKey.js"

const apiKeyTable = defineTable<ApiKey>()({
  id: "plain",
  tenant_id: "plain",
  prefix: "plain",
  hash: "plain",
  name: "plain",
  scopes: "json",
  rate_limit: "plain",
  allowed_recipients: "json",
  max_sends_per_day: "plain",
  created_at: "plain",
  last_used_at: "plain",
  revoked_at: "plain"
})

type ApiKeyRow = Row<typeof apiKeyTable>

/** Of keys `k` and their tenants `t`. */
export type FoundKeyRow = JoinedRow<ApiKeyRow, "key_"> & OwnerRow

export const foundKeyColumns = `${joinedColumns(apiKeyTable.names, "k", "key_")}, ${ownerColumns}`

/** By name, since each request does this: loops over the columns take 4 µs more. */
export const foundKeyOf = (row: FoundKeyRow): FoundKey => ({
  key: apiKeyTable.decode({
    id: row.key_id,
    tenant_id: row.key_tenant_id,
    prefix: row.key_prefix,
    hash: row.key_hash,
    name: row.key_name,
    scopes: row.key_scopes,
    rate_limit: row.key_rate_limit,
    allowed_recipients: row.key_allowed_recipients,
    max_sends_per_day: row.key_max_sends_per_day,
    created_at: row.key_created_at,
    last_used_at: row.key_last_used_at,
    revoked_at: row.key_revoked_at
  }),
  tenant: ownerOf(row)
})

export const apiKeyQueries = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  const columns = sql.literal(apiKeyTable.columns)
  const foundColumns = sql.literal(foundKeyColumns)

  /** Unless it is revoked. */
  const isActive = (tenantId: string, idOrPrefix: string) =>
    sql`tenant_id = ${tenantId} AND (id = ${idOrPrefix} OR prefix = ${idOrPrefix}) AND revoked_at IS NULL`

  return {
    insert: (key: ApiKey) =>
      sql`INSERT INTO ${tables.api_keys} ${sql.insert(apiKeyTable.encode(key))}`,

    /** Even if that is revoked; undefined if there is none. */
    findByPrefixes: (prefixes: ReadonlyArray<string>) =>
      Effect.map(
        sql<FoundKeyRow>`
          SELECT ${foundColumns}
          FROM ${tables.api_keys.unaliased} k JOIN ${tables.tenants.unaliased} t ON t.id = k.tenant_id AND t.removed_at IS NULL WHERE k.prefix ${among([...new Set(prefixes)])}`,
        (rows) => {
          const found = new Map(rows.map((row) => [row.key_prefix, foundKeyOf(row)]))
          return prefixes.map((prefix) => found.get(prefix))
        }
      ),

    /** Those of them that may still be used. */
    activeOf: (ids: ReadonlyArray<string>) =>
      Effect.map(
        sql<{
          readonly id: string
        }>`SELECT k.id FROM ${tables.api_keys.unaliased} k JOIN ${tables.tenants.unaliased} t ON t.id = k.tenant_id AND t.removed_at IS NULL
          WHERE k.id ${among(ids)} AND k.revoked_at IS NULL`,
        (rows): ReadonlySet<string> => new Set(rows.map(({ id }) => id))
      ),

    /** Up to `maxActiveKeys`. */
    countActive: (tenantId: string) =>
      Effect.map(
        sql`SELECT 1 AS one FROM ${tables.api_keys} WHERE tenant_id = ${tenantId} AND revoked_at IS NULL LIMIT ${maxActiveKeys}`,
        (rows) => rows.length
      ),

    /** Revoked ones included, newest first. */
    list: (tenantId: string) =>
      Effect.map(
        sql<ApiKeyRow>`SELECT ${columns} FROM ${tables.api_keys} WHERE tenant_id = ${tenantId} ORDER BY created_at DESC, id DESC`,
        (rows) => rows.map(apiKeyTable.decode)
      ),

    /** Undefined if there is no such active key. */
    rateLimitOf: (tenantId: string, idOrPrefix: string) =>
      Effect.map(
        sql<
          Pick<ApiKeyRow, "rate_limit">
        >`SELECT rate_limit FROM ${tables.api_keys} WHERE ${isActive(tenantId, idOrPrefix)}`,
        ([row]) => row?.rate_limit
      ),

    /** Members that are undefined stay as they are. Undefined if there is no such active key. */
    update: (
      tenantId: string,
      idOrPrefix: string,
      changes: { readonly name?: string | undefined; readonly rate_limit?: number | undefined }
    ) =>
      Effect.map(
        sql<ApiKeyRow>`UPDATE ${tables.api_keys} SET name = COALESCE(${changes.name ?? null}, name), rate_limit = COALESCE(${changes.rate_limit ?? null}, rate_limit)
          WHERE ${isActive(tenantId, idOrPrefix)} RETURNING ${columns}`,
        ([row]) => row && apiKeyTable.decode(row)
      ),

    /** False if there is no such active key. */
    revoke: (tenantId: string, idOrPrefix: string, now: number) =>
      Effect.map(
        sql`UPDATE ${tables.api_keys} SET revoked_at = ${now} WHERE ${isActive(tenantId, idOrPrefix)} RETURNING id`,
        (rows) => rows.length > 0
      ),

    /** Counts sends of a day, and returns whether there are at most `max` of it by then. */
    countSendsOfDay: (id: string, day: number, count: number, max: number) => {
      const counted = sql`CASE WHEN sends_day = ${day} THEN sends_of_day ELSE 0 END + ${count}`
      return Effect.map(
        sql`UPDATE ${tables.api_keys} SET sends_of_day = ${counted}, sends_day = ${day}
          WHERE id = ${id} AND ${counted} <= ${max} RETURNING id`,
        (rows) => rows.length > 0
      )
    },

    find: (id: string) =>
      Effect.map(
        sql<ApiKeyRow>`SELECT ${columns} FROM ${tables.api_keys} WHERE id = ${id}`,
        ([row]) => row && apiKeyTable.decode(row)
      ),

    noteUse: (id: string, now: number) =>
      sql`UPDATE ${tables.api_keys} SET last_used_at = ${now} WHERE id = ${id}`
  }
})
