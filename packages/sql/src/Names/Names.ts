import { Context } from "effect"
import { createHash } from "node:crypto"
import type { NamesOptions } from "./NamesOptions.js"
import { type EachTable, eachTable, type TableName } from "./tables.js"

/** What Telemark's tables are called in a database, and what is told from another Telemark's by them. */
export interface TableNames {
  /** Each table's name as statements have it: with its schema, if it has one, in quotes. */
  readonly tables: EachTable<string>
  /** The name of a table as it is in the catalogue. */
  readonly nameOf: (table: TableName) => string
  /** An index's name as the statement has it that makes it. */
  readonly index: (name: string) => string
  /** The arguments of Postgres' functions for the advisory lock of that number. */
  readonly lockKey: (lock: number) => string
  /** The channel on which Postgres tells of mail that is due. */
  readonly channel: string
  readonly schema: string | undefined
  readonly prefix: string
}

/** The tables' own names. */
export const ownNames: TableNames = {
  tables: eachTable((table) => table),
  nameOf: (table) => table,
  index: (name) => name,
  lockKey: String,
  channel: "telemark_mail",
  schema: undefined,
  prefix: ""
}

/** Names by these options, which must have been found good. */
export const makeNames = ({ schema, tablePrefix: prefix = "" }: NamesOptions): TableNames => {
  if (schema === undefined && prefix === "") return ownNames
  const quoted = (name: string) => `"${prefix}${name}"`
  const qualified = schema === undefined ? quoted : (name: string) => `"${schema}".${quoted(name)}`
  // Where a `search_path` leads unless told otherwise: who names it shares the tables, and locks, with who doesn't.
  const qualifier = schema === "public" ? "" : schema ?? ""
  const isUsual = qualifier === "" && prefix === ""
  const digest = createHash("sha256").update(`${qualifier}.${prefix}`).digest()
  return {
    tables: eachTable(qualified),
    nameOf: (table) => prefix + table,
    index: quoted,
    lockKey: isUsual ? ownNames.lockKey : (lock) => `${String(lock)}, ${String(digest.readInt32BE())}`,
    channel: isUsual ? ownNames.channel : `${ownNames.channel}_${digest.toString("hex", 0, 8)}`,
    schema,
    prefix
  }
}

/** The names in the database in use, as whoever opened it says. */
export class Names extends Context.Reference<Names>()("@telemark/sql/Names", {
  defaultValue: () => ownNames
}) {}
