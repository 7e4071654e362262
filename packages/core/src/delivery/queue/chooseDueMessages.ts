import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { shareOut } from "../../database/turns.js"
import { firstIdAt } from "../../kernel/ids.js"
import { anyOwnServer } from "../../sending/smtpConfigs/AnyOwnServer.js"

/** Which due messages to claim; all by default. Excluding messages is cheap, however many wait. */
export interface ClaimedKinds {
  readonly except?: ReadonlyArray<string>
  readonly ownServersOnly?: boolean
  /**
   * Only messages whose delivery began before this time, oldest first: accepted (ids begin with the
   * time) and, if scheduled, due before it.
   */
  readonly begunBefore?: number
}

export interface DueMessage {
  readonly id: string
  readonly tenant_id: string
  readonly due_at: number
}

interface OldKinds extends ClaimedKinds {
  readonly begunBefore: number
}

type Found<A> = Effect.Effect<A, SqlError.SqlError>

/** Tenants whose messages one statement looks for: SQLite joins at most 500 SELECTs. */
const maxTenants = 100

const isOld = (which: ClaimedKinds): which is OldKinds => which.begunBefore !== undefined

const isEveryTenant = ({ except = [], ownServersOnly }: ClaimedKinds): boolean =>
  except.length === 0 && ownServersOnly !== true

/** Each kind has its own turns: otherwise the turns of one would skip tenants of the other. */
const turnsOf = ({ ownServersOnly }: ClaimedKinds) =>
  ownServersOnly === true ? "ownServers" : "all"

/**
 * Chooses due messages inside the transaction that leases them. Reads no more than it takes,
 * whatever waits or is left out:
 *
 * - If everything that is due fits, it is taken as it is due: one seek.
 * - Otherwise tenants take turns, from the one after which the last claim of this process ended. They
 *   are found by a loose index scan, one seek for each, and their messages by one statement for a
 *   hundred of them.
 * - Messages to be given up come in the order of their acceptance, whatever their tenants.
 */
