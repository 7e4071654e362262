import { type EmailRecord, EmailStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { batchedWrites, Database, stored } from "../Database/index.js"
import { makeAccept } from "./accept.js"
import { makeList } from "./list.js"

interface Row extends Omit<EmailRecord, "metadata"> {
  readonly metadata: string | null
}

const recordOf = (row: Row): EmailRecord => ({
  ...row,
  metadata: row.metadata === null ? null : JSON.parse(row.metadata) as EmailRecord["metadata"]
})

export const layerEmailStore = Layer.scoped(
  EmailStore,
  Effect.gen(function*() {
    const { sql } = yield* Database
    const accept = yield* batchedWrites(yield* makeAccept)
    const list = yield* makeList
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

      list: (tenantId, page, status) => stored(list(tenantId, page, status))
    }
  })
)
