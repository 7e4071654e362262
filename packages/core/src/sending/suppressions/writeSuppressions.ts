import { foldAddress } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import type { SuppressionRecord } from "./Suppression.js"
import { addressKey } from "./addressKey.js"
import { storedTopic } from "./storedTopic.js"

interface NewSuppression extends Omit<SuppressionRecord, "folded" | "topic"> {
  /** The topic whose mail is suppressed; null or absent: all mail. */
  readonly topic?: string | null | undefined
  /** See `suppressionCause`; null or absent if no response to a message has caused it. */
  readonly cause?: string | null | undefined
}

/**
 * Suppresses addresses, or topics' mail to them, inside the caller's transaction, and returns how
 * many are new. Others stay as they are.
 */
export const makeWriteSuppressions = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const added = given(database, {
    tenant_id: "text",
    folded: "text",
    email_address: "text",
    reason: "text",
    added_at: "integer",
    cause: "text",
    topic: "text"
  })

  return (
    suppressions: ReadonlyArray<NewSuppression>
  ): Effect.Effect<number, SqlError.SqlError> => {
    const rows = suppressions
      .map((suppression) => ({
        ...suppression,
        cause: suppression.cause ?? null,
        topic: suppression.topic ?? null,
        folded: foldAddress(suppression.email_address)
      }))
      // In the same order in every process, so that two with the same addresses can't deadlock.
      .sort((a, b) =>
        addressKey(a.tenant_id, a.folded, a.topic) < addressKey(b.tenant_id, b.folded, b.topic)
          ? -1
          : 1
      )
      .map((row) => ({ ...row, topic: storedTopic(row.topic) }))
    return rows.length === 0
      ? Effect.succeed(0)
      : Effect.map(
          sql`
      INSERT INTO ${tables.suppressions} (tenant_id, folded, email_address, reason, added_at, cause, topic)
      SELECT tenant_id, folded, email_address, reason, added_at, cause, topic FROM ${added(rows)} AS given WHERE true
      ON CONFLICT DO NOTHING RETURNING 1 AS one`,
          (written) => written.length
        )
  }
})
