// Steps of one claim: they share their statements, and what the claim has chosen.
import type { EmailStatus, StorageError } from "@telemark/contract"
import { Clock, Effect, Result } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import { makeAmong, makeAmongIntegers } from "../../database/among.js"
import { isLockNotAvailable, stored } from "../../database/storageError.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import { startOf } from "../../events/analytics/periodCounts.js"
import { PausedTenants } from "../../events/reputation/PausedTenants.js"
import type { ClaimedKinds } from "../attempt/ports.js"
import type { ClaimedMessage } from "../message/Message.js"
import { transition, transitions } from "../settlement/transition.js"
import type { DueMessage } from "./DueMessage.js"
import { offeredOwner } from "./MessageStore.js"
import { makeChooseDueMessages } from "./chooseDueMessages.js"
import { makeLockedTenants } from "./lockedTenants.js"
import { type LoggedMessage, makeMessagesOf } from "./messages.js"

/**
 * Milliseconds that a claim waits for each tenant's rows, after a claim of all tenants was held up.
 */
const shortWait = 200

/**
 * Milliseconds to wait for the rows of tenants left out: in the database's lock queue, so that a
 * tenant whose rows are merely busy gets its turn.
 */
const maxTrying = 1000

interface EmailRow extends LoggedMessage {
  readonly status: EmailStatus
}

const byTenant = (
  chosen: ReadonlyArray<DueMessage>
): ReadonlyMap<string, ReadonlyArray<DueMessage>> => {
  const tenants = new Map<string, Array<DueMessage>>()
  for (const one of chosen) tenants.set(one.tenant_id, [...(tenants.get(one.tenant_id) ?? []), one])
  return tenants
}

