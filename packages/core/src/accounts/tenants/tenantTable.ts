import type { StoreContent, UpdateTenant } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { containing } from "../../database/containing.js"
import { joinedColumns, type JoinedRow } from "../../database/joinedTable.js"
import { defineTable, type Row } from "../../database/table.js"
import { linkMarkOf, type Tenant, type TenantPause } from "./Tenant.js"

interface TenantRecord extends Omit<Tenant, "paused" | "erasure_key" | "sends_only_to" | "store"> {
  readonly store: StoreContent
  readonly erasure_key: string | null
  readonly paused_at: number | null
  readonly paused_reason: TenantPause["reason"] | null
  readonly paused_note: string | null
  readonly stopped_link_mark: string | null
}

const tenantTable = defineTable<TenantRecord>()({
  id: "plain",
  name: "plain",
  default_from: "plain",
  monthly_limit: "plain",
  track_opens: "flag",
  track_clicks: "flag",
  missing: "plain",
  store: "plain",
  created_at: "plain",
  paused_at: "plain",
  paused_reason: "plain",
  paused_note: "plain",
  stopped_link_mark: "plain",
  erasure_key: "plain"
})

type TenantRow = Row<typeof tenantTable>

const pauseOf = (row: TenantRow): Pick<Tenant, "paused"> => {
  if (row.paused_at === null) return {}
  const paused = {
    at: row.paused_at,
    reason: row.paused_reason ?? "operator",
    note: row.paused_note
  }
  return { paused: row.stopped_link_mark === null ? paused : { ...paused, links_stopped: true } }
}

/** By name, since each request makes a tenant of a row: loops take three times as long. */
const tenantOf = (row: TenantRow): Tenant => ({
  id: row.id,
  name: row.name,
  default_from: row.default_from,
  monthly_limit: row.monthly_limit,
  track_opens: row.track_opens !== 0,
  track_clicks: row.track_clicks !== 0,
  missing: row.missing,
  created_at: row.created_at,
  ...pauseOf(row),
  ...(row.store === "always" ? {} : { store: row.store }),
  ...(row.erasure_key === null ? {} : { erasure_key: row.erasure_key })
})

/** In a join that calls them `t`. */
export const ownerColumns = joinedColumns(tenantTable.names, "t", "owner_")

export type OwnerRow = JoinedRow<TenantRow, "owner_">

export const ownerOf = (row: OwnerRow): Tenant =>
  tenantOf({
    id: row.owner_id,
    name: row.owner_name,
    default_from: row.owner_default_from,
    monthly_limit: row.owner_monthly_limit,
    track_opens: row.owner_track_opens,
    track_clicks: row.owner_track_clicks,
    missing: row.owner_missing,
    store: row.owner_store,
    created_at: row.owner_created_at,
    paused_at: row.owner_paused_at,
    paused_reason: row.owner_paused_reason,
    paused_note: row.owner_paused_note,
    stopped_link_mark: row.owner_stopped_link_mark,
    erasure_key: row.owner_erasure_key
  })

const first = ([row]: ReadonlyArray<TenantRow>): Tenant | undefined => row && tenantOf(row)

/** Newest first. */
interface TenantPage {
  readonly limit: number
  readonly offset: number
  /** The tenant that the page begins after. */
  readonly after?: Pick<Tenant, "created_at" | "id"> | undefined
}

/** Of several that add something to a tenant at once, one waits until the other has committed. */
export const makeLockTenant =
  ({ dialect, sql, tables }: Pick<typeof Database.Service, "dialect" | "sql" | "tables">) =>
  (id: string) =>
    sql`SELECT id FROM ${tables.tenants} WHERE id = ${id} ${sql.literal(dialect.forUpdate)}`

/** Undefined if it was removed. */
export const makeFindTenant = Effect.map(Database, ({ sql, tables }) => {
  const columns = sql.literal(tenantTable.columns)
  return (id: string) =>
    Effect.map(
      sql<TenantRow>`SELECT ${columns} FROM ${tables.tenants} WHERE id = ${id} AND removed_at IS NULL`,
      first
    )
})

