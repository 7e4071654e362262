import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given, makeAmong, makeLater } from "../../database/given.js"
import { isTraced } from "../../kernel/traceparent.js"

interface TraceRow {
  readonly email_id: string
  readonly tenant_id: string
  readonly traceparent: string
}

type Traces = ReadonlyMap<string, string>

const none: Traces = new Map()

/**
 * To whose traces messages belong: a row for each that was accepted in a span, so that no other
 * mail is made dearer. Traces that go nowhere here aren't looked for.
 */
export const traceQueries = Effect.gen(function* () {
  const database = yield* Database
  const { sql, tables } = database
  const among = makeAmong(database)
  const later = makeLater(database)
  const rows = given(database, { email_id: "text", tenant_id: "text", traceparent: "text" })
  const isLookedFor = yield* isTraced
  return {
    insert: (traces: ReadonlyArray<TraceRow>): Effect.Effect<unknown, SqlError.SqlError> =>
      traces.length === 0
        ? Effect.void
        : later(sql`INSERT INTO ${tables.traces.unaliased} (email_id, tenant_id, traceparent)
            SELECT email_id, tenant_id, traceparent FROM ${rows(traces.map((row) => ({ ...row })))} AS given`),

    /** By the ids of messages. */
    find: (emailIds: ReadonlyArray<string>): Effect.Effect<Traces, SqlError.SqlError> =>
      isLookedFor && emailIds.length > 0
        ? Effect.map(
            sql<TraceRow>`SELECT email_id, traceparent FROM ${tables.traces} WHERE email_id ${among(emailIds)}`,
            (found) => new Map(found.map(({ email_id, traceparent }) => [email_id, traceparent]))
          )
        : Effect.succeed(none)
  }
})

/** For an object that says whose trace it belongs to. */
export const tracedBy = (traceparent: string | undefined): { readonly traceparent?: string } =>
  traceparent === undefined ? {} : { traceparent }
