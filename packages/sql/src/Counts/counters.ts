import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Database, given } from "../Database/index.js"
import { type Change, type Count, netChanges } from "./netChanges.js"

/**
 * Keeps the hourly counters. Call `change` last in the transaction of the changes themselves: then the counters
 * are right at each commit, and a counter, which everybody who writes needs, is locked for as short as can be.
 */
export const makeCounters = Effect.map(Database, (database) => {
  const { sql } = database
  const rows = given(database, { tenant_id: "text", hour: "integer", status: "text", count: "integer" })

  /** Adds to counters; they must come in order. */
  const add = (counts: ReadonlyArray<Count>): Effect.Effect<void, SqlError.SqlError> =>
    counts.length === 0 ? Effect.void : Effect.asVoid(sql`
      INSERT INTO email_counts (tenant_id, hour, status, count)
      SELECT tenant_id, hour, status, count FROM ${rows(counts)} AS given WHERE true ORDER BY tenant_id, hour, status
      ON CONFLICT (tenant_id, hour, status) DO UPDATE SET count = email_counts.count + excluded.count`)

  return { add, change: (changes: ReadonlyArray<Change>) => add(netChanges(changes)) }
})
