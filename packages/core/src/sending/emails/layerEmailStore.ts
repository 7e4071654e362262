import type { SendResult } from "@telemark/contract"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { batchedCommits } from "../../database/batchedWrites.js"
import { stored } from "../../database/storageError.js"
import type { EmailRecord } from "./Email.js"
import { EmailStore, idempotencyMillis, type PreparedSend } from "./EmailStore.js"
import { makeAccept } from "./acceptSends.js"
import { makeCancel } from "./cancelEmail.js"
import { keptColumns, keptMembers, type KeptRow } from "./emailTable.js"
import { makeFindAccepted } from "./findAccepted.js"
import { makeList } from "./findPage.js"

type Row = Omit<EmailRecord, keyof KeptRow> & KeptRow

interface ReplayRow {
  readonly result: string
  readonly body_digest: string
}

const recordOf = (row: Row): EmailRecord => ({ ...row, ...keptMembers(row) })

/** Octets of a body that take as long to write as the rows of a recipient. */
const octetsOfRecipient = 32 * 1024

/** About how many octets a send writes. */
const octetsOf = ({ attachments, body: { html, text }, recipients }: PreparedSend): number =>
  attachments.reduce(
    (sum, { size }) => sum + size,
    (html?.length ?? 0) + (text?.length ?? 0) + recipients.length * octetsOfRecipient
  )

export const layerEmailStore = Layer.effect(
  EmailStore,
  Effect.gen(function* () {
    const { sql, tables, untilOnDisk } = yield* Database
    const acceptTogether = yield* makeAccept
    // Nothing here knows when a caller's transaction is committed, if ever: its messages aren't
    // leased.
    const accept = yield* batchedCommits(
      (sends: ReadonlyArray<PreparedSend>, isInside) => acceptTogether(sends, !isInside),
      {
        octetsOf,
        ownerOf: ({ tenant_id }) => tenant_id,
        committed: ({ lease, outcomes }) => {
          lease?.worker.begin(lease.messages)
          return outcomes
        }
      }
    )
    const cancel = yield* makeCancel
    const list = yield* makeList
    const findAccepted = yield* makeFindAccepted
    const columns = sql.literal(
      "id, tenant_id, recipient_email, sender_email, template_id, template_version, subject, status, smtp_provider, " +
        `smtp_response, error_message, failure_code, attempts, ${keptColumns}, scheduled_at, sent_at, next_attempt_at, created_at`
    )

    return {
      accept,

      findReplay: (tenantId, key, now) =>
        stored(
          Effect.flatMap(
            sql<ReplayRow>`SELECT result, body_digest FROM ${tables.idempotency}
            WHERE tenant_id = ${tenantId} AND key = ${key} AND created_at > ${now - idempotencyMillis}`,
            ([row]) =>
              row === undefined
                ? Effect.succeed(undefined)
                : Effect.as(untilOnDisk, {
                    result: JSON.parse(row.result) as SendResult,
                    body_digest: row.body_digest
                  })
          )
        ),

      find: (tenantId, id) =>
        stored(
          Effect.map(
            sql<Row>`SELECT ${columns} FROM ${tables.emails} WHERE id = ${id} AND tenant_id = ${tenantId}`,
            ([row]) => (row === undefined ? undefined : recordOf(row))
          )
        ),

      findAccepted: (tenantId, id) => stored(findAccepted(tenantId, id)),

      list: (tenantId, page, filter) => stored(list(tenantId, page, filter)),

      cancel
    }
  })
)
