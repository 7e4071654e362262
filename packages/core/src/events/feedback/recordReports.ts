import type { FeedbackResult, StorageError } from "@telemark/contract"
import { Clock, Context, Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { batchedWrites } from "../../database/batched.js"
import { makeTogether } from "../../database/given.js"
import { isInFlight } from "../../delivery/message/transition.js"
import { Entropy, idAt } from "../../kernel/ids.js"
import { makeWriteSuppressions } from "../../sending/suppressions/writeSuppressions.js"
import { makeCounters } from "../analytics/countersTable.js"
import { makeWriteEvents } from "../log/writeEvents.js"
import { makeCountMail } from "../reputation/reputationTable.js"
import type { ReportOrigin } from "./FoundReport.js"
import type { KeptReport, StoredReport } from "./StoredReport.js"
import { decideReports, type MatchedReport } from "./decideReports.js"
import { idsOf, reportedEmailQueries } from "./reportedEmailTable.js"
import { type NewReport, type ReportAgain, storedReportQueries } from "./storedReportTable.js"

/** A report to record. */
export interface NewFeedback extends MatchedReport {
  readonly origin: ReportOrigin
  /** Whether it is stored if its message isn't found. */
  readonly keepUnmatched: boolean
}

/** What became of a report, and the message that it is about; undefined if none is known. */
export interface RecordedReport {
  readonly result: FeedbackResult
  readonly email_id: string | undefined
}

/**
 * Which stored reports to try again: those due at `now`, or those that wait for one of these
 * messages.
 */
interface ReportsToRetry {
  readonly now: number
  readonly limit: number
  readonly emailIds?: ReadonlyArray<string> | undefined
}

/** Learns on which messages reports were tried, whatever came of it: for tests that wait for them. */
export const ReportsTried = Context.Reference("@telemark/core/ReportsTried", {
  defaultValue: () => (_emailIds: ReadonlyArray<string>) => {}
})

/** Reports that share a transaction: webhooks bring them by the hundred. */
const maxTogether = 200

/**
 * By how many milliseconds ids may be ahead of the clock, if there are more transactions than
 * milliseconds.
 */
const maxAhead = 10

const unknown: FeedbackResult = { outcome: "unknown_email", event_id: null }

const toStore = (
  { found, keepUnmatched, origin, report }: NewFeedback,
  { outcome }: FeedbackResult
): NewReport | undefined => {
  if (outcome === "too_early")
    return { origin, report, reason: "too_early", email_id: found?.email_id ?? null }
  return outcome === "unknown_email" && keepUnmatched
    ? { origin, report, reason: "unmatched", email_id: null }
    : undefined
}

const recordedOf = (
  { found }: Pick<MatchedReport, "found">,
  result: FeedbackResult,
  isStored: boolean
): RecordedReport => ({
  result:
    result.outcome === "too_early" && isStored ? { outcome: "waiting", event_id: null } : result,
  email_id: found?.email_id
})

const isReport = (
  stored: StoredReport
): stored is StoredReport & { readonly report: Exclude<KeptReport, { readonly kind: "unread" }> } =>
  stored.report.kind !== "unread"

/**
 * Records reports. One for each storage: reports of concurrent calls share transactions, and their
 * events have ascending ids.
 */
export const makeRecordReports = Effect.gen(function* () {
  const database = yield* Database
  const { write } = database
  const counters = yield* makeCounters
  const countMail = yield* makeCountMail
  const together = makeTogether(database)
  const writeEvents = yield* makeWriteEvents
  const writeSuppressions = yield* makeWriteSuppressions
  const messages = yield* reportedEmailQueries
  const storedReports = yield* storedReportQueries
  const tried = yield* ReportsTried
  let lastInstant = 0
  // Events are read in the order of their ids, which begin with the millisecond: later than that of
  // the attempt, which was recorded before the locks were taken, and than those of reports before.
  const laterIds = (count: number, now: number) =>
    Effect.map(Entropy, ({ bytes }) => {
      lastInstant = Math.min(Math.max(now, lastInstant) + 1, now + maxAhead)
      return Array.from({ length: count }, () => idAt("evt", lastInstant, bytes(16))).sort()
    })

  /**
   * Locks the messages of reports and decides on these, in the caller's transaction. `save` writes
   * the decisions; what the caller writes besides comes before it: the counters, which every writer
   * needs, are locked last.
   */
  const decideLocked = (reports: ReadonlyArray<MatchedReport>) =>
    Effect.gen(function* () {
      const { owners, ...known } = yield* messages.lock(reports)
      const now = yield* Clock.currentTimeMillis
      const ids = yield* laterIds(reports.length, now)
      const decided = decideReports(reports, known, ids, now)
      // If a message is in flight, its worker records what becomes of it.
      const done = decided.rows.flatMap(({ id, moved_from }) =>
        moved_from !== null && owners.has(id) && !isInFlight(owners.get(id) ?? null, moved_from)
          ? [id]
          : []
      )
      const save = Effect.gen(function* () {
        yield* messages.update(decided.rows, done, now)
        yield* writeSuppressions(decided.suppressions)
        yield* writeEvents(decided.events, now)
        yield* together([...countMail(decided.counted), ...counters.changing(decided.changes)])
      })
      return { results: decided.results, save, now }
    })

  const recordTogether = (
    entries: ReadonlyArray<NewFeedback>
  ): Effect.Effect<ReadonlyArray<RecordedReport>, SqlError.SqlError | StorageError> =>
    Effect.gen(function* () {
      const { results, save } = yield* decideLocked(entries)
      const kept = entries.map((entry, index) => toStore(entry, results[index] ?? unknown))
      const { isStored } = yield* storedReports.insert(kept.filter((one) => one !== undefined))
      yield* save
      const inOrder = [...isStored]
      return entries.map((entry, index) =>
        recordedOf(
          entry,
          results[index] ?? unknown,
          kept[index] !== undefined && inOrder.shift() === true
        )
      )
    })

  const recordOne = yield* batchedWrites(recordTogether, {
    maxTogether,
    // A transaction of the application may lock one tenant's rows; reports on others' messages are
    // recorded all the same.
    ownerOf: ({ found, origin }) => found?.tenant_id ?? origin.tenant_id ?? ""
  })

  const retryTogether = ({ emailIds, limit, now: dueBy }: ReportsToRetry) =>
    Effect.gen(function* () {
      const locked = (yield* emailIds === undefined
        ? storedReports.lockDue(dueBy, limit)
        : storedReports.lockWaiting(emailIds, limit)).filter(isReport)
      if (locked.length === 0) return []
      const found = yield* messages.find(
        locked.map(({ report: { message, recipient }, tenant_id }) => ({
          tenant_id,
          message,
          recipient
        }))
      )
      const reports = locked.map(({ report }, index) => ({ report, found: found[index] }))
      const { now, results, save } = yield* decideLocked(reports)
      const again = locked.flatMap((stored, index): ReadonlyArray<ReportAgain> => {
        const outcome = results[index]?.outcome
        if (outcome === "too_early")
          return [{ stored, reason: "too_early", email_id: found[index]?.email_id ?? null }]
        return outcome === "unknown_email" ? [{ stored, reason: "unmatched", email_id: null }] : []
      })
      const left = new Set(again.map(({ stored }) => stored.id))
      const done = locked.flatMap(({ id }) => (left.has(id) ? [] : [id]))
      yield* storedReports.settle(done, again, now)
      yield* save
      return reports.map((one, index) => recordedOf(one, results[index] ?? unknown, true))
    })

  return {
    /**
     * For each report in its order: locks the message, decides, and writes the decision: status,
     * facts, counters, suppression, event and outbox rows of webhook endpoints and subscriptions, or
     * the stored report. A report sees what those before it changed. A changed status cancels a
     * pending attempt. Each is recorded as a whole or not at all.
     */
    record: (entries: ReadonlyArray<NewFeedback>) =>
      Effect.ensuring(
        Effect.forEach(entries, recordOne, { concurrency: "unbounded" }),
        Effect.sync(() => {
          tried(idsOf(entries))
        })
      ),

    /**
     * Tries stored reports again, in the transaction that removes those that were recorded: no two
     * processes apply one twice. The others are due again after `pauseBefore`. Skips reports that
     * another transaction has locked. Returns one result for each report tried, in no order.
     */
    retry: (which: ReportsToRetry) =>
      Effect.tap(write(retryTogether(which)), (recorded) =>
        Effect.sync(() => {
          tried(recorded.flatMap(({ email_id }) => (email_id === undefined ? [] : [email_id])))
        })
      )
  }
})
