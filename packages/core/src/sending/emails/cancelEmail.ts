import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { isInFlight } from "../../delivery/message/transition.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import type { EventRecord } from "../../events/log/Event.js"
import { makeWriteEvents } from "../../events/log/writeEvents.js"
import type { Cancellation, Cancelled, EmailRecord } from "./Email.js"
import { type CancelledChange, decideCancelled } from "./decideCancelled.js"
import { makeUsage } from "./usageTable.js"

type Row = Pick<
  EmailRecord,
  "status" | "attempts" | "smtp_provider" | "smtp_response" | "created_at"
>

interface QueueRow {
  readonly lease_owner: string | null
}

export const makeCancelEmail = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const counters = yield* makeCounters
  const usage = yield* makeUsage
  const writeEvents = yield* makeWriteEvents
  const forUpdate = sql.literal(dialect.forUpdate)

  // The queue row first, as workers lock it to claim and record. So they come before this
  // transaction or after it.
  const lock = (tenantId: string, id: string) =>
    Effect.gen(function* () {
      const [queueRow] =
        yield* sql<QueueRow>`SELECT lease_owner FROM ${tables.queue} WHERE id = ${id} AND tenant_id = ${tenantId} ${forUpdate}`
      const [email] =
        yield* sql<Row>`SELECT status, attempts, smtp_provider, smtp_response, created_at
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
      const { created_at } = email
      yield* sql`DELETE FROM ${tables.queue} WHERE id = ${id}`
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
        const change = decideCancelled(
          { ...email, mayBeTaken: yield* mayBeTaken(cancellation.id, email) },
          cancellation
        )
        if (change === undefined) return "settled"
        yield* write(cancellation, email, change)
        return "cancelled"
      })
    )
})
