import type * as Statement from "effect/sql/Statement"
import type { TableNames } from "./names/Names.js"
import { type EachTable, eachTable } from "./names/tableList.js"

/**
 * A table in a statement: `FROM ${tables.emails}`. Whatever its name in the database, its alias is
 * its name here, for columns such as `emails.id`.
 */
export interface Table extends Statement.Fragment {
  /** For a statement that sets an alias itself: `FROM ${tables.emails.unaliased} e`. */
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
