import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import { firstIdAt } from "../../kernel/ids.js"
import { heldOwner, heldUntil, inFlight, transitions } from "../message/transition.js"

/** All held messages by default. */
export interface HeldSelection {
  readonly tenantId?: string | undefined
  readonly ids?: ReadonlyArray<string> | undefined
  /** Only those that are scheduled for later than now. */
  readonly isToCome?: boolean | undefined
  /** Only those that were to be sent before this time, in epoch milliseconds. */
  readonly before?: number | undefined
}

/** A message that isn't sent before the operator releases it. */
export interface HeldMessage {
  readonly id: string
  readonly tenant_id: string
  readonly recipient_email: string
  readonly subject: string
  readonly status: string
  readonly attempts: number
  readonly created_at: number
  readonly scheduled_at: number | null
}

/** Messages that one transaction changes: on SQLite, nothing else is written meanwhile. */
const together = 100

/**
 * A held message keeps its row in the queue, due in a year that doesn't come: claims, which look at
 * `due_at`, need no condition for it, and whatever else is done with waiting messages works as for
 * others, such as cancelling, removing its tenant, and keeping its body. All belong into
 * transactions.
 */
export const heldQueries = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const counters = yield* makeCounters
  const among = makeAmong(database)
  const forUpdate = sql.literal(dialect.forUpdate)

  /** Ids begin with the time of acceptance. */
  const wasToBeSent = (before: number) =>
    sql`queue.id < ${firstIdAt("em", before)} AND (queue.scheduled_at IS NULL OR queue.scheduled_at < ${before})`

  const isMeant = ({ before, ids, isToCome = false, tenantId }: HeldSelection, now: number) =>
    sql.and([
      sql`queue.due_at = ${heldUntil}`,
      sql`lease_owner = ${heldOwner}`,
      ...(tenantId === undefined ? [] : [sql`queue.tenant_id = ${tenantId}`]),
      ...(ids === undefined ? [] : [sql`queue.id ${among(ids)}`]),
      ...(before === undefined ? [] : [wasToBeSent(before)]),
      ...(isToCome ? [sql`queue.scheduled_at > ${now}`] : [])
    ])

  /** The next ones after an id. */
  const lock = (which: HeldSelection, after: string, now: number) =>
    sql<{ readonly id: string; readonly tenant_id: string }>`
      SELECT id, tenant_id FROM ${tables.queue} WHERE ${isMeant(which, now)} AND id > ${after}
      ORDER BY due_at, id LIMIT ${together} ${forUpdate}`

  return {
    lock,

    /**
     * Holds those of the next messages after an id that aren't held, whoever has leased them;
     * returns their ids.
     */
    holdAfter: (after: string, now: number) =>
      Effect.gen(function* () {
        const found = yield* sql<{ readonly id: string }>`
          SELECT id FROM ${tables.queue} WHERE id > ${after} AND due_at < ${heldUntil} ORDER BY id LIMIT ${together} ${forUpdate}`
        const all = found.map(({ id }) => id)
        const ids = among(all)
        if (all.length === 0) return all
        yield* sql`UPDATE ${tables.queue} SET lease_owner = ${heldOwner}, due_at = ${heldUntil} WHERE id ${ids}`
        yield* sql`UPDATE ${tables.emails} SET next_attempt_at = NULL, updated_at = ${now} WHERE id ${ids}`
        const { from, to } = transitions.released
        // The attempt stays counted: its worker may have delivered the message.
        const begun = yield* sql<{ readonly tenant_id: string; readonly created_at: number }>`
          UPDATE ${tables.emails} SET status = ${to} WHERE id ${ids} AND ${sql.in("status", from)} RETURNING tenant_id, created_at`
        yield* counters.change(begun.map((email) => ({ ...email, from: inFlight, to })))
        return all
      }),

    /** Makes messages due: now, or when they are scheduled. */
    release: (messages: ReadonlyArray<{ readonly id: string }>, now: number) =>
      Effect.gen(function* () {
        const ids = among(messages.map(({ id }) => id))
        const due = sql`CASE WHEN scheduled_at > ${now} THEN scheduled_at ELSE ${now} END`
        yield* sql`UPDATE ${tables.queue} SET lease_owner = NULL, due_at = ${due} WHERE id ${ids}`
        yield* sql`UPDATE ${tables.emails} SET next_attempt_at = ${due}, updated_at = ${now} WHERE id ${ids}`
      }),

    byTenant: sql<{ readonly tenant_id: string; readonly count: number }>`
      SELECT tenant_id, COUNT(*) AS count FROM ${tables.queue} WHERE due_at = ${heldUntil} GROUP BY tenant_id`,

    /** Oldest first. */
    list: (which: HeldSelection, limit: number, now: number) =>
      sql<HeldMessage>`
        SELECT emails.id, emails.tenant_id, recipient_email, subject, status, attempts, created_at, emails.scheduled_at
        FROM ${tables.queue} JOIN ${tables.emails} ON emails.id = queue.id
        WHERE ${isMeant(which, now)} ORDER BY queue.due_at, queue.id LIMIT ${limit}`,

    isHeld: (id: string) =>
      Effect.map(
        sql`SELECT 1 AS one FROM ${tables.queue} WHERE id = ${id} AND lease_owner = ${heldOwner}`,
        (rows) => rows.length > 0
      )
  }
})
