import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import type { ClaimedKinds } from "../attempt/ports.js"
import { makeBegunBefore } from "./begunBefore.js"

interface Row {
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
    sql<Row>`
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
    return sql<Row>`
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
