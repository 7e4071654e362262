import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { heldOwner, isInFlight } from "../../delivery/message/transition.js"
import type { EmailRecord } from "./Email.js"

export interface Rescheduling {
  readonly tenant_id: string
  /** Any message of the send. */
  readonly id: string
  readonly now: number
  /** The new time, in epoch milliseconds. */
  readonly scheduled_at: number
}

/** `begun`: its time has come, or it wasn't scheduled; `unknown`: the tenant has no such message. */
type Rescheduled = "rescheduled" | "begun" | "unknown"

interface QueueRow {
  readonly id: string
  readonly lease_owner: string | null
}

type Row = Pick<EmailRecord, "attempts" | "id" | "scheduled_at" | "status">

const mayWait = ({ attempts, scheduled_at, status }: Row, now: number): boolean =>
  status === "queued" && attempts === 0 && scheduled_at !== null && scheduled_at > now

/** Gives all waiting messages of a scheduled send another time, in one transaction. */
export const makeRescheduleSend = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const forUpdate = sql.literal(dialect.forUpdate)

  return ({
    id,
    now,
    scheduled_at,
    tenant_id
  }: Rescheduling): Effect.Effect<Rescheduled, StorageError> =>
    database.write(
      Effect.gen(function* () {
        const [one] = yield* sql<{
          readonly body_id: string
          readonly created_at: number
        }>`SELECT body_id, created_at FROM ${tables.emails} WHERE id = ${id} AND tenant_id = ${tenant_id}`
        if (one === undefined) return "unknown"
        const { body_id, created_at } = one
        const messages = yield* sql<{
          readonly id: string
        }>`SELECT id FROM ${tables.emails} WHERE tenant_id = ${tenant_id} AND created_at = ${created_at} AND body_id = ${body_id}`
        // The queue's rows first, as workers lock them to claim and record.
        const queued =
          yield* sql<QueueRow>`SELECT id, lease_owner FROM ${tables.queue} WHERE id ${among(messages.map((message) => message.id))} ORDER BY id ${forUpdate}`
        const ids = queued.map((row) => row.id)
        if (ids.length === 0) return "begun"
        const emails =
          yield* sql<Row>`SELECT id, status, attempts, scheduled_at FROM ${tables.emails} WHERE id ${among(ids)} ORDER BY id ${forUpdate}`
        const owners = new Map(queued.map((row) => [row.id, row.lease_owner]))
        const isWaiting = emails.every(
          (email) => mayWait(email, now) && !isInFlight(owners.get(email.id) ?? null, email.status)
        )
        if (!isWaiting) return "begun"
        // A held message stays so, without a next attempt.
        yield* sql`UPDATE ${tables.queue} SET due_at = CASE WHEN lease_owner = ${heldOwner} THEN due_at ELSE ${scheduled_at} END, scheduled_at = ${scheduled_at}
          WHERE id ${among(ids)}`
        yield* sql`UPDATE ${tables.emails} SET scheduled_at = ${scheduled_at}, next_attempt_at = CASE WHEN next_attempt_at IS NULL THEN next_attempt_at ELSE ${scheduled_at} END,
          updated_at = ${now} WHERE id ${among(ids)}`
        // A body is kept for as long as mail waits that was scheduled for the same time.
        yield* sql`UPDATE ${tables.bodies} SET scheduled_at = ${scheduled_at} WHERE id = ${body_id}`
        return "rescheduled"
      })
    )
})
