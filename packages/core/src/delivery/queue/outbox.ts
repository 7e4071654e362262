import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { takeTurns } from "../../database/turns.js"
import { offeredOwner } from "../message/transition.js"
import type { QueueEntry } from "./Queue.js"
import { type ClaimedKinds, type DueMessage, makeChooseDueMessages } from "./chooseDueMessages.js"

/**
 * How long an offered message may wait for a worker before it is offered again, in milliseconds.
 */
export const offeredFor = 30_000

type DueKinds = (
  limit: number,
  now: number,
  which: ClaimedKinds
) => Effect.Effect<ClaimedKinds | undefined, StorageError>

const idOf = ({ id }: DueMessage): string => id

/**
 * Offers messages to another queue: the row that acceptance writes is the outbox row, and stays
 * until the message is settled. It notes the offer like a lease, so that a message that no worker
 * begins is due again by itself. `docs/queues.md` numbers its states.
 */
export const makeOffer = (dueKinds: DueKinds) =>
  Effect.gen(function* () {
    const database = yield* Database
    const { sql, tables, writeRelaxed } = database
    const among = makeAmong(database)
    const { choose } = yield* makeChooseDueMessages

    const withOwnServers = (chosen: ReadonlyArray<DueMessage>) =>
      Effect.map(
        sql<{
          readonly tenant_id: string
        }>`SELECT tenant_id FROM ${tables.smtp_configs} WHERE tenant_id ${among([...new Set(chosen.map(({ tenant_id }) => tenant_id))])}`,
        (rows) => new Set(rows.map(({ tenant_id }) => tenant_id))
      )

    const mark = (limit: number, now: number, until: number, kinds: ClaimedKinds) =>
      Effect.gen(function* () {
        const chosen = yield* choose(limit, now, kinds)
        if (chosen.length === 0) return []
        yield* sql`UPDATE ${tables.queue} SET lease_owner = ${offeredOwner}, due_at = ${until} WHERE id ${among(chosen.map(idOf))}`
        const own = yield* withOwnServers(chosen)
        // A worker takes a part of this list, and the tenants take turns in it. Old messages are
        // ordered by age only.
        const inTurn =
          kinds.begunBefore === undefined
            ? takeTurns(chosen, chosen.length, ({ tenant_id }) => tenant_id)
            : chosen
        return inTurn.map(({ id, tenant_id }): QueueEntry => ({
          id,
          tenant_id,
          route: own.has(tenant_id) ? "own" : "platform"
        }))
      })

    /**
     * Marks up to `limit` messages due at `now` as offered, tenants taking turns, in order. They
     * stay `queued` and are due again at `until`.
     */
    const offer = (
      limit: number,
      now: number,
      until: number,
      which: ClaimedKinds = {}
    ): Effect.Effect<ReadonlyArray<QueueEntry>, StorageError> =>
      Effect.gen(function* () {
        const kinds = yield* dueKinds(limit, now, which)
        return kinds === undefined ? [] : yield* writeRelaxed(mark(limit, now, until, kinds))
      })

    return offer
  })

/** Makes offered messages due at `now`: those in `ids`, or all if it is absent. */
export const makeWithdraw = Effect.map(Database, (database) => {
  const { dialect, sql, tables, writeRelaxed } = database
  const among = makeAmong(database)
  const skipLocked = sql.literal(dialect.skipLocked)
  // Twice the time, since the clocks of processes differ. What was due before `now` is due already.
  const soonDue = (now: number) => sql`due_at > ${now} AND due_at <= ${now + 2 * offeredFor}`

  return (now: number, ids?: ReadonlyArray<string>): Effect.Effect<void, StorageError> =>
    ids?.length === 0
      ? Effect.void
      : Effect.gen(function* () {
          const isMeant = ids === undefined ? soonDue(now) : sql`id ${among(ids)}`
          const offered = sql<{
            readonly id: string
          }>`SELECT id FROM ${tables.queue} WHERE ${isMeant} AND lease_owner = ${offeredOwner}`
          // Looking must not write, and mostly there are none.
          if ((yield* stored(sql`${offered} LIMIT 1`)).length === 0) return
          yield* writeRelaxed(
            sql`UPDATE ${tables.queue} SET lease_owner = NULL, due_at = ${now} WHERE id IN (${offered} ORDER BY id ${skipLocked})`
          )
        })
})