export const makeClaim = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables, writeRelaxed } = database
  const skipLocked = sql.literal(dialect.skipLocked)
  const choose = yield* makeChooseDueMessages
  const messagesOf = yield* makeMessagesOf
  const counters = yield* makeCounters
  const paused = yield* PausedTenants
  const among = makeAmong(database)
  const amongIntegers = makeAmongIntegers(database)

  /**
   * Leases messages. Returns those that are open according to the log; the others are settled or
   * missing there.
   */
  const lease = ({ owner, until }: Lease, claimed: ReadonlyArray<string>, now: number) =>
    Effect.gen(function* () {
      const leased = yield* sql<{ readonly id: string; readonly refused_since: number | null }>`
        UPDATE ${tables.queue} SET lease_owner = ${owner}, due_at = ${until}
        WHERE id ${among(claimed)} RETURNING id, refused_since`
      // Read after the queue rows are locked: until then, another worker may change the status.
      const logged = yield* sql<EmailRow>`
        SELECT id, tenant_id, body_id, recipient_email, recipient_name, sender_email, sender_name, template_id, subject, status, attempts, created_at,
          scheduled_at, topic
        FROM ${tables.emails} WHERE id ${among(claimed)}`
      const emails = logged.filter(({ status }) => transition(status, "claimed") !== undefined)
      // Counted before the attempt is made, so that a crash in the middle of it counts too.
      yield* sql`UPDATE ${tables.emails} SET status = ${transitions.claimed.to}, attempts = attempts + 1, updated_at = ${now}
        WHERE id ${among(emails.map(({ id }) => id))}`
      return { emails, refusedSince: new Map(leased.map((row) => [row.id, row.refused_since])) }
    })

  /**
   * A message missing in the log has no recipient, and one settled there is finished (tables
   * changed by hand): both would come up again and again.
   */
  const drop = (
    chosen: ReadonlyArray<{ readonly id: string }>,
    emails: ReadonlyArray<EmailRow>
  ) => {
    const known = new Set(emails.map(({ id }) => id))
    const unknown = chosen.flatMap(({ id }) => (known.has(id) ? [] : [id]))
    return Effect.andThen(
      Effect.logError(
        "the queue has messages that are missing or settled in the log; they were removed from the queue",
        { email_ids: unknown }
      ),
      sql`DELETE FROM ${tables.queue} WHERE id ${among(unknown)}`
    )
  }

  const claimThese = (wanted: Lease, now: number, chosen: ReadonlyArray<DueMessage>) =>
    Effect.gen(function* () {
      if (chosen.length === 0) return []
      const { emails, refusedSince } = yield* lease(
        wanted,
        chosen.map(({ id }) => id),
        now
      )
      if (emails.length < chosen.length) yield* drop(chosen, emails)
      const positions = new Map(chosen.map(({ id }, position) => [id, position]))
      const inOrder = [...emails].sort(
        (a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0)
      )
      const messages = yield* messagesOf(inOrder, refusedSince)
      yield* counters.change(
        emails.map(({ created_at, status, tenant_id }) => ({
          tenant_id,
          created_at,
          from: status,
          to: transitions.claimed.to
        }))
      )
      return messages
    })

  const locked = makeLockedTenants()

  const hurried = <A>(millis: number, body: Effect.Effect<A, SqlError.SqlError | StorageError>) =>
    writeRelaxed(
      dialect.hurry === undefined ? body : Effect.andThen(sql.unsafe(dialect.hurry(millis)), body)
    )

  /**
   * Waits until the counters for a tenant's next messages can be locked. Returns at once if none of
   * them is due.
   */
  const waitFor = (tenantId: string, limit: number, now: number) =>
    hurried(
      maxTrying,
      Effect.gen(function* () {
        const due = yield* sql<{ readonly created_at: number }>`
        SELECT created_at FROM ${tables.emails} WHERE id IN (
          SELECT id FROM ${tables.queue} WHERE tenant_id = ${tenantId} AND due_at <= ${now} ORDER BY due_at, id LIMIT ${limit})`
        const periods = new Set(
          due.flatMap(({ created_at }) => [startOf("hour", created_at), startOf("day", created_at)])
        )
        yield* sql`SELECT 1 AS one FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND starts_at ${amongIntegers([...periods])}
        ORDER BY period, starts_at ${sql.literal(dialect.forUpdate)}`
      })
    )

  /**
   * Tries which of the tenants that are left out can be claimed again, for about a second at most,
   * since all others wait meanwhile.
   */
  const tryLocked = (limit: number, now: number) =>
    Effect.gen(function* () {
      const started = yield* Clock.currentTimeMillis
      let tenantId = locked.next(now)
      while (tenantId !== undefined) {
        const tried = yield* Effect.result(waitFor(tenantId, limit, now))
        if (Result.isSuccess(tried)) locked.forget(tenantId)
        else if (isLockNotAvailable(tried.failure)) locked.note(tenantId, now)
        else return yield* tried.failure
        tenantId =
          (yield* Clock.currentTimeMillis) - started < maxTrying ? locked.next(now) : undefined
      }
    })

  const still = (chosen: ReadonlyArray<Pick<DueMessage, "id">>, condition: Statement.Fragment) =>
    sql<DueMessage>`SELECT id, tenant_id, due_at FROM ${tables.queue} WHERE id ${among(chosen.map(({ id }) => id))} AND ${condition}
      ORDER BY due_at, id ${skipLocked}`

  const claimOwn = (
    wanted: Lease,
    now: number,
    own: ReadonlyArray<DueMessage>,
    condition: Statement.Fragment
  ) =>
    hurried(
      shortWait,
      Effect.flatMap(still(own, condition), (open) => claimThese(wanted, now, open))
    )

  /**
   * Claims tenant by tenant, skipping tenants whose rows are locked. Returns what was leased
   * whatever becomes of the rest, and stops after a third of the lease, since nothing renews it
   * yet.
   */
  const claimEach = (
    wanted: Lease,
    now: number,
    chosen: ReadonlyArray<DueMessage>,
    started: number,
    condition: Statement.Fragment
  ) =>
    Effect.gen(function* () {
      const claimed: Array<ClaimedMessage> = []
      for (const [tenantId, own] of byTenant(chosen)) {
        const tried = yield* Effect.result(claimOwn(wanted, now, own, condition))
        if (Result.isSuccess(tried)) claimed.push(...tried.success)
        else if (isLockNotAvailable(tried.failure)) locked.note(tenantId, now)
        else if (claimed.length === 0) return yield* tried.failure
        else break
        if ((yield* Clock.currentTimeMillis) - started > (wanted.until - now) / 3) break
      }
      return claimed
    })

  /**
   * Leases the chosen messages that meet the condition; tenant by tenant if rows of some are
   * locked.
   */
  const claimWhat = (
    wanted: Lease,
    now: number,
    choosing: Effect.Effect<ReadonlyArray<DueMessage>, SqlError.SqlError>,
    condition: Statement.Fragment,
    started: number
  ): Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError> =>
    Effect.suspend(() => {
      let chosen: ReadonlyArray<DueMessage> = []
      const claim = Effect.flatMap(choosing, (found) => {
        chosen = found
        return claimThese(wanted, now, found)
      })
      return Effect.catchIf(writeRelaxed(claim), isLockNotAvailable, () =>
        claimEach(wanted, now, chosen, started, condition)
      )
    })

  const without = (which: ClaimedKinds, tenants: ReadonlyArray<string>): ClaimedKinds =>
    tenants.length === 0 ? which : { ...which, except: [...(which.except ?? []), ...tenants] }

  /** Leaves out tenants whose rows are locked, after trying whether some no longer are. */
  const withoutLocked = (
    limit: number,
    now: number,
    which: ClaimedKinds
  ): Effect.Effect<ClaimedKinds, StorageError> =>
    Effect.map(tryLocked(limit, now), () => without(which, locked.tenants()))

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
      const unlocked = yield* withoutLocked(limit, now, which)
      if (!(yield* stored(choose.isAnyDue(now, unlocked)))) return undefined
      const pausedIds = yield* paused.ids
      if (pausedIds.length === 0) return unlocked
      const kinds = without(unlocked, pausedIds)
      return (yield* stored(choose.isAnyDue(now, kinds))) ? kinds : undefined
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
      return kinds === undefined
        ? []
        : yield* claimWhat(
            wanted,
            now,
            choose.choose(limit, now, kinds),
            sql`due_at <= ${now}`,
            started
          )
    })

  /**
   * Leases those of these messages that are offered, in this order, without those of paused
   * tenants: another engine may hand out what it took before the pause.
   */
  const begin = (
    wanted: Lease,
    ids: ReadonlyArray<string>,
    now: number
  ): Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError> =>
    ids.length === 0
      ? Effect.succeed([])
      : Effect.gen(function* () {
          const started = yield* Clock.currentTimeMillis
          const pausedIds = yield* paused.ids
          const isOffered =
            pausedIds.length === 0
              ? sql`lease_owner = ${offeredOwner}`
              : sql`lease_owner = ${offeredOwner} AND NOT (tenant_id ${among(pausedIds)})`
          const positions = new Map([...new Set(ids)].map((id, position) => [id, position]))
          const messages = yield* claimWhat(
            wanted,
            now,
            still(
              ids.map((id) => ({ id })),
              isOffered
            ),
            isOffered,
            started
          )
          return [...messages].sort(
            (a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0)
          )
        })

  return { claim, begin, dueKinds }
})
