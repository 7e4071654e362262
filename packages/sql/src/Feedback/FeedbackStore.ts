import { type EmailStatus, type FeedbackChange, FeedbackStore, isInFlight, type ReportedEmail } from "@telemark/core"
import { Clock, Effect, Layer } from "effect"
import { makeCounters } from "../Counts/index.js"
import { Database, stored } from "../Database/index.js"
import { makeWriteEvents } from "../Events/index.js"
import { makeWriteSuppressions } from "../Suppressions/index.js"

interface Row extends ReportedEmail {
  readonly id: string
  readonly tenant_id: string
  readonly recipient_email: string
}

interface QueueRow {
  readonly lease_owner: string | null
}

/** When a message reached a status; the others have no column. */
const reachedAt: Readonly<Partial<Record<EmailStatus, string>>> = {
  sent: "sent_at",
  delivered: "delivered_at",
  bounced: "bounced_at",
  complained: "complained_at",
  failed: "failed_at"
}

const recorded = { _tag: "Recorded" } as const
const repeated = { _tag: "Repeated" } as const
const notFound = { _tag: "NotFound" } as const

export const layerFeedbackStore = Layer.effect(
  FeedbackStore,
  Effect.gen(function*() {
    const { dialect, sql, tables, write } = yield* Database
    const counters = yield* makeCounters
    const writeEvents = yield* makeWriteEvents
    const writeSuppressions = yield* makeWriteSuppressions
    const forUpdate = sql.literal(dialect.forUpdate)

    /** Locks the message, its queue row first as workers do, so that they come before or after. A second report sees what the first has written. */
    const lock = (tenantId: string, emailId: string) =>
      Effect.gen(function*() {
        const [queueRow] = yield* sql<QueueRow>`SELECT lease_owner FROM ${tables.queue} WHERE id = ${emailId} AND tenant_id = ${tenantId} ${forUpdate}`
        const [email] = yield* sql<Row>`
          SELECT id, tenant_id, recipient_email, created_at, status, attempts, smtp_provider, smtp_response, error_message, failure_code
          FROM ${tables.emails} WHERE id = ${emailId} AND tenant_id = ${tenantId} ${forUpdate}`
        return { email, queueRow }
      })

    const isRepeated = ({ event, report_key }: FeedbackChange) =>
      report_key === null ? Effect.succeed(false) : Effect.map(
        sql`SELECT 1 AS one FROM ${tables.events} WHERE email_id = ${event.email_id} AND type = ${event.type} AND report_key = ${report_key}`,
        (rows) => rows.length > 0
      )

    const writeLog = ({ id, ...email }: Row, { error_message, event, failure_code, smtp_response, status }: FeedbackChange, now: number) => {
      const isMoved = status !== email.status
      if (!isMoved && smtp_response === email.smtp_response && error_message === email.error_message && failure_code === email.failure_code) return Effect.void
      const column = reachedAt[status]
      return sql`UPDATE ${tables.emails} SET ${sql.update({
        status, smtp_response, error_message, failure_code, updated_at: now,
        ...(isMoved ? { next_attempt_at: null } : {}),
        ...(isMoved && column !== undefined ? { [column]: event.created_at } : {})
      })} WHERE id = ${id}`
    }

    const suppress = ({ recipient_email, tenant_id }: Row, reason: FeedbackChange["suppress"], added_at: number) =>
      writeSuppressions(reason === null ? [] : [{ tenant_id, email_address: recipient_email, reason, added_at }])

    const writeChange = (email: Row, queueRow: QueueRow | undefined, change: FeedbackChange) =>
      Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const { event, report_key, status } = change
        const { created_at, id, tenant_id } = email
        // If the message is in flight, its worker records what becomes of it.
        const isWaiting = queueRow !== undefined && !isInFlight(queueRow.lease_owner, email.status)
        if (isWaiting && status !== email.status) yield* sql`DELETE FROM ${tables.queue} WHERE id = ${id}`
        yield* writeLog(email, change, now)
        yield* suppress(email, change.suppress, event.created_at)
        yield* writeEvents([{ ...event, report_key }], now)
        yield* counters.change([{ tenant_id, created_at, from: email.status, to: status, codeBefore: email.failure_code, code: change.failure_code }])
      })

    const ofTenant = (tenantId: string | null) => tenantId === null ? sql`` : sql`AND tenant_id = ${tenantId}`

    return {
      find: (tenantId, { email_id, provider_id }) =>
        email_id === undefined && provider_id === undefined ? Effect.succeed(undefined) : stored(Effect.map(
          sql<{ readonly tenant_id: string; readonly email_id: string }>`SELECT id AS email_id, tenant_id FROM ${tables.emails}
            WHERE ${email_id === undefined ? sql`provider_message_id = ${provider_id}` : sql`id = ${email_id}`} ${ofTenant(tenantId)} LIMIT 1`,
          ([found]) => found
        )),

      record: (tenantId, emailId, decide) =>
        write(Effect.gen(function*() {
          const { email, queueRow } = yield* lock(tenantId, emailId)
          if (email === undefined) return notFound
          const { attempts, created_at, error_message, failure_code, smtp_provider, smtp_response, status } = email
          const decision = decide({ status, created_at, attempts, smtp_provider, smtp_response, error_message, failure_code })
          if (decision._tag === "Leave") {
            yield* suppress(email, decision.suppress ?? null, yield* Clock.currentTimeMillis)
            return { _tag: "Left" as const, reason: decision.reason }
          }
          if (yield* isRepeated(decision.change)) return repeated
          yield* writeChange(email, queueRow, decision.change)
          return recorded
        }))
    }
  })
)
