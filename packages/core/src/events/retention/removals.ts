import type { EmailStatus, FailureCode } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import { given } from "../../database/given.js"
import { makeRemoveWords } from "../../sending/search/removeWords.js"
import { makeRemoveTags } from "../../sending/tags/removeTags.js"
import { tagsOf } from "../../sending/tags/tagRows.js"
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

  const deleteFrom = (table: "events" | "webhook_attempts" | "feedback_reports") => {
    const name = tables[table]
    return (ids: ReadonlyArray<string>) =>
      sql<{ readonly id: string; readonly tenant_id: string }>`
        DELETE FROM ${name} WHERE id IN (SELECT id FROM ${name} WHERE id ${among(ids)} ${skipLocked}) RETURNING id, tenant_id`
  }

  const deleteReports = deleteFrom("feedback_reports")
  const feedbackReports: Removal = (ids) =>
    Effect.map(deleteReports(ids), (removed) => removed.length)

  const deleteAttempts = deleteFrom("webhook_attempts")
  const webhookAttempts: Removal = (ids) =>
    Effect.map(deleteAttempts(ids), (removed) => removed.length)

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

  const deleteEvents = deleteFrom("events")
  const pending = given(database, { id: "text", tenant_id: "text" })

  // Found by the few subscriptions of the event's tenant. Rows that are locked at this moment are
  // dropped when they are claimed.
  const events: Removal = (ids) =>
    Effect.gen(function* () {
      const removed = yield* deleteEvents(ids)
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
      yield* removeTags(removed.map(({ tags, ...email }) => ({ ...email, tags: tagsOf(tags) })))
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

  return { bodies, emails, events, feedbackReports, webhookAttempts }
})
