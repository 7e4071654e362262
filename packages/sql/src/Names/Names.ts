import { Context } from "effect"
import { createHash } from "node:crypto"
import type { NamesOptions } from "./NamesOptions.js"
import { type KnownNames, rename, type Spelling } from "./rename.js"
import { type EachTable, eachTable } from "./tables.js"

/** What Telemark's tables are called in a database, and what is told from another Telemark's by them. */
export interface TableNames {
  /** A statement, written with the tables' own names, as it is to be run. */
  readonly rename: (statement: string) => string
  /** Each table's name as statements have it: with its schema, if it has one, in quotes. */
  readonly tables: EachTable<string>
  /** The name of a table as it is in the catalogue. */
  readonly nameOf: (table: string) => string
  /** An index's name as the statement has it that makes it. */
  readonly index: (name: string) => string
  /** The arguments of Postgres' functions for the advisory lock of that number. */
  readonly lockKey: (lock: number) => string
  /** The channel on which Postgres tells of mail that is due. */
  readonly channel: string
  readonly schema: string | undefined
  readonly prefix: string
}

/** Rather than growing without an end: some texts depend on how many tenants take their turn. */
const mostTexts = 1000

const remembering = (make: (text: string) => string): ((text: string) => string) => {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = make(text)
    if (known.size >= mostTexts) known.clear()
    known.set(text, made)
    return made
  }
}

/** The tables' own names, each statement as it is written. */
export const ownNames: TableNames = {
  rename: (statement) => statement,
  tables: eachTable((table) => table),
  nameOf: (table) => table,
  index: (name) => name,
  lockKey: String,
  channel: "telemark_mail",
  schema: undefined,
  prefix: ""
}

const quoted = (name: string): string => `"${name}"`

/** Names by these options, which must have been found good. */
export const makeNames = ({ schema, tablePrefix: prefix = "" }: NamesOptions, known: KnownNames): TableNames => {
  if (schema === undefined && prefix === "") return ownNames
  const nameOf = (name: string) => prefix + name
  const bare = (name: string) => quoted(nameOf(name))
  const spelling: Spelling = {
    bare,
    qualified: schema === undefined ? bare : (name) => `${quoted(schema)}.${bare(name)}`
  }
  // Where a `search_path` leads unless told otherwise: who names it shares the tables, and locks, with who doesn't.
  const place = schema === "public" ? "" : schema ?? ""
  const isUsual = place === "" && prefix === ""
  const digest = createHash("sha256").update(`${place}.${prefix}`).digest()
  return {
    rename: remembering((statement) => rename(statement, known, spelling)),
    tables: eachTable(spelling.qualified),
    nameOf,
    index: spelling.bare,
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
