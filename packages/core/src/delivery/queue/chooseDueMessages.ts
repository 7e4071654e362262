import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { type Share, shareOut } from "../../database/turns/shareOut.js"
import { AnyOwnServer } from "../../sending/smtpConfigs/AnyOwnServer.js"
import type { ClaimedKinds } from "../attempt/ports.js"
import type { DueMessage } from "./DueMessage.js"
import { makeFindTenants, maxTenants } from "./findTenants.js"
import { makeOldestBegun, type OldKinds } from "./oldestBegun.js"

const isOld = (which: ClaimedKinds): which is OldKinds => which.begunBefore !== undefined

const isEveryTenant = ({ except = [], ownServersOnly }: ClaimedKinds): boolean =>
  except.length === 0 && ownServersOnly !== true

/** Each kind has its own turns: otherwise the turns of one would skip tenants of the other. */
const turnsOf = ({ ownServersOnly }: ClaimedKinds) =>
  ownServersOnly === true ? "ownServers" : "all"

/**
 * Chooses due messages inside the transaction that leases them, tenants in turn. Reads no more than
 * it takes, whatever waits or is left out.
 */
export const makeChooseDueMessages = Effect.gen(function* () {
  const { dialect, sql, tables } = yield* Database
  const skipLocked = sql.literal(dialect.skipLocked)
  const findTenants = yield* makeFindTenants
  const oldestBegun = yield* makeOldestBegun
  const anyOwnServer = yield* AnyOwnServer
  const servedLast = { all: "", ownServers: "" }

  const oldest = (limit: number, now: number) =>
    sql<DueMessage>`SELECT id, tenant_id, due_at FROM ${tables.queue} WHERE due_at <= ${now} ORDER BY due_at, id LIMIT ${limit} ${skipLocked}`

  const tenantsInTurn = (
    limit: number,
    now: number,
    which: ClaimedKinds
  ): Effect.Effect<ReadonlyArray<string>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const after = yield* findTenants(servedLast[turnsOf(which)], limit, now, which)
      const before = after.length === limit ? [] : yield* findTenants("", limit, now, which)
      return [...new Set([...after, ...before])].slice(0, limit)
    })

  const dueOf = (shares: ReadonlyArray<Share<string>>, now: number) =>
    sql<DueMessage>`${sql.join(
      " UNION ALL ",
      false
    )(
      shares.map(
        ({ max, owner }) =>
          sql`SELECT id, tenant_id, due_at FROM (
        SELECT id, tenant_id, due_at FROM ${tables.queue} WHERE tenant_id = ${owner} AND due_at <= ${now}
        ORDER BY due_at, id LIMIT ${max} ${skipLocked}) AS due`
      )
    )}`

  const shared = (
    tenants: ReadonlyArray<string>,
    limit: number,
    now: number
  ): Effect.Effect<ReadonlyArray<DueMessage>, SqlError.SqlError> =>
    shareOut(
      tenants.map((owner) => ({ owner, max: limit })),
      limit,
      {
        read: (shares) => dueOf(shares, now),
        ownerOf: ({ tenant_id }) => tenant_id
      }
    )

  // Up to a hundred tenants after another, each once, until enough is found.
  const inTurns = (
    limit: number,
    now: number,
    which: ClaimedKinds
  ): Effect.Effect<ReadonlyArray<DueMessage>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const chosen: Array<DueMessage> = []
      const left = [...(which.except ?? [])]
      let isMore = true
      while (isMore && chosen.length < limit) {
        const missing = limit - chosen.length
        const max = Math.min(missing, maxTenants)
        const tenants = yield* tenantsInTurn(max, now, { ...which, except: left })
        isMore = tenants.length === max
        for (const due of yield* shared(tenants, missing, now)) chosen.push(due)
        for (const tenant of tenants) left.push(tenant)
        servedLast[turnsOf(which)] = tenants.at(-1) ?? servedLast[turnsOf(which)]
      }
      return chosen.sort((a, b) => a.due_at - b.due_at)
    })

  /**
   * Whether there is anything to choose. Without ORDER BY, Postgres may plan this as a scan of the
   * whole table.
   */
  const isAnyDue = (now: number, which: ClaimedKinds): Effect.Effect<boolean, SqlError.SqlError> =>
    Effect.gen(function* () {
      if (which.ownServersOnly === true && !(yield* anyOwnServer.isAny)) return false
      if (isOld(which)) return yield* oldestBegun.isAny(now, which)
      const [due] =
        yield* sql`SELECT 1 AS one FROM ${tables.queue} WHERE due_at <= ${now} ORDER BY due_at LIMIT 1`
      if (due === undefined || isEveryTenant(which)) return due !== undefined
      return (yield* findTenants("", 1, now, which)).length > 0
    })

  const choose = (
    limit: number,
    now: number,
    which: ClaimedKinds
  ): Effect.Effect<ReadonlyArray<DueMessage>, SqlError.SqlError> =>
    Effect.gen(function* () {
      if (isOld(which)) return yield* oldestBegun.choose(limit, now, which)
      // The oldest messages may all be of tenants that are left out.
      if (!isEveryTenant(which)) return yield* inTurns(limit, now, which)
      // If everything that is due fits, no tenant has to wait for its turn.
      const first = yield* oldest(limit + 1, now)
      return first.length <= limit ? first : yield* inTurns(limit, now, {})
    })

  return { isAnyDue, choose }
})
