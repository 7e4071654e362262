import type * as SqlError from "@effect/sql/SqlError"
import { addressKey } from "@telemark/core"
import { Effect } from "effect"
import { Database, given } from "../Database/index.js"

export interface SuppressedRow {
  readonly tenant_id: string
  readonly folded: string
}

/** The look-up of those of these addresses that are suppressed. */
export const makeSelectSuppressed = Effect.map(Database, (database) => {
  const addresses = given(database, { tenant_id: "text", folded: "text" })
  const { sql, tables } = database
  return (wanted: ReadonlyArray<SuppressedRow>) => sql<SuppressedRow>`
    SELECT tenant_id, folded FROM ${tables.suppressions}
    WHERE (tenant_id, folded) IN (SELECT tenant_id, folded FROM ${addresses(wanted)} AS given)`
})

export const suppressedOf = (rows: ReadonlyArray<SuppressedRow>): ReadonlySet<string> =>
  new Set(rows.map((row) => addressKey(row.tenant_id, row.folded)))

/** Which of these addresses are suppressed, by `addressKey`, in one look-up. */
export const makeFindSuppressed = Effect.map(
  makeSelectSuppressed,
  (select) => (wanted: ReadonlyArray<SuppressedRow>): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> => Effect.map(select(wanted), suppressedOf)
)
