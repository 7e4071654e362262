import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import type { ClaimedKinds } from "../attempt/ports.js"
import type { DueMessage } from "./DueMessage.js"
import { makeBegunBefore } from "./begunBefore.js"
import { makeFindTenants, maxTenants } from "./findTenants.js"

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
