import type * as SqlError from "@effect/sql/SqlError"
import { addressKey, foldAddress, type SuppressionRecord } from "@telemark/core"
import { Effect } from "effect"
import { Database, given } from "../Database/index.js"

interface NewSuppression extends Omit<SuppressionRecord, "folded"> {
  /** See `suppressionCause`; null or absent if no response to a message has caused it. */
  readonly cause?: string | null | undefined
}

/** Suppresses addresses inside the caller's transaction. Those that are suppressed already stay as they are. */
export const makeWriteSuppressions = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const added = given(database, {
    tenant_id: "text", folded: "text", email_address: "text", reason: "text", added_at: "integer", cause: "text"
  })

  return (suppressions: ReadonlyArray<NewSuppression>): Effect.Effect<void, SqlError.SqlError> => {
    const rows = suppressions
      .map((suppression) => ({ ...suppression, cause: suppression.cause ?? null, folded: foldAddress(suppression.email_address) }))
      // In the same order in every process, so that two with the same addresses can't deadlock.
      .sort((a, b) => (addressKey(a.tenant_id, a.folded) < addressKey(b.tenant_id, b.folded) ? -1 : 1))
    return rows.length === 0 ? Effect.void : Effect.asVoid(sql`
      INSERT INTO ${tables.suppressions} (tenant_id, folded, email_address, reason, added_at, cause)
      SELECT tenant_id, folded, email_address, reason, added_at, cause FROM ${added(rows)} AS given WHERE true
      ON CONFLICT DO NOTHING`)
  }
})
