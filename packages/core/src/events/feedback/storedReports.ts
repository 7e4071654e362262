import { Clock, Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { createHash } from "node:crypto"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import { given } from "../../database/given.js"
import { newIds } from "../../kernel/ids/newId.js"
import { startOf } from "../analytics/periodCounts.js"
import type { FeedbackEntry } from "./FeedbackStore.js"
import {
  identityOf,
  type KeptReport,
  maxKeptPerDay,
  pauseBefore,
  type StoredReason,
  type StoredReport
} from "./StoredReport.js"

interface Row extends Omit<StoredReport, "report" | "source"> {
  readonly source_name: string
  readonly report: string
}

/** A report to store. */
export interface NewReport {
  readonly origin: FeedbackEntry<unknown>["keep"]["origin"]
  readonly report: KeptReport
  readonly reason: StoredReason
  /** The message that it waits for. */
  readonly email_id: string | null
}

/** What becomes of a stored report after a try. */
export interface Again {
  readonly stored: StoredReport
  readonly reason: StoredReason
  readonly email_id: string | null
}

export const storedOf = ({ report, source_name, ...row }: Row): StoredReport => ({
  ...row,
  source: source_name,
  report: JSON.parse(report) as KeptReport
})

const columns = "id, tenant_id, source_name, reason, report, attempts, due_at, created_at"

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

/** The table of reports that wait or aren't matched, inside the caller's transaction. */
export const makeStoredReports = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const shown = sql.literal(columns)
  const skipLocked = sql.literal(dialect.skipLocked)
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

  /**
   * How many more reports of this origin may be stored today. Concurrent transactions may store
   * some more.
   */
  const roomFor = (
    tenantId: string | null,
    source: string,
    now: number
  ): Effect.Effect<number, SqlError.SqlError> =>
    Effect.map(
      sql<{
        readonly kept: number
      }>`SELECT COUNT(*) AS kept FROM (SELECT 1 AS one FROM ${tables.feedback_reports}
        WHERE ${ofTenant(tenantId)} AND source_name = ${source} AND created_at >= ${startOf("day", now)} LIMIT ${maxKeptPerDay}) AS counted`,
      ([row]) => maxKeptPerDay - (row?.kept ?? 0)
    )

  /** Those that may be stored, in their order: as many of each origin as there is room for. */
  const fitting = (reports: ReadonlyArray<NewReport>, now: number) =>
    Effect.gen(function* () {
      const room = new Map<string, number>()
      const fits: Array<boolean> = []
      for (const {
        origin: { source, tenant_id }
      } of reports) {
        const key = JSON.stringify([tenant_id, source])
        const left = room.get(key) ?? (yield* roomFor(tenant_id, source, now))
        fits.push(left > 0)
        room.set(key, left - 1)
      }
      return fits
    })

  const rowOf = ({ email_id, origin, reason, report }: NewReport, id: string, now: number) => {
    const identity = identityOf(origin.tenant_id, origin.source, report)
    return {
      id,
      tenant_id: origin.tenant_id,
      source: origin.source,
      reason,
      report: JSON.stringify(report),
      email_id,
      identity: identity === null ? null : digestOf(identity),
      due_at: dueAt(reason, report, 0, now)
    }
  }

  /**
   * Stores reports unless the same are there. Returns for each whether it is stored now or was
   * before, and how many are new.
   */
  const insert = (
    reports: ReadonlyArray<NewReport>
  ): Effect.Effect<
    { readonly isStored: ReadonlyArray<boolean>; readonly added: number },
    SqlError.SqlError
  > =>
    reports.length === 0
      ? Effect.succeed({ isStored: [], added: 0 })
      : Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const ids = yield* newIds("frep", reports.length)
          const isStored = yield* fitting(reports, now)
          const all = reports
            .map((report, index) => rowOf(report, ids[index] ?? "", now))
            .filter((_, index) => isStored[index] === true)
          // In the same order in every process, so that two that store the same reports can't
          // deadlock.
          const inOrder = [...all].sort((a, b) =>
            (a.identity ?? "") < (b.identity ?? "") ? -1 : 1
          )
          const added =
            inOrder.length === 0
              ? []
              : yield* sql`
        INSERT INTO ${tables.feedback_reports} (id, tenant_id, source_name, reason, report, email_id, identity, attempts, due_at, created_at)
        SELECT id, tenant_id, source, reason, report, email_id, identity, 0, due_at, ${now} FROM ${rows(inOrder)} AS given WHERE true
        ON CONFLICT DO NOTHING RETURNING id`
          return { isStored, added: added.length }
        })

  const update = (reports: ReadonlyArray<Again>, now: number) =>
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
    insert,

    /** Locks reports to try again, skipping those that another transaction has locked. */
    lockDue: (
      now: number,
      limit: number
    ): Effect.Effect<ReadonlyArray<StoredReport>, SqlError.SqlError> =>
      Effect.map(
        sql<Row>`SELECT ${shown} FROM ${tables.feedback_reports} WHERE due_at <= ${now} ORDER BY due_at, id LIMIT ${limit} ${skipLocked}`,
        (found) => found.map(storedOf)
      ),

    /** The same of those that wait for these messages. */
    lockWaiting: (
      emailIds: ReadonlyArray<string>,
      limit: number
    ): Effect.Effect<ReadonlyArray<StoredReport>, SqlError.SqlError> =>
      Effect.map(
        sql<Row>`SELECT ${shown} FROM ${tables.feedback_reports} WHERE email_id ${among(emailIds)} AND due_at IS NOT NULL LIMIT ${limit} ${skipLocked}`,
        (found) => found.map(storedOf)
      ),

    /** Removes reports, and makes others due again or leaves them for people to look at. */
    settle: (
      done: ReadonlyArray<string>,
      again: ReadonlyArray<Again>,
      now: number
    ): Effect.Effect<void, SqlError.SqlError> =>
      Effect.gen(function* () {
        if (done.length > 0)
          yield* sql`DELETE FROM ${tables.feedback_reports} WHERE id ${among(done)}`
        if (again.length > 0) yield* update(again, now)
      }),

    nextDue: Effect.map(
      sql<{
        readonly due_at: number
      }>`SELECT due_at FROM ${tables.feedback_reports} WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
      ([row]) => row?.due_at
    ),

    /** Of a tenant, or of none: those that no message is known for, and what can't be read. */
    list: (
      tenantId: string | null,
      {
        after,
        limit,
        offset
      }: { readonly limit: number; readonly offset: number; readonly after?: string | undefined }
    ) => {
      const isUnmatched = sql`${ofTenant(tenantId)} AND reason <> 'too_early'`
      const read = (behind: string | undefined) => {
        const start = behind === undefined ? sql`` : sql`AND id < ${behind}`
        return Effect.map(
          sql<Row>`SELECT ${shown} FROM ${tables.feedback_reports} WHERE ${isUnmatched} ${start} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
          (found): ReadonlyArray<StoredReport> | undefined => found.map(storedOf)
        )
      }
      return after === undefined
        ? read(undefined)
        : Effect.flatMap(
            sql`SELECT id FROM ${tables.feedback_reports} WHERE id = ${after} AND ${isUnmatched}`,
            ([found]) => (found === undefined ? Effect.succeed(undefined) : read(after))
          )
    }
  }
})
