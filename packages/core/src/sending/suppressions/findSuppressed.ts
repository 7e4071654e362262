import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { addressKey } from "./addressKey.js"
import { blockedBy, type SuppressionSubject } from "./isSuppressed.js"
import { storedTopic } from "./storedTopic.js"

export interface SuppressedRow {
  readonly tenant_id: string
  readonly folded: string
  /** As it is stored. */
  readonly topic: string
}

/** The look-up of the suppressions that block any of these messages. */
export const makeSelectSuppressed = Effect.map(Database, (database) => {
  const keys = given(database, { tenant_id: "text", folded: "text", topic: "text" })
  const { sql, tables } = database
  return (wanted: ReadonlyArray<SuppressionSubject>) => {
    const sought = wanted
      .flatMap(blockedBy)
      .map((subject) => ({ ...subject, topic: storedTopic(subject.topic) }))
    return sql<SuppressedRow>`
      SELECT tenant_id, folded, topic FROM ${tables.suppressions}
      WHERE (tenant_id, folded, topic) IN (SELECT tenant_id, folded, topic FROM ${keys(sought)} AS given)`
  }
})

/** Which suppressions block these messages, by `addressKey`, in one look-up. */
export const makeFindSuppressed = Effect.map(
  makeSelectSuppressed,
  (select) =>
    (
      wanted: ReadonlyArray<SuppressionSubject>
    ): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> =>
      Effect.map(
        select(wanted),
        (rows) =>
          new Set(
            rows.map(({ folded, tenant_id, topic }) =>
              addressKey(tenant_id, folded, topic === "" ? null : topic)
            )
          )
      )
)
