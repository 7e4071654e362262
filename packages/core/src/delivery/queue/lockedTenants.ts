import type { StorageError } from "@telemark/contract"
import { Clock, Effect, Result } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmongIntegers } from "../../database/given.js"
import { isLockNotAvailable } from "../../database/storageError.js"
import { startOf } from "../../events/analytics/periodCounts.js"
import { nextWait } from "../../kernel/backOff.js"

/** Between two tries of locked tenants, while none is free. */
const backOffs = { first: 1000, max: 10_000 }

/**
 * Milliseconds to wait for the rows of tenants left out: in the database's lock queue, so that a
 * tenant whose rows are merely busy gets its turn.
 */
const maxTrying = 1000

/** Runs a write that waits no longer than this for locked rows, if the database can be told so. */
export const makeWithLockTimeout = Effect.map(
  Database,
  ({ dialect, sql, writeRelaxed }) =>
    <A>(millis: number, body: Effect.Effect<A, SqlError.SqlError | StorageError>) =>
      writeRelaxed(
        dialect.hurry === undefined ? body : Effect.andThen(sql.unsafe(dialect.hurry(millis)), body)
      )
)

/**
 * Tenants whose rows a claim could not lock in time: a transaction of the application that sends
 * keeps its tenant's counters locked until it ends. Their messages are left out until the rows can
 * be locked again, which is tried with one tenant at a time. Kept in this process only.
 */
export const makeLockedTenants = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const withLockTimeout = yield* makeWithLockTimeout
  const amongIntegers = makeAmongIntegers(database)
  const queue = new Set<string>()
  let backOff = 0
  let tryAt = 0

  const nextToTry = (now: number): string | undefined =>
    now < tryAt ? undefined : queue.values().next().value

  /**
   * The tenant's rows could not be locked in a claim or try that began at `now`. It goes to the end
   * of the queue.
   */
  const note = (tenantId: string, now: number): void => {
    queue.delete(tenantId)
    queue.add(tenantId)
    backOff = nextWait(backOffs, backOff)
    tryAt = now + backOff
  }

  /**
   * The tenant's rows can be locked again. The next tenant may be tried at once, since the same
   * transaction may have locked both.
   */
  const forget = (tenantId: string): void => {
    queue.delete(tenantId)
    backOff = 0
    tryAt = 0
  }

  /**
   * Waits until the counters for a tenant's next messages can be locked. Returns at once if none of
   * them is due.
   */
  const waitFor = (tenantId: string, limit: number, now: number) =>
    withLockTimeout(
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

  return {
    note,
    /**
     * Those that stay left out. Tries first which can be claimed again, for about a second at most,
     * since all others wait meanwhile.
     */
    stillLocked: (limit: number, now: number): Effect.Effect<ReadonlyArray<string>, StorageError> =>
      Effect.gen(function* () {
        const started = yield* Clock.currentTimeMillis
        let tenantId = nextToTry(now)
        while (tenantId !== undefined) {
          const tried = yield* Effect.result(waitFor(tenantId, limit, now))
          if (Result.isSuccess(tried)) forget(tenantId)
          else if (isLockNotAvailable(tried.failure)) note(tenantId, now)
          else return yield* tried.failure
          tenantId =
            (yield* Clock.currentTimeMillis) - started < maxTrying ? nextToTry(now) : undefined
        }
        return [...queue]
      })
  }
})
