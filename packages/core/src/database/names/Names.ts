import { Context } from "effect"
import { createHash } from "node:crypto"
import type { NamesOptions } from "./NamesOptions.js"
import { type EachTable, eachTable, type TableName } from "./tableList.js"

/**
 * The names of Telemark's tables in a database, and what keeps it apart from other Telemarks there.
 */
export interface TableNames {
  /** Each table's name for statements: quoted, with its schema if it has one. */
  readonly tables: EachTable<string>
  /** A table's name in the catalogue. */
  readonly nameOf: (table: TableName) => string
  /** An index's name for CREATE INDEX. */
  readonly index: (name: string) => string
  /** An index's name for other statements, with its schema if it has one. */
  readonly existingIndex: (name: string) => string
  /** A sequence's name for statements, with its schema if it has one. */
  readonly sequence: (name: string) => string
  /** The arguments of Postgres' functions for the advisory lock of that number. */
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
