import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import { makeAmong } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { eventQueries } from "../log/eventTable.js"

interface EventKey {
  readonly event_id: string
}

/**
 * Leases the events that wait for a subscription. If a power cut undoes a lease, it counts as
 * expired; if it undoes an acknowledgement, the event is delivered once more. Statements that lock
 * several rows do so in the order of the events.
 */
export const subscriptionLeases = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables, writeRelaxed } = database
  const { findRecorded } = yield* eventQueries
  const among = makeAmong(database)
  const forUpdate = sql.literal(dialect.forUpdate)
  const skipLocked = sql.literal(dialect.skipLocked)

  const free = (id: string, limit: number, now: number) =>
    sql<EventKey>`SELECT event_id FROM ${tables.subscription_queue} WHERE subscription_id = ${id} AND leased_until <= ${now}
      ORDER BY event_id LIMIT ${limit}`

  /** The condition that the owner has leased a row of the subscription, which it locks. */
  const isLeased = (id: string, owner: string) =>
    sql`subscription_id = ${id} AND event_id IN (SELECT event_id FROM ${tables.subscription_queue}
      WHERE subscription_id = ${id} AND lease_owner = ${owner} ORDER BY event_id ${forUpdate})`

  /** The events, and whether any row was taken at all: events may no longer be stored. */
  const take = (id: string, { owner, until }: Lease, limit: number, now: number) =>
    writeRelaxed(
      Effect.gen(function* () {
        const rows = yield* sql<EventKey>`${free(id, limit, now)} ${skipLocked}`
        const chosen = rows.map(({ event_id }) => event_id)
        const events = chosen.length === 0 ? [] : yield* findRecorded(chosen)
        const found = new Set(events.map(({ event }) => event.id))
        const forgotten = chosen.filter((eventId) => !found.has(eventId))
        if (forgotten.length > 0)
          yield* sql`DELETE FROM ${tables.subscription_queue} WHERE subscription_id = ${id} AND event_id ${among(forgotten)}`
        if (found.size > 0)
          yield* sql`UPDATE ${tables.subscription_queue} SET leased_until = ${until}, lease_owner = ${owner}
            WHERE subscription_id = ${id} AND event_id ${among([...found])}`
        return { events, isAny: chosen.length > 0 }
      })
    )

  return {
    /**
     * Leases events without a lease, in the order of their ids. Drops events that are no longer
     * stored.
     */
    claim: (id: string, lease: Lease, limit: number, now: number) =>
      Effect.gen(function* () {
        // Looking at a queue with nothing to take must not write.
        if ((yield* stored(free(id, 1, now))).length === 0) return []
        for (;;) {
          const { events, isAny } = yield* take(id, lease, limit, now)
          if (events.length > 0 || !isAny) return events
        }
      }),

    /**
     * Extends all of the owner's leases of this subscription; false if the subscription is gone.
     */
    renew: (id: string, { owner, until }: Lease) =>
      Effect.andThen(
        writeRelaxed(
          sql`UPDATE ${tables.subscription_queue} SET leased_until = ${until} WHERE ${isLeased(id, owner)}`
        ),
        Effect.map(
          stored(sql`SELECT id FROM ${tables.subscriptions} WHERE id = ${id} AND tenant_id <> ''`),
          (rows) => rows.length > 0
        )
      ),

    /** Ends all of the owner's leases of this subscription. */
    release: (id: string, owner: string) =>
      writeRelaxed(
        Effect.asVoid(
          sql`UPDATE ${tables.subscription_queue} SET leased_until = 0, lease_owner = NULL WHERE ${isLeased(id, owner)}`
        )
      ),

    /** Removes events that the owner has handled. */
    acknowledge: (id: string, owner: string, eventIds: ReadonlyArray<string>) =>
      eventIds.length === 0
        ? Effect.void
        : writeRelaxed(
            Effect.asVoid(
              sql`DELETE FROM ${tables.subscription_queue}
                WHERE subscription_id = ${id} AND event_id ${among(eventIds)} AND lease_owner = ${owner}`
            )
          )
  }
})
