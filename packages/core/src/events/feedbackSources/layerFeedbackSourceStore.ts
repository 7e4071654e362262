import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { FeedbackSourceRecord } from "./FeedbackSource.js"
import { FeedbackSourceStore, type SourceOwner } from "./FeedbackSourceStore.js"

const columnNames =
  "id, tenant_id, provider, secret_digest, credential, created_at, called_at, refused_at, refused_reason"

export const layerFeedbackSourceStore = Layer.effect(
  FeedbackSourceStore,
  Effect.gen(function* () {
    const { dialect, sql, tables, write, writeRelaxed } = yield* Database
    const forUpdate = sql.literal(dialect.forUpdate)
    const columns = sql.literal(columnNames)
    const isOf = (owner: SourceOwner) =>
      owner === null ? sql`tenant_id IS NULL` : sql`tenant_id = ${owner}`
    const first = ([row]: ReadonlyArray<FeedbackSourceRecord>): FeedbackSourceRecord | undefined =>
      row

    return {
      insert: (source, max) =>
        write(
          Effect.gen(function* () {
            const { tenant_id } = source
            // Of several inserts at once, one waits for the other.
            if (tenant_id !== null)
              yield* sql`SELECT id FROM ${tables.tenants} WHERE id = ${tenant_id} ${forUpdate}`
            const present =
              yield* sql`SELECT 1 AS one FROM ${tables.feedback_sources} WHERE ${isOf(tenant_id)} LIMIT ${max}`
            if (present.length >= max) return false
            yield* sql`INSERT INTO ${tables.feedback_sources} ${sql.insert({ ...source })}`
            return true
          })
        ),

      list: (owner) =>
        stored(
          sql<FeedbackSourceRecord>`SELECT ${columns} FROM ${tables.feedback_sources} WHERE ${isOf(owner)} ORDER BY created_at DESC, id DESC`
        ),

      find: (owner, id) =>
        stored(
          Effect.map(
            sql<FeedbackSourceRecord>`SELECT ${columns} FROM ${tables.feedback_sources} WHERE id = ${id} AND ${isOf(owner)}`,
            first
          )
        ),

      findByDigest: (digest) =>
        stored(
          Effect.map(
            sql<FeedbackSourceRecord>`SELECT ${columns} FROM ${tables.feedback_sources} WHERE secret_digest = ${digest}
            AND NOT EXISTS (SELECT 1 FROM ${tables.tenants} WHERE tenants.id = feedback_sources.tenant_id AND tenants.removed_at IS NOT NULL)`,
            first
          )
        ),

      setCredential: (owner, id, credential) =>
        stored(
          Effect.map(
            sql<FeedbackSourceRecord>`UPDATE ${tables.feedback_sources} SET credential = ${credential} WHERE id = ${id} AND ${isOf(owner)} RETURNING ${columns}`,
            first
          )
        ),

      remove: (owner, id) =>
        stored(
          Effect.map(
            sql`DELETE FROM ${tables.feedback_sources} WHERE id = ${id} AND ${isOf(owner)} RETURNING id`,
            (rows) => rows.length > 0
          )
        ),

      noteCall: (id, now, noted) =>
        stored(
          Effect.asVoid(
            sql`UPDATE ${tables.feedback_sources} SET called_at = ${now} WHERE id = ${id} AND (called_at IS NULL OR called_at <= ${noted})`
          )
        ),

      rememberCall: (source_id, { body_digest, expires_at, token_digest }) =>
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
        ),

      // If a power cut undoes it, the call is dealt with another time, which changes nothing.
      noteHandled: (id, { token_digest }) =>
        writeRelaxed(
          Effect.asVoid(
            sql`UPDATE ${tables.feedback_calls} SET is_handled = 1 WHERE source_id = ${id} AND token_digest = ${token_digest}`
          )
        ),

      noteRefusal: (id, reason, now, noted) =>
        stored(
          Effect.asVoid(sql`UPDATE ${tables.feedback_sources} SET refused_at = ${now}, refused_reason = ${reason}
          WHERE id = ${id} AND (refused_at IS NULL OR refused_at <= ${noted})`)
        )
    }
  })
)
