import { foldAddress } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given, makeLater } from "../../database/given.js"
import { transitions } from "../../delivery/message/transition.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import { makeWriteEvents } from "../../events/log/writeEvents.js"
import { makeIds } from "../../kernel/ids.js"
import { recipientFolded } from "../emails/emailTable.js"
import { makeQueueForIndex } from "../emails/searchIndex.js"
import type { RefusedSend } from "./refusedSend.js"

const status = transitions.undeliverable.to

const failure_code = "unsendable"

/** The same in the log and in the event. */
const ended = { status, attempts: 0, smtp_provider: "", next_attempt_at: null } as const

const columns = {
  id: "text",
  tenant_id: "text",
  body_id: "text",
  recipient_email: "text",
  recipient_name: "text",
  recipient_folded: "text",
  sender_email: "text",
  sender_name: "text",
  subject: "text",
  error_message: "text",
  created_at: "integer"
} as const

/**
 * Writes failed messages of a send that can't be accepted, with their events, inside the caller's
 * transaction. They have no content, so nobody sends them again.
 */
export const makeLogRefused = Effect.gen(function* () {
  const database = yield* Database
  const { sql, tables } = database
  const counters = yield* makeCounters
  const writeEvents = yield* makeWriteEvents
  const queueForIndex = yield* makeQueueForIndex
  const later = makeLater(database)
  const rows = given(database, columns)
  const names = sql.literal(Object.keys(columns).join(", "))

  return (
    tenant_id: string,
    { recipients, sender, subject }: RefusedSend,
    error_message: string
  ): Effect.Effect<
    ReadonlyArray<{ readonly id: string; readonly recipient: string }>,
    SqlError.SqlError
  > =>
    Effect.gen(function* () {
      const { many, now, one } = yield* makeIds
      const [body_id, ids, eventIds] = [
        one("body"),
        many("em", recipients.length),
        many("evt", recipients.length)
      ]
      const failed = recipients.map(({ address, name }, index) => ({
        id: ids[index] ?? "",
        tenant_id,
        body_id,
        recipient_email: address,
        recipient_name: name,
        recipient_folded: recipientFolded(address, foldAddress(address)),
        sender_email: sender.address,
        sender_name: sender.name,
        subject,
        error_message,
        created_at: now
      }))
      yield* later(sql`
        INSERT INTO ${tables.emails} (${names}, status, attempts, smtp_provider, failure_code, failed_at, updated_at)
        SELECT ${names}, ${status}, 0, '', ${failure_code}, created_at, created_at FROM ${rows(failed)} AS given WHERE true`)
      yield* later(queueForIndex(failed))
      yield* writeEvents(
        failed.map(({ id }, index) => ({
          id: eventIds[index] ?? "",
          tenant_id,
          email_id: id,
          type: `email.${status}` as const,
          created_at: now,
          data: {
            ...ended,
            smtp_response: null,
            error_message,
            verdict: failure_code,
            ambiguous: false
          }
        })),
        now
      )
      yield* counters.change(
        failed.map(() => ({
          tenant_id,
          created_at: now,
          from: null,
          to: status,
          code: failure_code
        }))
      )
      return failed.map(({ id, recipient_email }) => ({ id, recipient: recipient_email }))
    })
})
