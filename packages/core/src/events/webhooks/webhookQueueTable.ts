import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import { given, makeAmong } from "../../database/given.js"
import { repeatInTurns } from "../../kernel/timeSlices.js"
import { type WebhookKey, webhookKeyText } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import type { WebhookRetry } from "./decideWebhook.js"

/** Still its owner's, with the health of its endpoint. */
export interface LockedRow extends WebhookKey {
  /** 0 if it was queued anew while in flight. */
  readonly attempts: number
  readonly failing_since: number | null
}

/** A million in one statement took Postgres six seconds, and SQLite has only one writer. */
const maxDropped = 500

/**
 * A row is written with its event and exists until the event is delivered or given up.
 *
 * Transactions that wait for several of these rows lock them in one order, and one that has locked
 * an endpoint's own row waits for none of them. So they can't deadlock.
 */
export const webhookQueueQueries = Effect.map(Database, (database) => {
  const { change, dialect, sql, tables, writeRelaxed } = database
  const among = makeAmong(database)
  const forUpdate = sql.literal(dialect.forUpdate)
  const skipLocked = sql.literal(dialect.skipLocked)
  const keyRows = given(database, { event_id: "text", endpoint_id: "integer" }, true)
  const eventIdRows = given(database, { event_id: "text" })
  const retryRows = given(database, {
    event_id: "text",
    endpoint_id: "integer",
    attempts: "integer",
    next_attempt_at: "integer"
  })

  // The condition on the event keeps Postgres from a full scan. With IS TRUE the other one is looked
  // up in a hash: as a join, Postgres reads the rows of JSON once for each row, or all rows of an
  // endpoint for each key, by the index for claims. A hundred keys took it 7 ms among 5,000 rows.
  // SQLite seeks each pair by the primary key.
  const isOneOf = (keys: ReadonlyArray<WebhookKey>) => {
    const isPair = sql`(event_id, endpoint_id) IN (SELECT event_id, endpoint_id FROM ${keyRows(keys)} AS given)`
    return dialect.name === "sqlite"
      ? isPair
      : sql`event_id ${among(keys.map(({ event_id }) => event_id))} AND (${isPair}) IS TRUE`
  }
  const lockedRow = sql`event_id, endpoint_id, attempts,
    (SELECT failing_since FROM ${tables.webhook_endpoints} WHERE webhook_endpoints.id = endpoint_id) AS failing_since`

  // Not of active endpoints: they may have become so since the caller looked.
  const dropSome = (endpointId: number, order: string, lock: typeof forUpdate) =>
    Effect.map(
      sql`DELETE FROM ${tables.webhook_queue} WHERE (event_id, endpoint_id) IN
        (SELECT event_id, endpoint_id FROM ${tables.webhook_queue} WHERE endpoint_id = ${endpointId}
          AND NOT EXISTS (SELECT 1 FROM ${tables.webhook_endpoints} WHERE id = ${endpointId} AND active = 1)
          ORDER BY ${sql.literal(order)} LIMIT ${maxDropped} ${lock}) RETURNING event_id`,
      (rows) => rows.length
    )
  /**
   * Of an inactive or removed endpoint, those due longest. Skips locked rows, for which the holder
   * of an endpoint's row must not wait: claims drop these.
   */
  const drop = (endpointId: number) => dropSome(endpointId, "due_at, event_id", skipLocked)
  // Waits for the rows that were skipped, a hundred or so, in the order in which every process
  // locks them. No index has this order: by the primary key, both databases would walk through
  // other endpoints' rows.
  const dropLocked = (endpointId: number) => dropSome(endpointId, "event_id || ''", forUpdate)
  const hasMore = (dropped: number) => dropped === maxDropped

  return {
    /** Those that are still the owner's. */
    lock: (owner: string, keys: ReadonlyArray<WebhookKey>) =>
      sql<LockedRow>`SELECT ${lockedRow} FROM ${tables.webhook_queue}
        WHERE ${isOneOf(keys)} AND lease_owner = ${owner} ORDER BY event_id, endpoint_id ${forUpdate}`,

    /**
     * Removes those that are still the owner's. Only where nobody waits for rows: they aren't locked
     * in an order.
     */
    takeOff: (owner: string, keys: ReadonlyArray<WebhookKey>) =>
      sql<LockedRow>`DELETE FROM ${tables.webhook_queue} WHERE ${isOneOf(keys)} AND lease_owner = ${owner} RETURNING ${lockedRow}`,

    /** Counted before attempts are made, so that a crash in the middle counts, too. */
    lease: ({ owner, until }: Lease, keys: ReadonlyArray<WebhookKey>) =>
      Effect.map(
        sql<WebhookKey & { readonly attempts: number }>`
          UPDATE ${tables.webhook_queue} SET lease_owner = ${owner}, due_at = ${until}, attempts = attempts + 1
          WHERE ${isOneOf(keys)} RETURNING event_id, endpoint_id, attempts`,
        (rows) => new Map(rows.map((row) => [webhookKeyText(row), row.attempts]))
      ),

    extend: (keys: ReadonlyArray<WebhookKey>, until: number) =>
      sql`UPDATE ${tables.webhook_queue} SET due_at = ${until} WHERE ${isOneOf(keys)}`,

    /** An event that was queued anew while in flight has no attempts. */
    release: (keys: ReadonlyArray<WebhookKey>, now: number) =>
      sql`UPDATE ${tables.webhook_queue} SET lease_owner = NULL, due_at = ${now}, attempts = CASE attempts WHEN 0 THEN 0 ELSE attempts - 1 END
        WHERE ${isOneOf(keys)}`,

    /** For `makeTogether`; none for no keys. */
    removals: (keys: ReadonlyArray<WebhookKey>) =>
      keys.length === 0 ? [] : [sql`DELETE FROM ${tables.webhook_queue} WHERE ${isOneOf(keys)}`],

    /** For `makeTogether`; none for no retries. By event, not by the index for claims: + 0. */
    retries: (retries: ReadonlyArray<WebhookRetry>) =>
      retries.length === 0
        ? []
        : [
            sql`UPDATE ${tables.webhook_queue} SET lease_owner = NULL, due_at = given.next_attempt_at, attempts = given.attempts
            FROM ${retryRows(retries)} AS given
            WHERE webhook_queue.event_id = given.event_id AND webhook_queue.endpoint_id + 0 = given.endpoint_id`
          ],

    /**
     * Due now; 0 if the endpoint is inactive or gone. A waiting event becomes due now with its
     * attempts reset. One in flight gets 0 attempts: if its attempt fails, it is queued anew.
     */
    enqueue: (
      { id, tenant_id }: Pick<WebhookEndpointRecord, "id" | "tenant_id">,
      eventIds: ReadonlyArray<string>,
      now: number
    ) => {
      const rows = [...new Set(eventIds)].map((event_id) => ({ event_id }))
      // An event whose lease has expired isn't in flight.
      const inFlight = sql`webhook_queue.lease_owner IS NOT NULL AND webhook_queue.due_at > excluded.due_at`
      // In the order in which every process locks these rows.
      return rows.length === 0
        ? Effect.succeed(0)
        : change(
            Effect.map(
              sql`INSERT INTO ${tables.webhook_queue} (endpoint_id, event_id, tenant_id, attempts, due_at)
                SELECT webhook_endpoints.id, given.event_id, webhook_endpoints.tenant_id, 0, ${now}
                FROM ${tables.webhook_endpoints} CROSS JOIN ${eventIdRows(rows)} AS given
                WHERE webhook_endpoints.id = ${id} AND webhook_endpoints.tenant_id = ${tenant_id} AND webhook_endpoints.active = 1
                ORDER BY given.event_id
                ON CONFLICT (event_id, endpoint_id) DO UPDATE SET attempts = 0,
                  due_at = CASE WHEN ${inFlight} THEN webhook_queue.due_at ELSE excluded.due_at END,
                  lease_owner = CASE WHEN ${inFlight} THEN webhook_queue.lease_owner END
                RETURNING event_id`,
              (pending) => pending.length
            )
          )
    },

    /**
     * Or its lease expires. One read of an index for each endpoint, since a million events may
     * wait.
     */
    nextDue: Effect.map(
      sql<{ readonly due_at: number | null }>`
        SELECT MIN((SELECT MIN(due_at) FROM ${tables.webhook_queue} WHERE endpoint_id = webhook_endpoints.id)) AS due_at
        FROM ${tables.webhook_endpoints} WHERE active = 1`,
      ([first]) => first?.due_at ?? undefined
    ),

    drop,

    /** All that aren't locked, in the caller's transaction. Only for few rows. */
    dropAll: (endpointId: number) => Effect.repeat(drop(endpointId), { while: hasMore }),

    /** All, in short transactions. Don't call it with the endpoint's own row locked. */
    clear: (endpointId: number) =>
      Effect.andThen(
        repeatInTurns(writeRelaxed(drop(endpointId)), hasMore),
        repeatInTurns(writeRelaxed(dropLocked(endpointId)), hasMore)
      )
  }
})

export type WebhookQueueQueries = Effect.Success<typeof webhookQueueQueries>
