import type { StorageError } from "@telemark/contract"
import { Clock, Effect, Result } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import { makeAmong, makeLater, makeTogether } from "../../database/given.js"
import { isLockNotAvailable, stored } from "../../database/storageError.js"
import { byOwner } from "../../database/turns.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import { pausedTenants } from "../../events/reputation/PausedTenants.js"
import type { ClaimedMessage } from "../message/Message.js"
import { offeredOwner, transition, transitions } from "../message/transition.js"
import { type ClaimedKinds, type DueMessage, makeChooseDueMessages } from "./chooseDueMessages.js"
import { loggedMessage, type LoggedMessage, makeReadMessages } from "./claimedMessages.js"
import { makeLockedTenants, makeWithLockTimeout } from "./lockedTenants.js"
import { makeRemoveSentBodies } from "../../sending/emails/removeSentBodies.js"

/**
 * Milliseconds that a claim waits for each tenant's rows, after a claim of all tenants was held up.
 */
const shortWait = 200

const idsOf = (messages: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> =>
  messages.map(({ id }) => id)

const inOrderOf = <Message extends { readonly id: string }>(
  ids: Iterable<string>,
  messages: ReadonlyArray<Message>
): ReadonlyArray<Message> => {
  const positions = new Map([...new Set(ids)].map((id, position) => [id, position]))
  return [...messages].sort((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0))
}

const without = (which: ClaimedKinds, tenants: ReadonlyArray<string>): ClaimedKinds =>
  tenants.length === 0 ? which : { ...which, except: [...(which.except ?? []), ...tenants] }

/**
 * Claims due messages: look, choose, lease, read.
 *
 * - `due_at` is when anybody may take a row. A lease moves it, so that "due or abandoned" is one
 *   comparison on one index, and no sweeper looks for dead workers (decision 2).
 * - A look that finds nothing doesn't write: 0.02 ms on Postgres for an idle queue.
 * - `SKIP LOCKED` on Postgres: workers that claim at once take different rows.
 * - What is due is chosen as `chooseDueMessages` says: the oldest, or tenants in turn, and always by
 *   an index. Ids are looked up as one array, so that a statement has one plan: with plans made for
 *   small tables, a claim out of 200,000 messages took 60 ms on Postgres instead of 1 (decision
 *   10).
 * - One transaction for many messages, which doesn't wait for the disk (decision 7). Claiming and
 *   recording 100 at a time comes to 23,300 messages a second on SQLite and 8,650 on Postgres, 20
 *   at a time to 11,700 and 3,550, one at a time to 1,010 and 254. How many, the worker decides
 *   (`ClaimSize`).
 * - Rows that a transaction of the application locks delay a claim once. Then its tenants are claimed
 *   one by one, and those with locked rows are left out for a while (`lockedTenants`, decision
 *   23).
 *
 * A claim of 20 takes 0.7 ms on SQLite and 2 ms on Postgres, also beside a log of 2,000,000
 * messages. Mail that this process accepts while nothing else is due needs none: the accepting
 * transaction leases it (decision 28). `docs/performance.md` says how to repeat the figures.
 */
export const makeClaim = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables, writeRelaxed } = database
  const { choose, isAnyDue } = yield* makeChooseDueMessages
  const readMessages = yield* makeReadMessages
  const counters = yield* makeCounters
  const paused = yield* pausedTenants
  const { removeOf } = yield* makeRemoveSentBodies
  const locked = yield* makeLockedTenants
  const withLockTimeout = yield* makeWithLockTimeout
  const among = makeAmong(database)
  const later = makeLater(database)
  const together = makeTogether(database)
  const skipLocked = sql.literal(dialect.skipLocked)
  const columns = sql.literal(loggedMessage.columns)

  /**
   * What to choose from, without tenants whose rows are locked or whose sending is paused;
   * undefined if nothing of it is due. Looking at a queue with nothing to take must not write, and
   * asks for paused tenants only if something is due.
   */
  const dueKinds = (
    limit: number,
    now: number,
    which: ClaimedKinds
  ): Effect.Effect<ClaimedKinds | undefined, StorageError> =>
    Effect.gen(function* () {
      const unlocked = without(which, yield* locked.stillLocked(limit, now))
      if (!(yield* stored(isAnyDue(now, unlocked)))) return undefined
      const pausedIds = yield* paused.ids
      if (pausedIds.length === 0) return unlocked
      const kinds = without(unlocked, pausedIds)
      return (yield* stored(isAnyDue(now, kinds))) ? kinds : undefined
    })

  /**
   * A message missing in the log has no recipient, and one settled there is finished (tables
   * changed by hand): both would come up again and again.
   */
  const drop = (unknown: ReadonlyArray<string>) =>
    Effect.andThen(
      Effect.logError(
        "the queue has messages that are missing or settled in the log; they were removed from the queue",
        { email_ids: unknown }
      ),
      Effect.andThen(sql`DELETE FROM ${tables.queue} WHERE id ${among(unknown)}`, removeOf(unknown))
    )

  /** Leases the chosen messages and reads what delivering them needs, in their order. */
  const lease = ({ owner, until }: Lease, now: number, chosen: ReadonlyArray<DueMessage>) =>
    Effect.gen(function* () {
      if (chosen.length === 0) return []
      const ids = idsOf(chosen)
      const leased = yield* sql<{ readonly id: string; readonly refused_since: number | null }>`
        UPDATE ${tables.queue} SET lease_owner = ${owner}, due_at = ${until}
        WHERE id ${among(ids)} RETURNING id, refused_since`
      // Read after the queue rows are locked: until then, another worker may change the status.
      const logged =
        yield* sql<LoggedMessage>`SELECT ${columns} FROM ${tables.emails} WHERE id ${among(ids)}`
      const open = logged.filter(({ status }) => transition(status, "claimed") !== undefined)
      // Counted before the attempt is made, so that a crash in the middle of it counts too.
      yield* later(sql`UPDATE ${tables.emails} SET status = ${transitions.claimed.to}, attempts = attempts + 1, updated_at = ${now}
        WHERE id ${among(idsOf(open))}`)
      if (open.length < ids.length) {
        const known = new Set(idsOf(open))
        yield* drop(ids.filter((id) => !known.has(id)))
      }
      const messages = yield* readMessages(
        inOrderOf(ids, open),
        new Map(leased.map(({ id, refused_since }) => [id, refused_since]))
      )
      yield* together(
        counters.changing(
          open.map(({ created_at, status, tenant_id }) => ({
            tenant_id,
            created_at,
            from: status,
            to: transitions.claimed.to
          }))
        )
      )
      return messages
    })

  const stillOpen = (ids: ReadonlyArray<string>, condition: Statement.Fragment) =>
    sql<DueMessage>`SELECT id, tenant_id, due_at FROM ${tables.queue} WHERE id ${among(ids)} AND ${condition}
      ORDER BY due_at, id ${skipLocked}`

  /**
   * Claims tenant by tenant, skipping tenants whose rows are locked. Returns what was leased
   * whatever becomes of the rest, and stops after a third of the lease, since nothing renews it
   * yet.
   */
  const claimEachTenant = (
    wanted: Lease,
    now: number,
    chosen: ReadonlyArray<DueMessage>,
    condition: Statement.Fragment,
    started: number
  ) =>
    Effect.gen(function* () {
      const claimed: Array<ClaimedMessage> = []
      for (const [tenantId, own] of byOwner(chosen, ({ tenant_id }) => tenant_id)) {
        const claimOwn = Effect.flatMap(stillOpen(idsOf(own), condition), (open) =>
          lease(wanted, now, open)
        )
        const tried = yield* Effect.result(withLockTimeout(shortWait, claimOwn))
        if (Result.isSuccess(tried)) claimed.push(...tried.success)
        else if (isLockNotAvailable(tried.failure)) locked.note(tenantId, now)
        else if (claimed.length === 0) return yield* tried.failure
        else break
        if ((yield* Clock.currentTimeMillis) - started > (wanted.until - now) / 3) break
      }
      return claimed
    })

  /** Claims what is chosen; tenant by tenant, as far as the condition holds, if rows are locked. */
  const claimChosen = (
    wanted: Lease,
    now: number,
    choosing: Effect.Effect<ReadonlyArray<DueMessage>, SqlError.SqlError>,
    condition: Statement.Fragment,
    started: number
  ): Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError> =>
    Effect.suspend(() => {
      let chosen: ReadonlyArray<DueMessage> = []
      const claimAll = Effect.flatMap(choosing, (found) => {
        chosen = found
        return lease(wanted, now, found)
      })
      return Effect.catchIf(writeRelaxed(claimAll), isLockNotAvailable, () =>
        claimEachTenant(wanted, now, chosen, condition, started)
      )
    })

  const claim = (
    wanted: Lease,
    limit: number,
    now: number,
    which: ClaimedKinds = {}
  ): Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError> =>
    Effect.gen(function* () {
      const started = yield* Clock.currentTimeMillis
      const kinds = yield* dueKinds(limit, now, which)
      if (kinds === undefined) return []
      const due = sql`due_at <= ${now}`
      return yield* claimChosen(wanted, now, choose(limit, now, kinds), due, started)
    })

  /**
   * Begins messages that were offered to another queue: claims those of them that still are, in
   * this order, without those of paused tenants, since that queue may hand out what it took before
   * the pause. If two workers begin a message, one gets it.
   */
  const begin = (
    wanted: Lease,
    ids: ReadonlyArray<string>,
    now: number
  ): Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError> =>
    Effect.gen(function* () {
      if (ids.length === 0) return []
      const started = yield* Clock.currentTimeMillis
      const pausedIds = yield* paused.ids
      const isOffered =
        pausedIds.length === 0
          ? sql`lease_owner = ${offeredOwner}`
          : sql`lease_owner = ${offeredOwner} AND NOT (tenant_id ${among(pausedIds)})`
      const open = stillOpen(ids, isOffered)
      return inOrderOf(ids, yield* claimChosen(wanted, now, open, isOffered, started))
    })

  return { claim, begin, dueKinds }
})
