import { monthOf } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import type { PreparedSend } from "./PreparedSend.js"
import { monthKey, type SendDecision } from "./decideSends.js"

interface Row {
  readonly tenant_id: string
  readonly month: string
  readonly sent: number
}

/**
 * In the same order in every process, so that they can't deadlock: rows are locked as they are
 * written, and waited for as they are inserted.
 */
const inOrder = (months: ReadonlyMap<string, Row>): ReadonlyArray<Row> =>
  [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)

export const monthsOf = (sends: ReadonlyArray<PreparedSend>): ReadonlyArray<Row> => {
  const months = sends.map(({ created_at, tenant_id }) => ({
    tenant_id,
    month: monthOf(created_at),
    sent: 0
  }))
  return inOrder(new Map(months.map((row) => [monthKey(row.tenant_id, row.month), row])))
}

export const additions = (decisions: ReadonlyArray<SendDecision>): ReadonlyArray<Row> => {
  const sums = new Map<string, Row>()
  for (const {
    queued,
    send: { created_at, tenant_id }
  } of decisions) {
    if (queued.length === 0) continue
    const month = monthOf(created_at)
    const key = monthKey(tenant_id, month)
    sums.set(key, { tenant_id, month, sent: (sums.get(key)?.sent ?? 0) + queued.length })
  }
  return inOrder(sums)
}

export const makeUsage = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const forUpdate = sql.literal(dialect.forUpdate)
  const rows = given(database, { tenant_id: "text", month: "text", sent: "integer" })

  const find = (wanted: ReadonlyArray<Row>) =>
    sql<Row>`SELECT tenant_id, month, sent FROM ${tables.usage}
      WHERE (tenant_id, month) IN (SELECT tenant_id, month FROM ${rows(wanted)} AS given)
      ORDER BY tenant_id, month ${forUpdate}`

  const keyed = (found: ReadonlyArray<Row>): ReadonlyMap<string, number> =>
    new Map(found.map(({ month, sent, tenant_id }) => [monthKey(tenant_id, month), sent]))

  /**
   * What tenants with a limit have used, locked so that no two processes count on the same
   * remainder. A missing row is inserted, to be locked.
   */
  const lock = (
    sends: ReadonlyArray<PreparedSend>
  ): Effect.Effect<ReadonlyMap<string, number>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const wanted = monthsOf(sends.filter(({ monthly_limit }) => monthly_limit !== null))
      if (wanted.length === 0) return new Map<string, number>()
      const found = yield* find(wanted)
      if (found.length === wanted.length) return keyed(found)
      yield* sql`INSERT INTO ${tables.usage} (tenant_id, month, sent)
        SELECT tenant_id, month, sent FROM ${rows(wanted)} AS given WHERE true ON CONFLICT DO NOTHING`
      return keyed(yield* find(wanted))
    })

  const add = (decisions: ReadonlyArray<SendDecision>) =>
    sql`INSERT INTO ${tables.usage} (tenant_id, month, sent)
      SELECT tenant_id, month, sent FROM ${rows(additions(decisions))} AS given WHERE true
      ON CONFLICT (tenant_id, month) DO UPDATE SET sent = usage.sent + excluded.sent`

  /** Uncounts one recipient of a message accepted at that instant. */
  const refund = (tenantId: string, acceptedAt: number) =>
    sql`UPDATE ${tables.usage} SET sent = sent - 1 WHERE tenant_id = ${tenantId} AND month = ${monthOf(acceptedAt)} AND sent > 0`

  return { lock, add, refund }
})
