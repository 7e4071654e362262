import type { FeedbackRefusal } from "@telemark/contract"
import { Effect } from "effect"
import { makeLockTenant } from "../../accounts/tenants/tenantTable.js"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { defineTable } from "../../database/table.js"
import type { FeedbackSourceRecord, KnownCall, SourceCall, SourceOwner } from "./FeedbackSource.js"

const feedbackSourceTable = defineTable<FeedbackSourceRecord>()({
  id: "plain",
  tenant_id: "plain",
  provider: "plain",
  secret_digest: "plain",
  credential: "plain",
  created_at: "plain",
  called_at: "plain",
  refused_at: "plain",
  refused_reason: "plain"
})

/** Outside of a transaction unless they say otherwise. */
export const feedbackSourceQueries = Effect.map(Database, (database) => {
  const { sql, tables, write, writeRelaxed } = database
  const lockTenant = makeLockTenant(database)
  const columns = sql.literal(feedbackSourceTable.columns)
  const isOf = (owner: SourceOwner) =>
    owner === null ? sql`tenant_id IS NULL` : sql`tenant_id = ${owner}`
  const first = ([row]: ReadonlyArray<FeedbackSourceRecord>): FeedbackSourceRecord | undefined =>
    row

  return {
    /** At most `max`. In a transaction. */
    countLocked: (owner: SourceOwner, max: number) =>
      Effect.gen(function* () {
        if (owner !== null) yield* lockTenant(owner)
        const present =
          yield* sql`SELECT 1 AS one FROM ${tables.feedback_sources} WHERE ${isOf(owner)} LIMIT ${max}`
        return present.length
      }),

    insert: (source: FeedbackSourceRecord) =>
      sql`INSERT INTO ${tables.feedback_sources} ${sql.insert(feedbackSourceTable.encode(source))}`,

    list: (owner: SourceOwner) =>
      stored(
        sql<FeedbackSourceRecord>`SELECT ${columns} FROM ${tables.feedback_sources} WHERE ${isOf(owner)} ORDER BY created_at DESC, id DESC`
      ),

    find: (owner: SourceOwner, id: string) =>
      stored(
        Effect.map(
          sql<FeedbackSourceRecord>`SELECT ${columns} FROM ${tables.feedback_sources} WHERE id = ${id} AND ${isOf(owner)}`,
          first
        )
      ),

    /** Of whatever owner but a tenant that was marked as removed. */
    findByDigest: (digest: string) =>
      stored(
        Effect.map(
          sql<FeedbackSourceRecord>`SELECT ${columns} FROM ${tables.feedback_sources} WHERE secret_digest = ${digest}
            AND NOT EXISTS (SELECT 1 FROM ${tables.tenants} WHERE tenants.id = feedback_sources.tenant_id AND tenants.removed_at IS NOT NULL)`,
          first
        )
      ),

    setCredential: (owner: SourceOwner, id: string, credential: string) =>
      stored(
        Effect.map(
          sql<FeedbackSourceRecord>`UPDATE ${tables.feedback_sources} SET credential = ${credential} WHERE id = ${id} AND ${isOf(owner)} RETURNING ${columns}`,
          first
        )
      ),

    remove: (owner: SourceOwner, id: string) =>
      stored(
        Effect.map(
          sql`DELETE FROM ${tables.feedback_sources} WHERE id = ${id} AND ${isOf(owner)} RETURNING id`,
          (rows) => rows.length > 0
        )
      ),

    /** Unless a call was noted after `noted`. */
    noteCall: (id: string, now: number, noted: number) =>
      stored(
        sql`UPDATE ${tables.feedback_sources} SET called_at = ${now} WHERE id = ${id} AND (called_at IS NULL OR called_at <= ${noted})`
      ),

    /** Unless a refusal was noted after `noted`. */
    noteRefusal: (id: string, reason: FeedbackRefusal, now: number, noted: number) =>
      stored(sql`UPDATE ${tables.feedback_sources} SET refused_at = ${now}, refused_reason = ${reason}
          WHERE id = ${id} AND (refused_at IS NULL OR refused_at <= ${noted})`),

    /**
     * It stays `open` until it is noted as handled, so that it may come again if it couldn't be
     * dealt with. `Retention` forgets it after `expires_at`.
     */
    rememberCall: (source_id: string, { body_digest, expires_at, token_digest }: SourceCall) =>
      write(
        Effect.gen(function* () {
          const row = { source_id, token_digest, body_digest, is_handled: 0, expires_at }
          const added =
            yield* sql`INSERT INTO ${tables.feedback_calls} ${sql.insert(row)} ON CONFLICT (source_id, token_digest) DO NOTHING RETURNING 1 AS one`
          if (added.length > 0) return "open"
          const [known] = yield* sql<{
            readonly body_digest: string
            readonly is_handled: number
          }>`SELECT body_digest, is_handled FROM ${tables.feedback_calls} WHERE source_id = ${source_id} AND token_digest = ${token_digest}`
          if (known?.body_digest !== body_digest) return "other_body"
          return known.is_handled === 0 ? "open" : "handled"
        })
      ) satisfies Effect.Effect<KnownCall, unknown>,

    /** If a power cut undoes it, the call is dealt with another time, which changes nothing. */
    noteHandled: (id: string, { token_digest }: Pick<SourceCall, "token_digest">) =>
      writeRelaxed(
        sql`UPDATE ${tables.feedback_calls} SET is_handled = 1 WHERE source_id = ${id} AND token_digest = ${token_digest}`
      )
  }
})