/** None but those about links know a tenant that was removed. */
export const tenantQueries = Effect.map(Database, ({ sql, tables }) => {
  const columns = sql.literal(tenantTable.columns)
  const [always, isPresent] = [sql`1 = 1`, sql`removed_at IS NULL`]

  return {
    /** False, without a write, if the name exists. */
    insert: (tenant: Omit<Tenant, "paused" | "erasure_key" | "sends_only_to">) =>
      Effect.map(
        sql`INSERT INTO ${tables.tenants} ${sql.insert(tenantTable.encodeChanges(tenant))}
          ON CONFLICT (name) DO NOTHING RETURNING id`,
        (rows) => rows.length > 0
      ),

    findByName: (name: string) =>
      Effect.map(
        sql<TenantRow>`SELECT ${columns} FROM ${tables.tenants} WHERE name = ${name} AND ${isPresent}`,
        first
      ),

    /** Newest first. */
    list: Effect.map(
      sql<TenantRow>`SELECT ${columns} FROM ${tables.tenants} WHERE ${isPresent} ORDER BY created_at DESC, id DESC`,
      (rows) => rows.map(tenantOf)
    ),

    /** Even if it was removed. */
    findPosition: (id: string) =>
      Effect.map(
        sql<
          Pick<Tenant, "created_at" | "id">
        >`SELECT created_at, id FROM ${tables.tenants} WHERE id = ${id}`,
        ([row]) => row
      ),

    /** Those whose name contains a text, in upper or lower case. */
    page: ({ after, limit, offset }: TenantPage, query: string) => {
      const named = query === "" ? always : sql`lower(name) LIKE ${containing(query)} ESCAPE '!'`
      const isAfter =
        after === undefined ? always : sql`(created_at, id) < (${after.created_at}, ${after.id})`
      return Effect.map(
        sql<TenantRow>`SELECT ${columns} FROM ${tables.tenants} WHERE ${isPresent} AND ${named} AND ${isAfter}
          ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
        (rows) => rows.map(tenantOf)
      )
    },

    /** Members that are undefined stay as they are. Undefined if there is none of that name. */
    update: (name: string, changes: UpdateTenant) => {
      const set = tenantTable.encodeChanges(changes as Partial<TenantRecord>)
      return Effect.map(
        sql<TenantRow>`UPDATE ${tables.tenants} SET ${sql.update(set)} WHERE name = ${name} AND ${isPresent} RETURNING ${columns}`,
        first
      )
    },

    /**
     * From now on the tenant isn't found, its keys are refused, and its name is free. Its links are
     * stopped, also when everything else of it is forgotten. Answers its id; undefined if there is
     * none of that name. Belongs into a transaction.
     */
    markRemoved: (name: string, now: number) =>
      Effect.gen(function* () {
        // No tenant can be given this name: names have no colon.
        const [row] = yield* sql<{
          readonly id: string
        }>`UPDATE ${tables.tenants} SET name = 'removed:' || id, removed_at = ${now}
          WHERE name = ${name} AND ${isPresent} RETURNING id`
        if (row === undefined) return undefined
        yield* sql`INSERT INTO ${tables.removed_tenants} ${sql.insert({ link_mark: linkMarkOf(row.id), removed_at: now })} ON CONFLICT (link_mark) DO NOTHING`
        return row.id
      }),

    /**
     * Whether tracked links of the tenant with this mark (`linkMarkOf`) are stopped: it was removed,
     * or the operator has stopped them with a pause.
     */
    hasStoppedLinks: (mark: string) =>
      Effect.map(
        sql`SELECT 1 AS one FROM ${tables.removed_tenants} WHERE link_mark = ${mark}
          UNION ALL SELECT 1 AS one FROM ${tables.tenants} WHERE stopped_link_mark = ${mark} LIMIT 1`,
        (rows) => rows.length > 0
      )
  }
})
