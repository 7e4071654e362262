import { emailStatuses, type StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import {
  type CountColumn,
  type CountedAs,
  countedColumns,
  countedHere,
  type DeliveryTimeColumn,
  deliveryTimeColumnHere,
  deliveryTimeColumns,
  engagementConditions,
  type MessageCounts,
  shownColumns,
  statusColumns
} from "./countedAs.js"
import type { CountedPeriod, WaitingMessages } from "./figures.js"
import {
  type Change,
  type CountPeriod,
  firstWhole,
  netChanges,
  type PeriodCounts,
  startOf
} from "./periodCounts.js"

/**
 * From `from` to before `to`, once per column that counts a message. Naming the statuses lets an
 * index answer alone, except failures, and so does asking for engaged messages first.
 */
export const makeCountedRows = Effect.map(
  Database,
  ({ sql, tables }) =>
    (tenantId: string, from: number, to: number) =>
      sql`
  SELECT tenant_id, created_at, status FROM ${tables.emails}
  WHERE tenant_id = ${tenantId} AND ${sql.in("status", emailStatuses)} AND created_at >= ${from} AND created_at < ${to}
  UNION ALL
  SELECT tenant_id, created_at, 'cancelled' FROM ${tables.emails}
  WHERE tenant_id = ${tenantId} AND status = 'failed' AND failure_code = 'cancelled' AND created_at >= ${from} AND created_at < ${to}
  UNION ALL ${sql.join(
    " UNION ALL ",
    false
  )(
    engagementConditions.map(
      ({ condition, name }) => sql`
    SELECT tenant_id, created_at, ${sql.literal(`'${name}'`)} FROM ${tables.emails}
    WHERE tenant_id = ${tenantId} AND engagement > 0 AND ${sql.literal(condition)} AND created_at >= ${from} AND created_at < ${to}`
    )
  )}`
)

/** Of messages that the next hop accepted. It reads the log itself. */
export const makeDeliveredRows = Effect.map(
  Database,
  ({ sql, tables }) =>
    (tenantId: string, from: number, to: number) =>
      sql`
  SELECT tenant_id, created_at, ${sql.literal(deliveryTimeColumnHere)} AS status FROM (
    SELECT tenant_id, created_at, sent_at - CASE WHEN scheduled_at > created_at THEN scheduled_at ELSE created_at END AS took FROM ${tables.emails}
    WHERE tenant_id = ${tenantId} AND created_at >= ${from} AND created_at < ${to} AND sent_at IS NOT NULL) AS handed`
)

const changesStatusOnly = (counts: ReadonlyArray<PeriodCounts>): boolean => {
  const others = countedColumns.filter((column) => !statusColumns.includes(column))
  return counts.every((one) => others.every((column) => one[column] === 0))
}

/**
 * Call `change` last in the transaction of the changes: then the counters are right at each commit,
 * and their rows, which every writer needs, are locked as briefly as possible.
 */
export const makeCounters = Effect.map(Database, (database) => {
  const { sql, tables } = database

  const makeAdding = (changed: ReadonlyArray<CountColumn>) => {
    const rows = given(database, {
      tenant_id: "text",
      period: "text",
      starts_at: "integer",
      ...Object.fromEntries(changed.map((column) => [column, "integer" as const]))
    })
    const columns = sql.literal(`tenant_id, period, starts_at, ${changed.join(", ")}`)
    const added = sql.literal(
      changed.map((column) => `${column} = email_counts.${column} + excluded.${column}`).join(", ")
    )
    return (counts: ReadonlyArray<PeriodCounts>) => sql`
      INSERT INTO ${tables.email_counts} (${columns})
      SELECT ${columns} FROM ${rows(counts.map((one) => ({ ...one })))} AS given WHERE true ORDER BY tenant_id, period, starts_at
      ON CONFLICT (tenant_id, period, starts_at) DO UPDATE SET ${added}`
  }

  // The statement of accepting and claiming isn't made longer by what it doesn't change.
  const addingStatus = makeAdding(statusColumns)
  const addingAll = makeAdding(countedColumns)
  const adding = (counts: ReadonlyArray<PeriodCounts>) =>
    (changesStatusOnly(counts) ? addingStatus : addingAll)(counts)

  const add = (counts: ReadonlyArray<PeriodCounts>): Effect.Effect<void, SqlError.SqlError> =>
    counts.length === 0 ? Effect.void : Effect.asVoid(adding(counts))

  return {
    add,
    /** For messages that enter the log. */
    entering: (changes: ReadonlyArray<Change>) => adding(netChanges(changes)),
    /** For a caller that runs the statement together with others. */
    changing: (changes: ReadonlyArray<Change>) => {
      const net = netChanges(changes)
      return net.length === 0 ? [] : [adding(net)]
    },
    change: (changes: ReadonlyArray<Change>) => add(netChanges(changes))
  }
})

type ShownCounts = Readonly<Record<CountedAs, number | null>>

const mapOf = (counts: ShownCounts | undefined): MessageCounts =>
  new Map(shownColumns.map((column) => [column, counts?.[column] ?? 0]))

// The sum of BIGINTs is NUMERIC on Postgres.
const sumsOf = (columns: ReadonlyArray<CountColumn>): string =>
  columns.map((column) => `CAST(SUM(${column}) AS BIGINT) AS ${column}`).join(", ")

/** From their counters as far as they reach. */
export const analyticsQueries = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  const columns = sql.literal(shownColumns.join(", "))
  const sums = sql.literal(sumsOf(shownColumns))
  const counts = sql.literal(countedHere(shownColumns))
  const ranges = sql.literal(deliveryTimeColumns.join(", "))
  const rangeSums = sql.literal(sumsOf(deliveryTimeColumns))
  const countedRows = yield* makeCountedRows

  /** Whole days, and the hours before the first one. */
  const countersSince = (tenantId: string, hour: number, selected: typeof columns) => {
    const day = firstWhole("day", hour)
    return sql`SELECT ${selected} FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day' AND starts_at >= ${day}
      UNION ALL
      SELECT ${selected} FROM ${tables.email_counts}
      WHERE tenant_id = ${tenantId} AND period = 'hour' AND starts_at >= ${hour} AND starts_at < ${day}`
  }

  const waiting = (status: "queued" | "sending" | "deferred") =>
    sql`CAST(COALESCE(SUM(${sql.literal(status)}), 0) AS BIGINT) AS ${sql.literal(status)}`

  return {
    /**
     * Created at `since` or later, by what they are now; before the first whole hour, in the log.
     * One statement, so that no message is counted twice or not at all.
     */
    countByStatus: (tenantId: string, since: number) => {
      const hour = firstWhole("hour", since)
      return stored(
        Effect.map(
          sql<ShownCounts>`
          SELECT ${sums} FROM (
            ${countersSince(tenantId, hour, columns)}
            UNION ALL
            SELECT ${counts} FROM (${countedRows(tenantId, since, hour)}) AS found
          ) AS counted`,
          ([sum]) => mapOf(sum)
        )
      )
    },

    /**
     * For each hour or day (UTC) that begins at `from` or later, the oldest first. Those without
     * messages may be missing.
     */
    series: (
      tenantId: string,
      interval: CountPeriod,
      from: number
    ): Effect.Effect<ReadonlyArray<CountedPeriod>, StorageError> =>
      stored(
        Effect.map(
          sql<
            ShownCounts & { readonly starts_at: number }
          >`SELECT starts_at, ${columns} FROM ${tables.email_counts}
          WHERE tenant_id = ${tenantId} AND period = ${interval} AND starts_at >= ${from} ORDER BY starts_at`,
          (rows) => rows.map((row) => ({ starts_at: row.starts_at, counts: mapOf(row) }))
        )
      ),

    /** Since the hour that contains `since`, by range of `deliveryTimeLimits`. */
    deliveryTimes: (tenantId: string, since: number) =>
      stored(
        Effect.map(
          sql<Readonly<Record<DeliveryTimeColumn, number | null>>>`
          SELECT ${rangeSums} FROM (${countersSince(tenantId, startOf("hour", since), ranges)}) AS counted`,
          ([sum]) => deliveryTimeColumns.map((column) => Math.max(0, sum?.[column] ?? 0))
        )
      ),

    /**
     * By status from the counters of all days, and by time from indexes of the queue, at most
     * `maxCounted` entries for each number. One statement, so that the numbers are of one moment.
     */
    waiting: (
      tenantId: string,
      now: number,
      maxCounted: number
    ): Effect.Effect<WaitingMessages, StorageError> =>
      stored(
        Effect.map(
          sql<{
            readonly [Name in keyof WaitingMessages]: number | null
          }>`SELECT ${sql.csv([waiting("queued"), waiting("sending"), waiting("deferred")])},
          (SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${tables.queue}
            WHERE tenant_id = ${tenantId} AND scheduled_at > ${now} ORDER BY scheduled_at LIMIT ${maxCounted}) AS found) AS scheduled,
          (SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${tables.queue}
            WHERE tenant_id = ${tenantId} AND due_at <= ${now} ORDER BY due_at LIMIT ${maxCounted}) AS found) AS due,
          (SELECT due_at FROM ${tables.queue} WHERE tenant_id = ${tenantId} AND due_at <= ${now} ORDER BY due_at LIMIT 1) AS oldest_due_at
          FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day'`,
          ([row]) => ({
            queued: Math.max(0, row?.queued ?? 0),
            sending: Math.max(0, row?.sending ?? 0),
            deferred: Math.max(0, row?.deferred ?? 0),
            scheduled: row?.scheduled ?? 0,
            due: row?.due ?? 0,
            oldest_due_at: row?.oldest_due_at ?? null
          })
        )
      ),

    /** Undefined if the tenant has none. */
    ownServer: (tenantId: string) =>
      stored(
        Effect.map(
          sql<{
            readonly verified: number
          }>`SELECT verified FROM ${tables.smtp_configs} WHERE tenant_id = ${tenantId}`,
          ([config]) => config && { verified: config.verified !== 0 }
        )
      ),

    /** With traffic, newest first. */
    monthlyUsage: (tenantId: string, limit: number) =>
      stored(sql<{ readonly month: string; readonly sent: number }>`
        SELECT month, sent FROM ${tables.usage} WHERE tenant_id = ${tenantId} AND sent > 0 ORDER BY month DESC LIMIT ${limit}`)
  }
})
