import type { EmailStatus, FailureCode } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import { textsOrNull } from "../../database/table.js"
import { makeRemoveWords } from "../../sending/emails/searchIndex.js"
import { makeRemoveTags } from "../../sending/emails/tagTable.js"
import { countedColumns } from "../analytics/countedAs.js"
import { makeCounters } from "../analytics/countersTable.js"
import { netChanges, type PeriodCounts } from "../analytics/periodCounts.js"

interface Removed {
  readonly id: string
  readonly tenant_id: string
  readonly created_at: number
  readonly status: EmailStatus
  readonly failure_code: FailureCode | null
  readonly sent_at: number | null
  readonly scheduled_at: number | null
  readonly engagement: number
  readonly tags: string | null
}

type Removal = (ids: ReadonlyArray<string>) => Effect.Effect<number, SqlError.SqlError>

/**
 * Removes rows by their ids. Skips rows that another process has locked, so that two that clean up
 * at once don't wait for each other.
 */
export const makeRemovals = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const counters = yield* makeCounters
  const removeTags = yield* makeRemoveTags
  const removeWords = yield* makeRemoveWords
  const skipLocked = sql.literal(dialect.skipLocked)
  const among = makeAmong(database)
  const periods = given(database, { tenant_id: "text", period: "text", starts_at: "integer" })
  const isEmpty = sql.literal(countedColumns.map((column) => `${column} = 0`).join(" AND "))

  const deleteFrom =
    (table: "events" | "webhook_attempts" | "feedback_reports") => (ids: ReadonlyArray<string>) =>
      sql<{ readonly id: string; readonly tenant_id: string }>`
        DELETE FROM ${tables[table]} WHERE id IN (SELECT id FROM ${tables[table]} WHERE id ${among(ids)} ${skipLocked}) RETURNING id, tenant_id`

  const removeFrom =
    (table: "webhook_attempts" | "feedback_reports"): Removal =>
    (ids) =>
      Effect.map(deleteFrom(table)(ids), (removed) => removed.length)

  // A scheduled body may be needed at any age; its messages in the queue have the same time. Not
  // NOT EXISTS, for which Postgres may read all scheduled messages in the queue.
  const bodies: Removal = (ids) =>
    Effect.gen(function* () {
      const removed = yield* sql<{ readonly id: string; readonly attachments: string | null }>`
        DELETE FROM ${tables.bodies} WHERE id IN (SELECT id FROM ${tables.bodies} WHERE id ${among(ids)}
          AND (scheduled_at IS NULL OR (SELECT 1 FROM ${tables.queue} WHERE queue.scheduled_at = bodies.scheduled_at LIMIT 1) IS NULL) ${skipLocked})
        RETURNING id, attachments`
      const withFiles = removed.flatMap(({ attachments, id }) => (attachments === null ? [] : [id]))
      if (withFiles.length > 0)
        yield* sql`DELETE FROM ${tables.attachments} WHERE body_id ${among(withFiles)}`
      return removed.length
    })

  const pending = given(database, { id: "text", tenant_id: "text" })

  // Found by the few subscriptions of the event's tenant. Rows that are locked at this moment are
  // dropped when they are claimed.
  const events: Removal = (ids) =>
    Effect.gen(function* () {
      const removed = yield* deleteFrom("events")(ids)
      if (removed.length === 0) return 0
      yield* sql`DELETE FROM ${tables.subscription_queue} WHERE (subscription_id, event_id) IN (
        SELECT subscription_id, event_id FROM ${tables.subscription_queue} WHERE (subscription_id, event_id) IN (
          SELECT subscriptions.id, given.id FROM ${pending(removed)} AS given JOIN ${tables.subscriptions} ON subscriptions.tenant_id = given.tenant_id)
        ${skipLocked})`
      return removed.length
    })

  // A message that has left the queue never comes back, so the queue needn't be locked.
  const removeSettled = (ids: ReadonlyArray<string>) =>
    sql<Removed>`DELETE FROM ${tables.emails} WHERE id IN
      (SELECT id FROM ${tables.emails} WHERE id ${among(ids)}
        AND NOT EXISTS (SELECT 1 FROM ${tables.queue} WHERE queue.id = emails.id) ${skipLocked})
      RETURNING id, tenant_id, created_at, status, failure_code, sent_at, scheduled_at, engagement, tags`

  /**
   * Removes the periods that rows were removed from and that have none left. Periods in use stay.
   */
  const removeEmpty = (touched: ReadonlyArray<PeriodCounts>) =>
    sql`DELETE FROM ${tables.email_counts} WHERE (tenant_id, period, starts_at) IN
      (SELECT tenant_id, period, starts_at FROM ${tables.email_counts}
        WHERE (tenant_id, period, starts_at) IN (SELECT tenant_id, period, starts_at FROM ${periods(touched)} AS given)
          AND ${isEmpty} ${skipLocked})`

  const emails: Removal = (ids) =>
    Effect.gen(function* () {
      const removed = yield* removeSettled(ids)
      if (removed.length === 0) return 0
      yield* removeWords(removed.map(({ id }) => id))
      yield* removeTags(
        removed.map(({ tags, ...email }) => ({ ...email, tags: textsOrNull.decode(tags) }))
      )
      const net = netChanges(
        removed.map(
          ({ created_at, engagement, failure_code, scheduled_at, sent_at, status, tenant_id }) => ({
            tenant_id,
            created_at,
            from: status,
            to: null,
            codeBefore: failure_code,
            engagementBefore: engagement,
            handedBefore: { created_at, scheduled_at, sent_at }
          })
        )
      )
      yield* counters.add(net)
      yield* removeEmpty(net)
      return removed.length
    })

  return {
    bodies,
    emails,
    events,
    feedbackReports: removeFrom("feedback_reports"),
    webhookAttempts: removeFrom("webhook_attempts")
  }
})

