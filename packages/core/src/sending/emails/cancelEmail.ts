import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import {
  heldOwner,
  isInFlight,
  transition,
  type transitions
} from "../../delivery/message/transition.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import type { EventRecord } from "../../events/log/Event.js"
import { makeWriteEvents } from "../../events/log/writeEvents.js"
import type { EmailRecord } from "./Email.js"
import type { LoggedEmail } from "./emailTable.js"
import { makeRemoveSentBodies } from "./removeSentBodies.js"
import { makeUsage } from "./usageTable.js"

export interface Cancellation {
  readonly tenant_id: string
  readonly id: string
  readonly now: number
  /** Of the resulting event, `email.failed`. */
  readonly event_id: string
}

/**
 * `in_flight`: a worker is delivering it; `settled`: it was already sent or given up; `unknown`: the
 * tenant has no such message.
 */
type Cancelled = "cancelled" | "in_flight" | "settled" | "unknown"

const cancelledMessage = "Cancelled before it was sent."

const cancelledTooLate = "Cancelled; a mail server may have taken it at an earlier attempt."

type CancelledState = Pick<EmailRecord, "status" | "attempts" | "smtp_provider" | "smtp_response">

interface CancelledEmail extends CancelledState {
  /** Whether one of its attempts was ambiguous, according to its events, or may have been lost. */
  readonly mayBeTaken: boolean
}

/** In one transaction. */
interface CancelledChange {
  readonly status: typeof transitions.cancelled.to
  readonly error_message: string
  readonly failure_code: "cancelled"
  readonly event: EventRecord
}

/** Undefined if the message's status doesn't allow it. */
export const decideCancelled = (
  email: CancelledEmail,
  { event_id, id, now, tenant_id }: Cancellation
): CancelledChange | undefined => {
  const status = transition(email.status, "cancelled")
  if (status === undefined) return undefined
  const { attempts, mayBeTaken, smtp_provider, smtp_response } = email
  const error_message = mayBeTaken ? cancelledTooLate : cancelledMessage
  const data = {
    status,
    attempts,
    smtp_provider,
    smtp_response,
    error_message,
    next_attempt_at: null,
    verdict: "cancelled",
    ambiguous: mayBeTaken
  }
  return {
    status,
    error_message,
    failure_code: "cancelled",
    event: { id: event_id, tenant_id, email_id: id, type: `email.${status}`, created_at: now, data }
  }
}

type Row = CancelledState & Pick<LoggedEmail, "body_id" | "created_at">

/**
 * Takes a message that isn't in flight off the queue, applies `decideCancelled` and refunds the
 * month's quota, in one transaction.
 */
export const makeCancelEmail = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const counters = yield* makeCounters
  const usage = yield* makeUsage
  const writeEvents = yield* makeWriteEvents
  const { remove: removeSentBodies } = yield* makeRemoveSentBodies
  const forUpdate = sql.literal(dialect.forUpdate)

  // The queue row first, as workers lock it to claim and record. So they come before this
  // transaction or after it.
  const lock = (tenantId: string, id: string) =>
    Effect.gen(function* () {
      const [queueRow] = yield* sql<{
        readonly lease_owner: string | null
        readonly scheduled_at: number | null
      }>`SELECT lease_owner, scheduled_at FROM ${tables.queue} WHERE id = ${id} AND tenant_id = ${tenantId} ${forUpdate}`
      const [email] =
        yield* sql<Row>`SELECT status, attempts, smtp_provider, smtp_response, created_at, body_id
        FROM ${tables.emails} WHERE id = ${id} AND tenant_id = ${tenantId} ${forUpdate}`
      return { email, queueRow }
    })

  /**
   * Whether an attempt that ended without an answer may have delivered the message. There is at
   * most one event for each attempt.
   */
  const mayBeTaken = (id: string, { attempts }: Row) =>
    attempts === 0
      ? Effect.succeed(false)
      : Effect.map(
          sql<{
            readonly data: string
          }>`SELECT data FROM ${tables.events} WHERE email_id = ${id} AND type = 'email.deferred'`,
          (events) =>
            events.some(({ data }) => (JSON.parse(data) as EventRecord["data"]).ambiguous === true)
        )

  const write = (
    { id, now, tenant_id }: Cancellation,
    email: Row,
    { error_message, event, failure_code, status }: CancelledChange
  ) =>
    Effect.gen(function* () {
      const { body_id, created_at } = email
      yield* sql`DELETE FROM ${tables.queue} WHERE id = ${id}`
      yield* removeSentBodies([{ body_id, created_at, tenant_id }])
      yield* sql`UPDATE ${tables.emails} SET status = ${status}, error_message = ${error_message}, failure_code = ${failure_code}, next_attempt_at = NULL, failed_at = ${now},
        updated_at = ${now} WHERE id = ${id}`
      yield* writeEvents([event], now)
      // Last, since every send of the tenant needs these rows.
      yield* usage.refund(tenant_id, created_at)
      yield* counters.change([
        { tenant_id, created_at, from: email.status, to: status, code: failure_code }
      ])
    })

  return (cancellation: Cancellation): Effect.Effect<Cancelled, StorageError> =>
    database.write(
      Effect.gen(function* () {
        const { email, queueRow } = yield* lock(cancellation.tenant_id, cancellation.id)
        if (email === undefined) return "unknown"
        if (queueRow === undefined) return "settled"
        // Even if the lease has expired: its worker may be dead, or slow and still delivering. This
        // isn't known before the message is claimed again.
        if (isInFlight(queueRow.lease_owner, email.status)) return "in_flight"
        // After a restore, nobody knows what became of a message that was due since the backup.
        const wasDue =
          queueRow.lease_owner === heldOwner && (queueRow.scheduled_at ?? 0) <= cancellation.now
        const isUncertain = wasDue || (yield* mayBeTaken(cancellation.id, email))
        const change = decideCancelled({ ...email, mayBeTaken: isUncertain }, cancellation)
        if (change === undefined) return "settled"
        yield* write(cancellation, email, change)
        return "cancelled"
      })
    )
})
