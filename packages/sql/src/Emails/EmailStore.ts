import { type EmailRecord, EmailStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { batchedWrites, Database, stored } from "../Database/index.js"
import { makeAccept } from "./accept.js"

interface Row extends Omit<EmailRecord, "metadata"> {
  readonly metadata: string | null
}

/** Rows that one call of `forgetIdempotency` removes at most: a large transaction holds everybody up. */
const forgottenAtOnce = 1000

const recordOf = (row: Row): EmailRecord => ({
  ...row,
  metadata: row.metadata === null ? null : JSON.parse(row.metadata) as EmailRecord["metadata"]
})

export const layerEmailStore = Layer.scoped(
  EmailStore,
  Effect.gen(function*() {
    const { sql } = yield* Database
    const accept = yield* batchedWrites(yield* makeAccept)
    const columns = sql.literal(
      "id, tenant_id, recipient_email, sender_email, template_id, subject, status, smtp_provider, smtp_response, " +
        "error_message, attempts, metadata, sent_at, next_attempt_at, created_at"
    )

    return {
      accept,

      find: (tenantId, id) =>
        stored(Effect.map(
          sql<Row>`SELECT ${columns} FROM emails WHERE id = ${id} AND tenant_id = ${tenantId}`,
          ([row]) => (row === undefined ? undefined : recordOf(row))
        )),

      list: (tenantId, { limit, offset }, status) =>
        stored(Effect.map(
          sql<Row>`SELECT ${columns} FROM emails
            WHERE tenant_id = ${tenantId} ${status === undefined ? sql.literal("") : sql`AND status = ${status}`}
            ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
          (rows) => rows.map(recordOf)
        )),

      forgetIdempotency: (before) =>
        stored(Effect.map(
          sql`DELETE FROM idempotency WHERE (tenant_id, key) IN
            (SELECT tenant_id, key FROM idempotency WHERE created_at < ${before} LIMIT ${forgottenAtOnce})
            RETURNING key`,
          (rows) => rows.length
        ))
    }
  })
)
