import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import { type Share, shareOut } from "../../database/turns/shareOut.js"
import { firstIdAt } from "../../kernel/ids/newId.js"
import { AnyOwnServer } from "../../sending/smtpConfigs/AnyOwnServer.js"
import type { ClaimedKinds } from "./MailQueue.js"

/**
 * The condition that a message's delivery began before an instant: its id shows that it was
 * accepted before, and its scheduled time, if any, was before too. Otherwise it would be given up
 * as too old before it was tried.
 */
export const makeBegunBefore: Effect.Effect<
  (instant: number) => Statement.Fragment,
  never,
  Database
> = Effect.map(
  Database,
  ({ sql }) =>
    (instant) =>
      sql`id < ${firstIdAt("em", instant)} AND (scheduled_at IS NULL OR scheduled_at < ${instant})`
)

interface TenantRow {
  readonly tenant_id: string
}

/** Tenants whose messages one statement looks for: SQLite joins at most 500 SELECTs. */
export const maxTenants = 100

/** Finds tenants with due messages of these kinds, in the order of their ids, after a given one. */
export const makeFindTenants = Effect.zipWith(Database, makeBegunBefore, (database, isOld) => {
  const { sql, tables } = database
  const among = makeAmong(database)

  // BETWEEN instead of `=` keeps the tenant in the ORDER BY, so that only one index has that order.
  // Otherwise Postgres goes through the whole table if few tenants have most of it (measured with
  // 50,000 rows).

  // A loose index scan: one seek for each tenant in the queue, until enough are found.
  const anyServers = (after: string, limit: number, now: number, except: ReadonlyArray<string>) =>
    sql<TenantRow>`
      WITH RECURSIVE turn (tenant_id) AS (
        SELECT (SELECT MIN(tenant_id) FROM ${tables.queue} WHERE tenant_id > ${after})
        UNION ALL
        SELECT (SELECT MIN(tenant_id) FROM ${tables.queue} WHERE tenant_id > turn.tenant_id) FROM turn WHERE tenant_id IS NOT NULL
      )
      SELECT tenant_id FROM turn
      WHERE tenant_id IS NOT NULL AND NOT (tenant_id ${among(except)})
        AND (SELECT due_at FROM ${tables.queue} WHERE queue.tenant_id BETWEEN turn.tenant_id AND turn.tenant_id
          ORDER BY queue.tenant_id, due_at, id LIMIT 1) <= ${now}
      LIMIT ${limit}`

  // One seek for each tenant with an SMTP server, whatever the queue contains.
  const ownServers = (
    after: string,
    limit: number,
    now: number,
    { begunBefore, except = [] }: ClaimedKinds
  ) => {
    const old =
      begunBefore === undefined ? sql`` : sql`AND due_at <= ${now} AND ${isOld(begunBefore)}`
    return sql<TenantRow>`
      SELECT tenant_id FROM ${tables.smtp_configs}
      WHERE tenant_id > ${after} AND NOT (tenant_id ${among(except)})
        AND (SELECT due_at FROM ${tables.queue} WHERE queue.tenant_id BETWEEN smtp_configs.tenant_id AND smtp_configs.tenant_id ${old}
          ORDER BY queue.tenant_id, due_at, id LIMIT 1) <= ${now}
      ORDER BY tenant_id LIMIT ${limit}`
  }

  return (
    after: string,
    limit: number,
    now: number,
    which: ClaimedKinds
  ): Effect.Effect<ReadonlyArray<string>, SqlError.SqlError> =>
    Effect.map(
      which.ownServersOnly === true
        ? ownServers(after, limit, now, which)
        : anyServers(after, limit, now, which.except ?? []),
      (rows) => rows.map(({ tenant_id }) => tenant_id)
    )
})

export interface OldKinds extends ClaimedKinds {
  readonly begunBefore: number
}

const byId = (a: DueMessage, b: DueMessage): number => (a.id < b.id ? -1 : 1)

/**
 * Chooses due messages whose delivery began before an instant, in the order of their acceptance,
 * whatever their tenants.
 */
export const makeOldestBegun = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const skipLocked = sql.literal(dialect.skipLocked)
  const among = makeAmong(database)
  const findTenants = yield* makeFindTenants
  const isOld = yield* makeBegunBefore

  // In the order of the primary key, skipping messages that aren't due or whose tenant is left out.
  const ofAll = (limit: number, now: number, { begunBefore, except = [] }: OldKinds) =>
    sql<DueMessage>`SELECT id, tenant_id, due_at FROM ${tables.queue} WHERE ${isOld(begunBefore)} AND due_at <= ${now} AND NOT (tenant_id ${among(except)})
      ORDER BY id LIMIT ${limit}`

  // `|| ''` keeps the primary key from being used, which would lead past the messages of all other
  // tenants.
  const ofTenants = (
    tenants: ReadonlyArray<string>,
    limit: number,
    now: number,
    { begunBefore }: OldKinds
  ) =>
    sql<DueMessage>`${sql.join(
      " UNION ALL ",
      false
    )(
      tenants.map(
        (tenantId) =>
          sql`SELECT id, tenant_id, due_at FROM (
        SELECT id, tenant_id, due_at FROM ${tables.queue} WHERE tenant_id = ${tenantId} AND due_at <= ${now} AND ${isOld(begunBefore)}
        ORDER BY id || '' LIMIT ${limit} ${skipLocked}) AS due`
      )
    )}`

  const ofOwnServers = (
    limit: number,
    now: number,
    which: OldKinds
  ): Effect.Effect<ReadonlyArray<DueMessage>, SqlError.SqlError> =>
    Effect.gen(function* () {
      let chosen: ReadonlyArray<DueMessage> = []
      let after: string | undefined = ""
      while (after !== undefined) {
        const tenants: ReadonlyArray<string> = yield* findTenants(after, maxTenants, now, which)
        if (tenants.length > 0)
          chosen = [...chosen, ...(yield* ofTenants(tenants, limit, now, which))]
            .sort(byId)
            .slice(0, limit)
        after = tenants.length === maxTenants ? tenants.at(-1) : undefined
      }
      return chosen
    })

  const choose = (
    limit: number,
    now: number,
    which: OldKinds
  ): Effect.Effect<ReadonlyArray<DueMessage>, SqlError.SqlError> =>
    which.ownServersOnly === true
      ? ofOwnServers(limit, now, which)
      : sql<DueMessage>`${ofAll(limit, now, which)} ${skipLocked}`

  const isAny = (now: number, which: OldKinds): Effect.Effect<boolean, SqlError.SqlError> =>
    which.ownServersOnly === true
      ? Effect.map(findTenants("", 1, now, which), (tenants) => tenants.length > 0)
      : Effect.map(ofAll(1, now, which), (rows) => rows.length > 0)

  return { choose, isAny }
})

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

export interface DueMessage {
  readonly id: string
  readonly tenant_id: string
  readonly due_at: number
}
