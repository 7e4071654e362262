import { Clock, Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { createHash } from "node:crypto"
import { Database } from "../../database/Database.js"
import { containsAny } from "../../database/containing.js"
import { given, makeAmong } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { defineTable, type Row } from "../../database/table.js"
import { newIds } from "../../kernel/ids.js"
import { startOf } from "../analytics/periodCounts.js"
import type { ReportOrigin } from "./FoundReport.js"
import {
  identityOf,
  type KeptReport,
  maxKeptPerDay,
  pauseBefore,
  type StoredReason,
  type StoredReport
} from "./StoredReport.js"

const storedReportTable = defineTable<StoredReport>()({
  id: "plain",
  tenant_id: "plain",
  source_name: "plain",
  reason: "plain",
  report: "json",
  attempts: "plain",
  due_at: "plain",
  created_at: "plain"
})

type StoredRow = Row<typeof storedReportTable>

export interface NewReport {
  readonly origin: ReportOrigin
  readonly report: KeptReport
  readonly reason: StoredReason
  /** The message that it waits for. */
  readonly email_id: string | null
}

/** After a try. */
export interface ReportAgain {
  readonly stored: StoredReport
  readonly reason: StoredReason
  readonly email_id: string | null
}

const digestOf = (identity: string): string =>
  createHash("sha256").update(identity).digest("base64url")

const dueAt = (
  reason: StoredReason,
  report: KeptReport,
  attempts: number,
  now: number
): number | null => {
  const pause = pauseBefore(reason, report, attempts)
  return pause === null ? null : now + pause
}

/** All but `nextDue` and `list` belong into a transaction. */
export const storedReportQueries = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const columns = sql.literal(storedReportTable.columns)
  const skipLocked = sql.literal(dialect.skipLocked)
  const decoded = (rows: ReadonlyArray<StoredRow>) => rows.map(storedReportTable.decode)
  const rows = given(database, {
    id: "text",
    tenant_id: "text",
    source: "text",
    reason: "text",
    report: "text",
    email_id: "text",
    identity: "text",
    due_at: "integer"
  })
  const retries = given(database, {
    id: "text",
    reason: "text",
    email_id: "text",
    attempts: "integer",
    due_at: "integer"
  })

  const ofTenant = (tenantId: string | null) =>
    tenantId === null ? sql`tenant_id IS NULL` : sql`tenant_id = ${tenantId}`

  /** Concurrent transactions may store some more. */
  const roomFor = ({ source, tenant_id }: ReportOrigin, now: number) =>
    Effect.map(
      sql<{
        readonly kept: number
      }>`SELECT COUNT(*) AS kept FROM (SELECT 1 AS one FROM ${tables.feedback_reports}
        WHERE ${ofTenant(tenant_id)} AND source_name = ${source} AND created_at >= ${startOf("day", now)} LIMIT ${maxKeptPerDay}) AS counted`,
      ([row]) => maxKeptPerDay - (row?.kept ?? 0)
    )

  /** In their order, as many of each origin as there is room for. */
  const fitting = (reports: ReadonlyArray<NewReport>, now: number) =>
    Effect.gen(function* () {
      const room = new Map<string, number>()
      const fits: Array<boolean> = []
      for (const { origin } of reports) {
        const key = JSON.stringify([origin.tenant_id, origin.source])
        const left = room.get(key) ?? (yield* roomFor(origin, now))
        fits.push(left > 0)
        room.set(key, left - 1)
      }
      return fits
    })

  const rowOf = ({ email_id, origin, reason, report }: NewReport, id: string, now: number) => {
    const identity = identityOf(origin.tenant_id, origin.source, report)
    return {
      id,
      ...origin,
      reason,
      report: JSON.stringify(report),
      email_id,
      identity: identity === null ? null : digestOf(identity),
      due_at: dueAt(reason, report, 0, now)
    }
  }

  const update = (reports: ReadonlyArray<ReportAgain>, now: number) =>
    sql`UPDATE ${tables.feedback_reports} SET reason = given.reason, email_id = given.email_id, attempts = given.attempts, due_at = given.due_at
      FROM ${retries(
        reports.map(({ email_id, reason, stored: { attempts, id, report } }) => ({
          id,
          reason,
          email_id,
          attempts: attempts + 1,
          due_at: dueAt(reason, report, attempts + 1, now)
        }))
      )} AS given
      WHERE feedback_reports.id = given.id`

  return {
    /** Unless the same are there. `isStored`: now or before; `added`: how many are new. */
    insert: (
      reports: ReadonlyArray<NewReport>
    ): Effect.Effect<
      { readonly isStored: ReadonlyArray<boolean>; readonly added: number },
      SqlError.SqlError
    > =>
      Effect.gen(function* () {
        if (reports.length === 0) return { isStored: [], added: 0 }
        const now = yield* Clock.currentTimeMillis
        const ids = yield* newIds("frep", reports.length)
        const isStored = yield* fitting(reports, now)
        const fits = reports
          .map((report, index) => rowOf(report, ids[index] ?? "", now))
          .filter((_, index) => isStored[index] === true)
        if (fits.length === 0) return { isStored, added: 0 }
        // In one order in every process: two that store the same reports can't deadlock.
        fits.sort((a, b) => ((a.identity ?? "") < (b.identity ?? "") ? -1 : 1))
        const added = yield* sql`
          INSERT INTO ${tables.feedback_reports} (id, tenant_id, source_name, reason, report, email_id, identity, attempts, due_at, created_at)
          SELECT id, tenant_id, source, reason, report, email_id, identity, 0, due_at, ${now} FROM ${rows(fits)} AS given WHERE true
          ON CONFLICT DO NOTHING RETURNING id`
        return { isStored, added: added.length }
      }),

    /** Skips those that another transaction has locked. */
    lockDue: (now: number, limit: number) =>
      Effect.map(
        sql<StoredRow>`SELECT ${columns} FROM ${tables.feedback_reports} WHERE due_at <= ${now} ORDER BY due_at, id LIMIT ${limit} ${skipLocked}`,
        decoded
      ),

    /** Those that wait for these messages. */
    lockWaiting: (emailIds: ReadonlyArray<string>, limit: number) =>
      Effect.map(
        sql<StoredRow>`SELECT ${columns} FROM ${tables.feedback_reports} WHERE email_id ${among(emailIds)} AND due_at IS NOT NULL LIMIT ${limit} ${skipLocked}`,
        decoded
      ),

    /** Makes others due again or leaves them for people to look at. */
    settle: (done: ReadonlyArray<string>, again: ReadonlyArray<ReportAgain>, now: number) =>
      Effect.gen(function* () {
        if (done.length > 0)
          yield* sql`DELETE FROM ${tables.feedback_reports} WHERE id ${among(done)}`
        if (again.length > 0) yield* update(again, now)
      }),

    /** Epoch milliseconds. */
    nextDue: stored(
      Effect.map(
        sql<{
          readonly due_at: number
        }>`SELECT due_at FROM ${tables.feedback_reports} WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
        ([row]) => row?.due_at
      )
    ),

    /** Those that have one of the texts, in small letters, anywhere. */
    naming: (tenantId: string, texts: ReadonlyArray<string>, limit: number) =>
      stored(
        Effect.map(
          sql<StoredRow>`SELECT ${columns} FROM ${tables.feedback_reports} WHERE ${ofTenant(tenantId)} AND reason <> 'too_early'
            AND ${containsAny(sql, "report", texts)} ORDER BY id DESC LIMIT ${limit}`,
          decoded
        )
      ),

    /**
     * Of a tenant, or of none: unmatched and unread, newest first. Undefined if `after` is no such
     * report.
     */
    list: (
      tenantId: string | null,
      {
        after,
        limit,
        offset
      }: { readonly limit: number; readonly offset: number; readonly after?: string | undefined }
    ) =>
      stored(
        Effect.gen(function* () {
          const isUnmatched = sql`${ofTenant(tenantId)} AND reason <> 'too_early'`
          if (after !== undefined) {
            const [found] =
              yield* sql`SELECT id FROM ${tables.feedback_reports} WHERE id = ${after} AND ${isUnmatched}`
            if (found === undefined) return undefined
          }
          const start = after === undefined ? sql`` : sql`AND id < ${after}`
          return decoded(
            yield* sql<StoredRow>`SELECT ${columns} FROM ${tables.feedback_reports} WHERE ${isUnmatched} ${start} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`
          )
        })
      )
  }
})