export const makeChooseDueMessages = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const { isAny } = yield* anyOwnServer
  const skipLocked = sql.literal(dialect.skipLocked)
  const unionAll = sql.join(" UNION ALL ", false)
  const servedLast = { all: "", ownServers: "" }

  /**
   * The condition that a message's delivery began before an instant: its id shows that it was
   * accepted before, and its scheduled time, if any, was before too. Otherwise it would be given up
   * as too old before it was tried.
   */
  const begunBefore = (instant: number): Statement.Fragment =>
    sql`id < ${firstIdAt("em", instant)} AND (scheduled_at IS NULL OR scheduled_at < ${instant})`

  // BETWEEN instead of `=` keeps the tenant in the ORDER BY, so that only one index has that order.
  // Otherwise Postgres goes through the whole table if few tenants have most of it (measured with
  // 50,000 rows).

  // A loose index scan: one seek for each tenant in the queue, until enough are found.
  const anyTenants = (after: string, limit: number, now: number, except: ReadonlyArray<string>) =>
    sql<{ readonly tenant_id: string }>`
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
  const tenantsWithServers = (after: string, limit: number, now: number, which: ClaimedKinds) => {
    const old = isOld(which)
      ? sql`AND due_at <= ${now} AND ${begunBefore(which.begunBefore)}`
      : sql``
    return sql<{ readonly tenant_id: string }>`
      SELECT tenant_id FROM ${tables.smtp_configs}
      WHERE tenant_id > ${after} AND NOT (tenant_id ${among(which.except ?? [])})
        AND (SELECT due_at FROM ${tables.queue} WHERE queue.tenant_id BETWEEN smtp_configs.tenant_id AND smtp_configs.tenant_id ${old}
          ORDER BY queue.tenant_id, due_at, id LIMIT 1) <= ${now}
      ORDER BY tenant_id LIMIT ${limit}`
  }

  /** Tenants with due messages of these kinds, in the order of their ids, after a given one. */
  const findTenants = (
    after: string,
    limit: number,
    now: number,
    which: ClaimedKinds
  ): Found<ReadonlyArray<string>> =>
    Effect.map(
      which.ownServersOnly === true
        ? tenantsWithServers(after, limit, now, which)
        : anyTenants(after, limit, now, which.except ?? []),
      (rows) => rows.map(({ tenant_id }) => tenant_id)
    )

  const nextTenants = (
    limit: number,
    now: number,
    which: ClaimedKinds
  ): Found<ReadonlyArray<string>> =>
    Effect.gen(function* () {
      const after = yield* findTenants(servedLast[turnsOf(which)], limit, now, which)
      const before = after.length === limit ? [] : yield* findTenants("", limit, now, which)
      return [...new Set([...after, ...before])].slice(0, limit)
    })

  /** The oldest due messages of these tenants, up to `limit` of them in turn. */
  const shared = (tenants: ReadonlyArray<string>, limit: number, now: number) =>
    shareOut(
      tenants.map((owner) => ({ owner, max: limit })),
      limit,
      {
        ownerOf: ({ tenant_id }: DueMessage) => tenant_id,
        read: (shares) =>
          sql<DueMessage>`${unionAll(
            shares.map(
              ({ max, owner }) =>
                sql`SELECT id, tenant_id, due_at FROM (
        SELECT id, tenant_id, due_at FROM ${tables.queue} WHERE tenant_id = ${owner} AND due_at <= ${now}
        ORDER BY due_at, id LIMIT ${max} ${skipLocked}) AS due`
            )
          )}`
      }
    )

  // Up to a hundred tenants after another, each once, until enough is found.
  const inTurns = (
    limit: number,
    now: number,
    which: ClaimedKinds
  ): Found<ReadonlyArray<DueMessage>> =>
    Effect.gen(function* () {
      const chosen: Array<DueMessage> = []
      const left = [...(which.except ?? [])]
      let isMore = true
      while (isMore && chosen.length < limit) {
        const missing = limit - chosen.length
        const max = Math.min(missing, maxTenants)
        const tenants = yield* nextTenants(max, now, { ...which, except: left })
        isMore = tenants.length === max
        for (const due of yield* shared(tenants, missing, now)) chosen.push(due)
        for (const tenant of tenants) left.push(tenant)
        servedLast[turnsOf(which)] = tenants.at(-1) ?? servedLast[turnsOf(which)]
      }
      return chosen.sort((a, b) => a.due_at - b.due_at)
    })

  // In the order of the primary key, skipping messages that aren't due or whose tenant is left out.
  const oldOfAll = (limit: number, now: number, { begunBefore: instant, except = [] }: OldKinds) =>
    sql<DueMessage>`SELECT id, tenant_id, due_at FROM ${tables.queue} WHERE ${begunBefore(instant)} AND due_at <= ${now} AND NOT (tenant_id ${among(except)})
      ORDER BY id LIMIT ${limit}`

  // `|| ''` keeps the primary key from being used, which would lead past the messages of all other
  // tenants.
  const oldOfTenants = (
    tenants: ReadonlyArray<string>,
    limit: number,
    now: number,
    { begunBefore: instant }: OldKinds
  ) =>
    sql<DueMessage>`${unionAll(
      tenants.map(
        (tenantId) =>
          sql`SELECT id, tenant_id, due_at FROM (
        SELECT id, tenant_id, due_at FROM ${tables.queue} WHERE tenant_id = ${tenantId} AND due_at <= ${now} AND ${begunBefore(instant)}
        ORDER BY id || '' LIMIT ${limit} ${skipLocked}) AS due`
      )
    )}`

  const oldWithServers = (
    limit: number,
    now: number,
    which: OldKinds
  ): Found<ReadonlyArray<DueMessage>> =>
    Effect.gen(function* () {
      let chosen: ReadonlyArray<DueMessage> = []
      let after: string | undefined = ""
      while (after !== undefined) {
        const tenants: ReadonlyArray<string> = yield* findTenants(after, maxTenants, now, which)
        if (tenants.length > 0)
          chosen = [...chosen, ...(yield* oldOfTenants(tenants, limit, now, which))]
            .sort((a, b) => (a.id < b.id ? -1 : 1))
            .slice(0, limit)
        after = tenants.length === maxTenants ? tenants.at(-1) : undefined
      }
      return chosen
    })

  /** Whether there is anything to choose. */
  const isAnyDue = (now: number, which: ClaimedKinds): Found<boolean> =>
    Effect.gen(function* () {
      if (which.ownServersOnly === true && !(yield* isAny)) return false
      if (isOld(which) && which.ownServersOnly !== true)
        return (yield* oldOfAll(1, now, which)).length > 0
      if (!isOld(which)) {
        // Without ORDER BY, Postgres may plan this as a scan of the whole table.
        const [due] =
          yield* sql`SELECT 1 AS one FROM ${tables.queue} WHERE due_at <= ${now} ORDER BY due_at LIMIT 1`
        if (due === undefined || isEveryTenant(which)) return due !== undefined
      }
      return (yield* findTenants("", 1, now, which)).length > 0
    })

  const choose = (
    limit: number,
    now: number,
    which: ClaimedKinds
  ): Found<ReadonlyArray<DueMessage>> =>
    Effect.gen(function* () {
      if (isOld(which))
        return which.ownServersOnly === true
          ? yield* oldWithServers(limit, now, which)
          : yield* sql<DueMessage>`${oldOfAll(limit, now, which)} ${skipLocked}`
      // The oldest messages may all be of tenants that are left out.
      if (!isEveryTenant(which)) return yield* inTurns(limit, now, which)
      const first =
        yield* sql<DueMessage>`SELECT id, tenant_id, due_at FROM ${tables.queue} WHERE due_at <= ${now} ORDER BY due_at, id LIMIT ${limit + 1} ${skipLocked}`
      return first.length <= limit ? first : yield* inTurns(limit, now, {})
    })

  return { isAnyDue, choose }
})
