import type { SendResult, StorageError } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { batchedCommits } from "../../database/batched.js"
import { stored } from "../../database/storageError.js"
import type { Row } from "../../database/table.js"
import type {
  AcceptedMessage,
  Cancellation,
  Cancelled,
  EmailFilter,
  EmailPage,
  EmailRecord,
  FoundEmails
} from "./Email.js"
import {
  type AcceptOutcome,
  idempotencyMillis,
  type PreparedSend,
  type Replay
} from "./PreparedSend.js"
import { makeAccept } from "./acceptSends.js"
import { makeCancelEmail } from "./cancelEmail.js"
import { emailTable } from "./emailTable.js"
import { makeFindAccepted } from "./findAccepted.js"
import { makeList } from "./findPage.js"

/** Port: the log of messages. */
export class EmailStore extends Context.Service<
  EmailStore,
  {
    /**
     * Decides as `decideSends` does, and writes body, log, queue, usage and idempotency rows in one
     * transaction, on disk before it succeeds.
     */
    readonly accept: (send: PreparedSend) => Effect.Effect<AcceptOutcome, StorageError>
    /**
     * The first result for an Idempotency-Key of the last 24 h, as `accept` would repeat it at
     * `now`; undefined if there is none. For repeated sends that can no longer be prepared, for
     * example because their template was deactivated.
     */
    readonly findReplay: (
      tenantId: string,
      key: string,
      now: number
    ) => Effect.Effect<Replay | undefined, StorageError>
    readonly find: (
      tenantId: string,
      id: string
    ) => Effect.Effect<EmailRecord | undefined, StorageError>
    /** The message with its content, without its files. */
    readonly findAccepted: (
      tenantId: string,
      id: string
    ) => Effect.Effect<AcceptedMessage | undefined, StorageError>
    /**
     * Newest first by `created_at`, ties by id, descending. With no filter but the status, a page
     * costs about the same at any offset and after any message. With several filters, or words to
     * find, and no offset it looks through a bounded number of messages, so that a page may be short
     * or empty with others following. Undefined if the message to start after no longer exists.
     */
    readonly list: (
      tenantId: string,
      page: EmailPage,
      filter: EmailFilter
    ) => Effect.Effect<FoundEmails | undefined, StorageError>
    /**
     * Takes a message that isn't in flight off the queue, applies `decideCancelled` and refunds the
     * month's quota, in one transaction.
     */
    readonly cancel: (cancellation: Cancellation) => Effect.Effect<Cancelled, StorageError>
  }
>()("@telemark/core/EmailStore") {}

const logged = emailTable.pick(
  "id",
  "tenant_id",
  "recipient_email",
  "sender_email",
  "template_id",
  "template_version",
  "subject",
  "status",
  "smtp_provider",
  "smtp_response",
  "error_message",
  "failure_code",
  "attempts",
  "metadata",
  "tags",
  "topic",
  "scheduled_at",
  "sent_at",
  "next_attempt_at",
  "created_at"
)

interface ReplayRow {
  readonly result: string
  readonly body_digest: string
}

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
    const cancel = yield* makeCancelEmail
    const list = yield* makeList
    const findAccepted = yield* makeFindAccepted
    const columns = sql.literal(logged.columns)

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
            sql<
              Row<typeof logged>
            >`SELECT ${columns} FROM ${tables.emails} WHERE id = ${id} AND tenant_id = ${tenantId}`,
            ([row]) => (row === undefined ? undefined : logged.decode(row))
          )
        ),

      findAccepted: (tenantId, id) => stored(findAccepted(tenantId, id)),

      list: (tenantId, page, filter) => stored(list(tenantId, page, filter)),

      cancel
    }
  })
)
