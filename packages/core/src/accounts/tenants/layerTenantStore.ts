import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { TenantStore } from "./TenantStore.js"
import { makeClear } from "./clear.js"
import { linkMark } from "./linkMarkRows.js"
import { storedTenant, tenantColumns, tenantOf, type TenantRow } from "./tenantRows.js"

type Position = Pick<TenantRow, "created_at" | "id">

/** For LIKE, with `!` before what would be a wildcard. */
const containing = (text: string): string => `%${text.toLowerCase().replace(/[!%_]/g, "!$&")}%`

const first = ([row]: ReadonlyArray<TenantRow>) => (row === undefined ? undefined : tenantOf(row))

export const layerTenantStore = Layer.effect(
  TenantStore,
  Effect.gen(function* () {
    const { sql, tables, write } = yield* Database
    const clear = yield* makeClear
    const columns = sql.literal(tenantColumns)

    const named = (query: string) =>
      query === "" ? sql`1 = 1` : sql`lower(name) LIKE ${containing(query)} ESCAPE '!'`

    const forget = (id: string) =>
      stored(sql`DELETE FROM ${tables.tenants} WHERE id = ${id} AND removed_at IS NOT NULL`)

    return {
      insert: (tenant) =>
        stored(
          Effect.map(
            sql`INSERT INTO ${tables.tenants} ${sql.insert(storedTenant(tenant))}
            ON CONFLICT (name) DO NOTHING RETURNING id`,
            (rows) => rows.length > 0
          )
        ),

      findByName: (name) =>
        stored(
          Effect.map(
            sql<TenantRow>`SELECT ${columns} FROM ${tables.tenants} WHERE name = ${name} AND removed_at IS NULL`,
            first
          )
        ),

      list: stored(
        Effect.map(
          sql<TenantRow>`SELECT ${columns} FROM ${tables.tenants} WHERE removed_at IS NULL ORDER BY created_at DESC, id DESC`,
          (rows) => rows.map(tenantOf)
        )
      ),

      page: ({ after, limit, offset }, query = "") =>
        stored(
          Effect.gen(function* () {
            const [before] =
              after === undefined
                ? []
                : yield* sql<Position>`SELECT created_at, id FROM ${tables.tenants} WHERE id = ${after}`
            if (after !== undefined && before === undefined) return undefined
            const rows = yield* sql<TenantRow>`SELECT ${columns} FROM ${tables.tenants}
            WHERE removed_at IS NULL AND ${named(query)} AND ${before === undefined ? sql`1 = 1` : sql`(created_at, id) < (${before.created_at}, ${before.id})`}
            ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`
            return rows.map(tenantOf)
          })
        ),

      update: (name, changes) =>
        stored(
          Effect.map(
            sql<TenantRow>`UPDATE ${tables.tenants} SET ${sql.update(storedTenant(changes))} WHERE name = ${name} AND removed_at IS NULL RETURNING ${columns}`,
            first
          )
        ),

      hasStoppedLinks: (mark) =>
        stored(
          Effect.map(
            sql`SELECT 1 AS one FROM ${tables.removed_tenants} WHERE link_mark = ${mark}
            UNION ALL SELECT 1 AS one FROM ${tables.tenants} WHERE stopped_link_mark = ${mark} LIMIT 1`,
            (rows) => rows.length > 0
          )
        ),

      markRemoved: (name, now) =>
        write(
          Effect.gen(function* () {
            // No tenant can be given this name: names have no colon.
            const [row] = yield* sql<{
              readonly id: string
            }>`UPDATE ${tables.tenants} SET name = 'removed:' || id, removed_at = ${now}
            WHERE name = ${name} AND removed_at IS NULL RETURNING id`
            if (row === undefined) return undefined
            yield* sql`INSERT INTO ${tables.removed_tenants} ${sql.insert({ link_mark: linkMark(row.id), removed_at: now })} ON CONFLICT (link_mark) DO NOTHING`
            return row.id
          })
        ),

      clear,

      finishRemovals: (before) =>
        Effect.gen(function* () {
          const marked = yield* stored(sql<{ readonly id: string; readonly removed_at: number }>`
            SELECT id, removed_at FROM ${tables.tenants} WHERE removed_at IS NOT NULL`)
          for (const { id, removed_at } of marked) {
            const removed = yield* clear(id)
            if (removed === 0 && removed_at < before) yield* forget(id)
          }
        })
    }
  })
)
