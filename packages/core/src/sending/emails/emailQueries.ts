import { Array as List, Effect } from "effect"
import { Database, oncePerDatabase } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import type { Row } from "../../database/table.js"
import type { AcceptedMessage, EmailFilter, EmailPage } from "./Email.js"
import { makeAcceptSend } from "./acceptSends.js"
import { bodyOf, bodyTable } from "./bodyTable.js"
import { makeCancelEmail } from "./cancelEmail.js"
import { emailTable } from "./emailTable.js"
import { makeFindEmails } from "./findEmails.js"
import { makeFindReplay } from "./idempotencyTable.js"
import { makeRescheduleSend } from "./rescheduleSend.js"

const logged = emailTable.omit("body_id", "recipient_name", "sender_name")

const ofSends = emailTable.omit("recipient_name", "sender_name")

/** What a send gave, but for its content. */
const sent = emailTable.omit(
  "status",
  "smtp_provider",
  "smtp_response",
  "error_message",
  "failure_code",
  "attempts",
  "sent_at",
  "next_attempt_at"
)

export type EmailQueries = Effect.Success<typeof emailQueries>

/** One for each database: concurrent sends share a transaction. */
export const emailQueries = oncePerDatabase(
  Effect.gen(function* () {
    const database = yield* Database
    const { sql, tables } = database
    const among = makeAmong(database)
    const list = yield* makeFindEmails
    const columns = sql.literal(logged.columns)
    const columnsOfSends = sql.literal(ofSends.columnsOf("m"))
    const columnsSent = sql.literal(sent.columns)
    const columnsOfBody = sql.literal(bodyTable.columns)

    return {
      accept: yield* makeAcceptSend,
      findReplay: yield* makeFindReplay,
      cancel: yield* makeCancelEmail,
      reschedule: yield* makeRescheduleSend,

      find: (tenantId: string, id: string) =>
        stored(
          Effect.map(
            sql<
              Row<typeof logged>
            >`SELECT ${columns} FROM ${tables.emails} WHERE id = ${id} AND tenant_id = ${tenantId}`,
            ([row]) => row && logged.decode(row)
          )
        ),

      /**
       * All messages of the sends that messages belong to, each send's in the order of its
       * recipients.
       */
      ofSends: (tenantId: string, ids: ReadonlyArray<string>) =>
        ids.length === 0
          ? Effect.succeed([])
          : stored(
              Effect.map(
                // Messages of a send have one time: an index on `body_id` would be written with
                // every send. SQLite keeps the order of a cross join; of its own choice, it would read
                // all of the tenant's messages.
                sql<Row<typeof ofSends>>`SELECT ${columnsOfSends}
                  FROM (SELECT DISTINCT body_id, created_at FROM ${tables.emails} WHERE id ${among(ids)} AND CASE WHEN tenant_id = ${tenantId} THEN 1 END IS NOT NULL) sends
                  CROSS JOIN ${tables.emails.unaliased} m
                  WHERE m.tenant_id = ${tenantId} AND m.created_at = sends.created_at AND m.body_id = sends.body_id ORDER BY m.id`,
                (rows) =>
                  Object.values(List.groupBy(rows.map(ofSends.decode), ({ body_id }) => body_id))
              )
            ),

      /** The message with its content, without its files. */
      findAccepted: (tenantId: string, id: string) =>
        stored(
          Effect.gen(function* () {
            const [row] = yield* sql<
              Row<typeof sent>
            >`SELECT ${columnsSent} FROM ${tables.emails} WHERE id = ${id} AND tenant_id = ${tenantId}`
            if (row === undefined) return undefined
            const { body_id, recipient_email, sender_email, sender_name, ...rest } =
              sent.decode(row)
            const [body] = yield* sql<
              Row<typeof bodyTable>
            >`SELECT ${columnsOfBody} FROM ${tables.bodies} WHERE id = ${body_id}`
            return {
              ...rest,
              recipient: recipient_email,
              sender: { name: sender_name, address: sender_email },
              body: body === undefined ? null : bodyOf(body)
            } satisfies AcceptedMessage
          })
        ),

      /**
       * Newest first by `created_at`, ties by id, descending. With no filter but the status, a page
       * costs about the same at any offset and after any message. With several filters, or words to
       * find, and no offset it looks through a bounded number of messages, so that a page may be
       * short or empty with others following. Undefined if the message to start after no longer
       * exists.
       */
      list: (tenantId: string, page: EmailPage, filter: EmailFilter) =>
        stored(list(tenantId, page, filter))
    }
  })
)
