import type * as SqlError from "@effect/sql/SqlError"
import { addressKey } from "@telemark/core"
import { Effect } from "effect"
import { Database, given } from "../Database/index.js"

/** Which of these addresses are suppressed, by `addressKey`, in one look-up. */
export const makeFindSuppressed = Effect.map(Database, (database) => {
  const addresses = given(database, { tenant_id: "text", folded: "text" })
  const { sql, tables } = database

  return (
    wanted: ReadonlyArray<{ readonly tenant_id: string; readonly folded: string }>
  ): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> =>
    Effect.map(
      sql<{ readonly tenant_id: string; readonly folded: string }>`
        SELECT tenant_id, folded FROM ${tables.suppressions}
        WHERE (tenant_id, folded) IN (SELECT tenant_id, folded FROM ${addresses(wanted)} AS given)`,
      (rows) => new Set(rows.map((row) => addressKey(row.tenant_id, row.folded)))
    )
})
