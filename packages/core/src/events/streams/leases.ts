import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import { makeAmong } from "../../database/among.js"
import { stored } from "../../database/storageError.js"
import type { RecordedEvent } from "../log/Event.js"
import { makeFindRecorded } from "../log/findRecorded.js"

interface Claimed {
  readonly events: ReadonlyArray<RecordedEvent>
  readonly isAny: boolean
}

const nothing: Claimed = { events: [], isAny: false }

/**
 * Leases events for a subscription. If a power cut undoes a lease, it counts as expired; if it
 * undoes an acknowledgement, the event is delivered once more. Statements that lock several rows do
 * so in the order of the events.
 */
export const makeLeases = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables, writeRelaxed } = database
  const findRecorded = yield* makeFindRecorded
  const among = makeAmong(database)
  const forUpdate = sql.literal(dialect.forUpdate)
  const skipLocked = sql.literal(dialect.skipLocked)

  const free = (id: string, limit: number, now: number) =>
    sql<{
      readonly event_id: string
    }>`SELECT event_id FROM ${tables.subscription_queue} WHERE subscription_id = ${id} AND leased_until <= ${now}
      ORDER BY event_id LIMIT ${limit}`

  const isLeased = (id: string, owner: string) =>
    sql`SELECT event_id FROM ${tables.subscription_queue} WHERE subscription_id = ${id} AND lease_owner = ${owner} ORDER BY event_id ${forUpdate}`

  const drop = (id: string, eventIds: ReadonlyArray<string>) =>
    eventIds.length === 0
      ? Effect.void
      : sql`DELETE FROM ${tables.subscription_queue} WHERE subscription_id = ${id} AND event_id ${among(eventIds)}`

  const take = (
    id: string,
    { owner, until }: Lease,
    limit: number,
    now: number
  ): Effect.Effect<Claimed, StorageError> =>
    writeRelaxed(
      Effect.gen(function* () {
        const chosen = (yield* sql<{
          readonly event_id: string
        }>`${free(id, limit, now)} ${skipLocked}`).map(({ event_id }) => event_id)
        if (chosen.length === 0) return nothing
        const events = yield* findRecorded(chosen)
        const found = new Set(events.map(({ event }) => event.id))
        yield* drop(
          id,
          chosen.filter((eventId) => !found.has(eventId))
        )
        if (found.size > 0) {
          yield* sql`UPDATE ${tables.subscription_queue} SET leased_until = ${until}, lease_owner = ${owner}
          WHERE subscription_id = ${id} AND event_id ${among([...found])}`
        }
        return { events, isAny: true }
      })
    )

  const claim = (
    id: string,
    lease: Lease,
    limit: number,
    now: number
  ): Effect.Effect<ReadonlyArray<RecordedEvent>, StorageError> =>
    Effect.gen(function* () {
      // Looking at a queue with nothing to take must not write.
      if ((yield* stored(free(id, 1, now))).length === 0) return []
      for (;;) {
        const { events, isAny } = yield* take(id, lease, limit, now)
        if (events.length > 0 || !isAny) return events
      }
    })

  const renew = (id: string, { owner, until }: Lease): Effect.Effect<boolean, StorageError> =>
    Effect.gen(function* () {
      yield* writeRelaxed(sql`UPDATE ${tables.subscription_queue} SET leased_until = ${until}
        WHERE subscription_id = ${id} AND event_id IN (${isLeased(id, owner)})`)
      return (
        (yield* stored(
          sql`SELECT id FROM ${tables.subscriptions} WHERE id = ${id} AND tenant_id <> ''`
        )).length > 0
      )
    })

  const release = (id: string, owner: string): Effect.Effect<void, StorageError> =>
    writeRelaxed(
      Effect.asVoid(sql`UPDATE ${tables.subscription_queue} SET leased_until = 0, lease_owner = NULL
      WHERE subscription_id = ${id} AND event_id IN (${isLeased(id, owner)})`)
    )

  const acknowledge = (
    id: string,
    owner: string,
    eventIds: ReadonlyArray<string>
  ): Effect.Effect<void, StorageError> =>
    eventIds.length === 0
      ? Effect.void
      : writeRelaxed(
          Effect.asVoid(sql`DELETE FROM ${tables.subscription_queue}
      WHERE subscription_id = ${id} AND event_id ${among(eventIds)} AND lease_owner = ${owner}`)
        )

  return { claim, renew, release, acknowledge }
})