/** Milliseconds by which the clocks of two processes may differ. */
const skew = 24 * 60 * 60 * 1000

/**
 * Scheduled messages to skip at most: this takes some milliseconds, perhaps before each 500 rows
 * removed.
 */
const maxPassed = 10_000

interface First {
  readonly id: string
  readonly scheduled_at: number | null
}

/**
 * The instant before which no unscheduled message in the queue needs a body: a body was created
 * with its messages. Scheduled messages don't count: otherwise one that waits for weeks would keep
 * the bodies of all messages since.
 */
export const makeUnneededBefore = Effect.map(Database, ({ sql, tables }) => {
  // If all rows read are scheduled, the last of them: whatever comes after it is younger.
  const behindScheduled = sql<{ readonly id: string | null }>`
    SELECT COALESCE(MIN(CASE WHEN scheduled_at IS NULL THEN id END), CASE WHEN COUNT(*) = ${maxPassed} THEN MAX(id) END) AS id
    FROM (SELECT id, scheduled_at FROM ${tables.queue} WHERE id > '' ORDER BY id LIMIT ${maxPassed}) AS queued`

  const oldest = Effect.gen(function* () {
    const [first] =
      yield* sql<First>`SELECT id, scheduled_at FROM ${tables.queue} WHERE id > '' ORDER BY id LIMIT 1`
    if (first === undefined || first.scheduled_at === null) return first?.id
    return (yield* behindScheduled)[0]?.id ?? undefined
  })

  // If the message is missing in the log, nothing is known, and nothing is removed.
  const acceptedAt = (id: string) =>
    Effect.map(
      sql<{
        readonly created_at: number
      }>`SELECT created_at FROM ${tables.emails} WHERE id = ${id}`,
      ([email]) => email?.created_at ?? -Infinity
    )

  return (before: number): Effect.Effect<number, SqlError.SqlError> =>
    Effect.flatMap(oldest, (id) =>
      id === undefined
        ? Effect.succeed(before)
        : Effect.map(acceptedAt(id), (created_at) => Math.min(before, created_at - skew))
    )
})
