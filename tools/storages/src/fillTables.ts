import { Effect } from "effect"

export type Row = Readonly<Record<string, unknown>>

/** Runs a statement given as text. */
export type Query = (text: string) => Effect.Effect<ReadonlyArray<Row>>

/** A column as the catalogue of the database describes it. */
export interface Column {
  readonly table: string
  readonly column: string
  readonly type: "text" | "integer" | "bytes"
}

/** Columns that hold another row's id. */
const parents: Readonly<Record<string, string>> = {
  body_id: "bodies",
  subscription_id: "subscriptions",
  key_id: "api_keys",
  endpoint_id: "webhook_endpoints",
  email_id: "emails",
  source_id: "feedback_sources",
  member_id: "members"
}

/** Tables whose rows belong to no tenant, or stay when it is gone: marks of removed tenants' links. */
const shared: ReadonlySet<string> = new Set(["removed_tenants", "sequences", "telemark_migrations"])

export const tablesOf = (columns: ReadonlyArray<Column>): ReadonlyArray<string> =>
  [...new Set(columns.map(({ table }) => table))].filter((table) => !shared.has(table))

/**
 * Writes rows of a tenant into every table there is, whatever columns it has, without knowing more
 * of it than the catalogue does: a table that is added later is filled, too. Texts begin with the
 * tenant's id.
 */
export const fillTables = (
  query: Query,
  columns: ReadonlyArray<Column>,
  tenant: string,
  first: number,
  count: number,
  bytes: string
) =>
  Effect.gen(function* () {
    const valueOf = ({ column, table, type }: Column, index: number): string => {
      const number = String(first + index)
      if (table === "tenants" && column === "removed_at") return "NULL"
      if (type === "integer") return number
      if (type === "bytes") return bytes
      if (column === "tenant_id" || (table === "tenants" && column === "id")) return `'${tenant}'`
      const parent = parents[column]
      return `'${tenant} ${parent === undefined ? `${table} ${column}` : `${parent} id`} ${number}'`
    }
    for (const table of ["tenants", ...tablesOf(columns).filter((table) => table !== "tenants")]) {
      const own = columns.filter((column) => column.table === table)
      const rows = Array.from(
        { length: table === "tenants" ? 1 : count },
        (_, index) => `(${own.map((column) => valueOf(column, index)).join(", ")})`
      )
      yield* query(
        `INSERT INTO ${table} (${own.map(({ column }) => column).join(", ")}) VALUES ${rows.join(", ")} ON CONFLICT DO NOTHING`
      )
    }
  })

/** The rows of each table, and how many of them name the tenant anywhere. */
export const rowsNaming = (query: Query, columns: ReadonlyArray<Column>, tenant: string) =>
  Effect.map(
    Effect.forEach(tablesOf(columns), (table) =>
      Effect.map(
        query(`SELECT * FROM ${table}`),
        (rows) =>
          [table, rows.filter((row) => JSON.stringify(row).includes(tenant)).length] as const
      )
    ),
    (counts) => Object.fromEntries(counts)
  )
