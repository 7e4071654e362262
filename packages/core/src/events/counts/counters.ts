import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import type { PeriodCounts } from "./PeriodCounts.js"
import { type Counted, countedColumns, eachColumn, statusColumns } from "./columns.js"
import { type Change, netChanges } from "./netChanges.js"

const changesStatusOnly = (counts: ReadonlyArray<PeriodCounts>): boolean => {
  const others = countedColumns.filter((column) => !statusColumns.includes(column))
  return counts.every((one) => others.every((column) => one[column] === 0))
}

/**
 * Keeps the counters of hours and days. Call `change` last in the transaction of the changes
 * themselves: then the counters are right at each commit, and their rows, which every writer needs,
 * are locked as briefly as possible.
 */
export const makeCounters = Effect.map(Database, (database) => {
  const { sql, tables } = database

  const makeAdding = (changed: ReadonlyArray<Counted>) => {
    const rows = given(database, {
      tenant_id: "text",
      period: "text",
      starts_at: "integer",
      ...Object.fromEntries(changed.map((column) => [column, "integer" as const]))
    })
    const columns = sql.literal(
      `tenant_id, period, starts_at, ${eachColumn(changed, (column) => column)}`
    )
    const added = sql.literal(
      eachColumn(changed, (column) => `${column} = email_counts.${column} + excluded.${column}`)
    )
    return (counts: ReadonlyArray<PeriodCounts>) => sql`
      INSERT INTO ${tables.email_counts} (${columns})
      SELECT ${columns} FROM ${rows(counts.map((one) => ({ ...one })))} AS given WHERE true ORDER BY tenant_id, period, starts_at
      ON CONFLICT (tenant_id, period, starts_at) DO UPDATE SET ${added}`
  }

  // Two statements: that of accepting and claiming isn't made longer by what it doesn't change.
  const addingStatus = makeAdding(statusColumns)
  const addingAll = makeAdding(countedColumns)
  const adding = (counts: ReadonlyArray<PeriodCounts>) =>
    (changesStatusOnly(counts) ? addingStatus : addingAll)(counts)

  const add = (counts: ReadonlyArray<PeriodCounts>): Effect.Effect<void, SqlError.SqlError> =>
    counts.length === 0 ? Effect.void : Effect.asVoid(adding(counts))

  /** The statement of `change`, for messages that enter the log. */
  const entering = (changes: ReadonlyArray<Change>) => adding(netChanges(changes))

  /** As `change`, for a caller that runs the statement together with others. */
  const changing = (changes: ReadonlyArray<Change>) => {
    const net = netChanges(changes)
    return net.length === 0 ? [] : [adding(net)]
  }

  return {
    add,
    entering,
    changing,
    change: (changes: ReadonlyArray<Change>) => add(netChanges(changes))
  }
})
