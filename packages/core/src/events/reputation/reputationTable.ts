import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { makeQueueForOperator } from "../../accounts/operator/queueForOperator.js"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { defineTable, type Row } from "../../database/table.js"
import type { OperatorEvent } from "./OperatorEvent.js"
import {
  type CountedMail,
  type MailCounts,
  perWindow,
  type ReputationWindow,
  sumUpHours,
  type TenantCounts,
  windowNames,
  type WindowCounts
} from "./countedMail.js"

const measures: ReadonlyArray<keyof MailCounts> = ["sent", "bounced", "complained"]

/**
 * The statement that counts these outcomes, if there are any, whatever their number. It locks rows
 * that every writer of a tenant needs, in the order of their key, so run it at the end of the
 * transaction, right before that of the counters. Messages that were sent before their tenant was
 * last resumed aren't counted.
 */
export const makeCountMail = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const rows = given(database, {
    tenant_id: "text",
    domain: "text",
    starts_at: "integer",
    sent_at: "integer",
    sent: "integer",
    bounced: "integer",
    complained: "integer"
  })
  // The sum of BIGINTs is NUMERIC on Postgres.
  const sums = sql.literal(measures.map((name) => `CAST(SUM(given.${name}) AS BIGINT)`).join(", "))
  const added = sql.literal(
    measures.map((name) => `${name} = reputation_hours.${name} + excluded.${name}`).join(", ")
  )

  return (counted: ReadonlyArray<CountedMail>): ReadonlyArray<Statement.Statement<object>> => {
    const known = counted.filter(({ domain }) => domain !== "")
    return known.length === 0
      ? []
      : [
          sql`
      INSERT INTO ${tables.reputation_hours} (tenant_id, domain, starts_at, sent, bounced, complained)
      SELECT given.tenant_id, given.domain, given.starts_at, ${sums}
      FROM ${rows(sumUpHours(known))} AS given LEFT JOIN ${tables.tenants} ON tenants.id = given.tenant_id
      WHERE given.sent_at >= COALESCE(tenants.resumed_at, 0)
      GROUP BY given.tenant_id, given.domain, given.starts_at ORDER BY given.tenant_id, given.domain, given.starts_at
      ON CONFLICT (tenant_id, domain, starts_at) DO UPDATE SET ${added}`
        ]
  }
})

/** A tenant that had complaints or bounces lately, and how many. */
export interface Troubled {
  readonly tenant_id: string
  readonly name: string
  readonly trouble: number
}

type SumRow = Readonly<Record<`${keyof MailCounts}_${ReputationWindow}`, number | null>>

const countsOf = (row: SumRow | undefined): WindowCounts =>
  perWindow((window) => ({
    sent: row?.[`sent_${window}`] ?? 0,
    bounced: row?.[`bounced_${window}`] ?? 0,
    complained: row?.[`complained_${window}`] ?? 0
  }))

/** Events for the operator. Those of one `once_key` are stored once. */
const operatorEventTable = defineTable<OperatorEvent>()({
  id: "plain",
  type: "plain",
  tenant_id: "plain",
  data: "json",
  created_at: "plain"
})

/** What became of mail by tenant, sending domain and hour, and the events for the operator. */
export const reputationQueries = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const queueForOperator = makeQueueForOperator(database)
  const key = sql.literal("tenant_id, domain, starts_at")
  const eventColumns = sql.literal(operatorEventTable.columns)

  const sumsFrom = (starts: Readonly<Record<ReputationWindow, number>>) =>
    sql.csv(
      windowNames.flatMap((window) =>
        measures.map(
          (measure) =>
            sql`CAST(SUM(CASE WHEN starts_at >= ${starts[window]} THEN ${sql.literal(measure)} ELSE 0 END) AS BIGINT) AS ${sql.literal(`"${measure}_${window}"`)}`
        )
      )
    )

  return {
    /** Sums up a tenant's hours from each window's start on, with at most `limit` domains. */
    sumUp: (tenantId: string, starts: Readonly<Record<ReputationWindow, number>>, limit: number) =>
      stored(
        Effect.gen(function* () {
          const hours = sql`FROM ${tables.reputation_hours} WHERE tenant_id = ${tenantId} AND starts_at >= ${starts.week}`
          const [total] = yield* sql<SumRow>`SELECT ${sumsFrom(starts)} ${hours}`
          const domains = yield* sql<
            SumRow & { readonly domain: string }
          >`SELECT domain, ${sumsFrom(starts)} ${hours}
          GROUP BY domain ORDER BY SUM(bounced + complained) DESC, domain LIMIT ${limit}`
          return {
            total: countsOf(total),
            domains: domains.map((row) => ({ domain: row.domain, counts: countsOf(row) }))
          } satisfies TenantCounts
        })
      ),

    /**
     * The tenants with complaints or bounces in hours that begin at `since` or later, unless they
     * are paused or removed. One read. `|| ''` keeps the primary key from being used, which would
     * lead past the hours of all tenants.
     */
    troubled: (since: number) =>
      stored(
        Effect.map(
          sql<Troubled>`SELECT tenants.id AS tenant_id, tenants.name, hours.trouble FROM (
            SELECT tenant_id || '' AS tenant_id, CAST(SUM(bounced + complained) AS BIGINT) AS trouble FROM ${tables.reputation_hours}
            WHERE starts_at >= ${since} AND bounced + complained > 0 GROUP BY 1) AS hours
          JOIN ${tables.tenants} ON tenants.id = hours.tenant_id AND tenants.paused_at IS NULL AND tenants.removed_at IS NULL`,
          (rows) => [...rows].sort((a, b) => (a.tenant_id < b.tenant_id ? -1 : 1))
        )
      ),

    /** Forgets what was counted of a tenant's mail. */
    clear: (tenantId: string) =>
      sql`DELETE FROM ${tables.reputation_hours} WHERE (${key}) IN (
        SELECT ${key} FROM ${tables.reputation_hours} WHERE tenant_id = ${tenantId} ORDER BY ${key} ${sql.literal(dialect.forUpdate)})`,

    /** Stores an event; false if one of that key is stored. Within a transaction. */
    insertEvent: (event: OperatorEvent, once_key: string | null = null) =>
      Effect.gen(function* () {
        const rows =
          yield* sql`INSERT INTO ${tables.operator_events} ${sql.insert({ ...operatorEventTable.encode(event), once_key })}
          ON CONFLICT (once_key) DO NOTHING RETURNING id`
        if (rows.length === 0) return false
        yield* queueForOperator(event.type, event)
        return true
      }),

    findEvents: (ids: ReadonlyArray<string>) =>
      Effect.map(
        sql<
          Row<typeof operatorEventTable>
        >`SELECT ${eventColumns} FROM ${tables.operator_events} WHERE id ${among(ids)}`,
        (rows) => rows.map(operatorEventTable.decode)
      ),

    /** Newest first. */
    events: (limit: number) =>
      stored(
        Effect.map(
          sql<
            Row<typeof operatorEventTable>
          >`SELECT ${eventColumns} FROM ${tables.operator_events} WHERE id > '' ORDER BY id DESC LIMIT ${limit}`,
          (rows) => rows.map(operatorEventTable.decode)
        )
      )
  }
})
