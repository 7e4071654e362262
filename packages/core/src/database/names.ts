import { StorageError } from "@telemark/contract"
import { Context, Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { createHash } from "node:crypto"

/** Every table of the migrations, including the one that records them. */
export const allTables = [
  "api_keys",
  "attachments",
  "audit_log",
  "back_offs",
  "bodies",
  "brands",
  "connection_limits",
  "dkim_keys",
  "domains",
  "email_counts",
  "email_search",
  "email_tags",
  "emails",
  "events",
  "feedback_calls",
  "feedback_reports",
  "feedback_sources",
  "idempotency",
  "inbox",
  "members",
  "operator_events",
  "passkeys",
  "queue",
  "rate_limits",
  "removed_tenants",
  "reputation_hours",
  "search_queue",
  "sequences",
  "sessions",
  "smtp_configs",
  "sql_sends",
  "subscription_queue",
  "subscriptions",
  "suppression_incidents",
  "suppressions",
  "telemark_migrations",
  "template_versions",
  "templates",
  "tenants",
  "topics",
  "traces",
  "usage",
  "webhook_attempts",
  "webhook_endpoints",
  "webhook_queue"
] as const

/** A table's name without schema and prefix. */
export type TableName = (typeof allTables)[number]

/** Tables that `telemark copy` makes and removes. */
export type CopyTable = "copy_changes" | "copy_progress" | "copy_state"

type EachTable<A> = Readonly<Record<TableName, A>>

const eachTable = <A>(make: (table: TableName) => A): EachTable<A> =>
  Object.fromEntries(allTables.map((table) => [table, make(table)])) as Record<TableName, A>

/** The names of the tables in a database, and what keeps it apart from other Telemarks there. */
export interface TableNames {
  /** Each table's name for statements: quoted, with its schema if it has one. */
  readonly tables: EachTable<string>
  /** A table's name in the catalogue. */
  readonly nameOf: (table: TableName) => string
  /** An index's name for CREATE INDEX. */
  readonly index: (name: string) => string
  /** An index's name for other statements, with its schema if it has one. */
  readonly existingIndex: (name: string) => string
  /**
   * The name of a sequence, or of what `telemark copy` makes, for statements, with its schema if it
   * has one.
   */
  readonly sequence: (name: string) => string
  /** For Postgres' functions of advisory locks. */
  readonly lockKey: (lock: number) => string
  /** The channel on which Postgres notifies workers of due messages. */
  readonly channel: string
  readonly schema: string | undefined
  readonly prefix: string
}

/** The names without schema and prefix. */
export const ownNames: TableNames = {
  tables: eachTable((table) => table),
  nameOf: (table) => table,
  index: (name) => name,
  existingIndex: (name) => name,
  sequence: (name) => name,
  lockKey: String,
  channel: "telemark_mail",
  schema: undefined,
  prefix: ""
}

export const makeNames = ({ schema, tablePrefix: prefix = "" }: NamesOptions): TableNames => {
  if (schema === undefined && prefix === "") return ownNames
  const quoted = (name: string) => `"${prefix}${name}"`
  const qualified = schema === undefined ? quoted : (name: string) => `"${schema}".${quoted(name)}`
  // `search_path` leads to `public` by default: processes that name it share the tables, and locks,
  // with those that don't.
  const qualifier = schema === "public" ? "" : (schema ?? "")
  const isUsual = qualifier === "" && prefix === ""
  const digest = createHash("sha256").update(`${qualifier}.${prefix}`).digest()
  return {
    tables: eachTable(qualified),
    nameOf: (table) => prefix + table,
    index: quoted,
    existingIndex: qualified,
    sequence: qualified,
    lockKey: isUsual
      ? ownNames.lockKey
      : (lock) => `${String(lock)}, ${String(digest.readInt32BE())}`,
    channel: isUsual ? ownNames.channel : `${ownNames.channel}_${digest.toString("hex", 0, 8)}`,
    schema,
    prefix
  }
}

/** The names in the database in use, set by the package that opens it. */
export const Names = Context.Reference("@telemark/core/Names", {
  defaultValue: () => ownNames
})

/** Where Telemark's tables are in a database that others use as well. */
export interface NamesOptions {
  /**
   * On Postgres; by default the `search_path` decides. Letters, digits and underscores, at most 40;
   * case counts.
   */
  readonly schema?: string | undefined
  /** Of each table's and index's name, such as `tm_`. The same characters as for `schema`. */
  readonly tablePrefix?: string | undefined
}

const isName = (text: string): boolean => /^[A-Za-z0-9_]{1,40}$/.test(text)

/** Why such names can't be used, without the names. */
export const problemOf = ({ schema, tablePrefix = "" }: NamesOptions): string | undefined => {
  if (schema !== undefined && !isName(schema))
    return "The schema of the tables takes letters, digits and underscores, 1 to 40 of them."
  if (schema?.startsWith("pg_") === true)
    return "The schema of the tables can't begin with pg_: Postgres reserves those names."
  if (tablePrefix !== "" && !isName(tablePrefix))
    return "The prefix of the tables takes letters, digits and underscores, at most 40 of them."
  return /^sqlite_/i.test(tablePrefix)
    ? "The prefix of the tables can't begin with sqlite_: SQLite reserves those names."
    : undefined
}

/** Fails if a database would refuse them. */
export const tableNames = (options: NamesOptions): Effect.Effect<TableNames, StorageError> => {
  const problem = problemOf(options)
  return problem === undefined
    ? Effect.sync(() => makeNames(options))
    : new StorageError({ reason: "fault", cause: new Error(problem) })
}

/**
 * `FROM ${tables.emails}`. Whatever its name in the database, its alias is its name here, for
 * columns such as `emails.id`.
 */
export interface Table extends Statement.Fragment {
  /** For an own alias: `FROM ${tables.emails.unaliased} e`. */
  readonly unaliased: Statement.Fragment
}

export type Tables = EachTable<Table>

/** Built once, so that statements only combine them. */
export const makeTables = ({ literal }: Statement.Constructor, { tables }: TableNames): Tables =>
  eachTable((own) => {
    const name = tables[own]
    return Object.assign(literal(name === own ? own : `${name} AS ${own}`), {
      unaliased: literal(name)
    })
  })
