import type * as SqlError from "@effect/sql/SqlError"
import type { ClaimedKinds } from "@telemark/core"
import { Effect } from "effect"
import { Database, makeAmong } from "../Database/index.js"
import { makeBegunBefore } from "./begunBefore.js"

interface Row {
  readonly tenant_id: string
}

/** Tenants whose messages are looked for in one statement: SQLite joins at most 500 SELECTs. */
export const maxTenants = 100

/** Finds tenants that have something of these kinds that is due, in the order of their ids, behind one of them. */
export const makeFindTenants = Effect.zipWith(Database, makeBegunBefore, (database, isOld) => {
  const { sql, tables } = database
  const among = makeAmong(database)

  // Only one index has the order in which a tenant's first message is looked for, and BETWEEN keeps the tenant part of it:
  // else Postgres goes through the whole table where few tenants have most of it (50,000 rows, measured).

  // A loose index scan: one seek for each tenant that has anything in the queue, until enough are found.
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

  // One seek for each server, whatever the queue holds.
  const ownServers = (after: string, limit: number, now: number, { begunBefore, except = [] }: ClaimedKinds) => {
    const old = begunBefore === undefined ? sql`` : sql`AND due_at <= ${now} AND ${isOld(begunBefore)}`
    return sql<Row>`
      SELECT tenant_id FROM ${tables.smtp_configs}
      WHERE tenant_id > ${after} AND NOT (tenant_id ${among(except)})
        AND (SELECT due_at FROM ${tables.queue} WHERE queue.tenant_id BETWEEN smtp_configs.tenant_id AND smtp_configs.tenant_id ${old}
          ORDER BY queue.tenant_id, due_at, id LIMIT 1) <= ${now}
      ORDER BY tenant_id LIMIT ${limit}`
  }

  return (after: string, limit: number, now: number, which: ClaimedKinds): Effect.Effect<ReadonlyArray<string>, SqlError.SqlError> =>
    Effect.map(
      which.ownServersOnly === true ? ownServers(after, limit, now, which) : anyServers(after, limit, now, which.except ?? []),
      (rows) => rows.map(({ tenant_id }) => tenant_id)
    )
})
