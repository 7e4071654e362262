import type * as Statement from "@effect/sql/Statement"
import { type EachTable, eachTable, type TableNames } from "../Names/index.js"

/**
 * A table, for where a statement's rows come from or go to: `FROM ${tables.emails}`. Whatever it is called in the database, its own name
 * is its alias, so columns say whose they are as in `emails.id`.
 */
export interface Table extends Statement.Fragment {
  /** For a statement that gives it an alias itself: `FROM ${tables.emails.unaliased} e`. */
  readonly unaliased: Statement.Fragment
}

/** Every table by its own name, as statements name it. */
export type Tables = EachTable<Table>

/** Made once, so that statements only put them together. */
export const makeTables = ({ literal }: Statement.Constructor, { tables }: TableNames): Tables =>
  eachTable((own) => {
    const name = tables[own]
    return Object.assign(literal(name === own ? own : `${name} AS ${own}`), { unaliased: literal(name) })
  })
