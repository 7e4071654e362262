import {
  decode,
  FeedbackBatch,
  FeedbackReport,
  type FeedbackResult,
  ListUnmatchedFeedback,
  NotFound,
  pageEndingWith,
  requestedPage,
  type StorageError,
  type UnmatchedFeedbackList,
  unknownAfter,
  type ValidationFailed
} from "@telemark/contract"
import { Array as Arr, Clock, Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { isId } from "../../kernel/ids.js"
import { CurrentMeters } from "../../kernel/metrics/Meters.js"
import { pause } from "../../kernel/timeSlices.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { NewEvents } from "../log/NewEvents.js"
import {
  type FoundReport,
  type MessageReference,
  reportOf,
  reportOfEntry,
  type ReportOrigin,
  tidyReference,
  tidyReport
} from "./FoundReport.js"
import { maxExcerptLength, unmatchedView } from "./StoredReport.js"
import type { FoundMessage } from "./decideReports.js"
import { makeRecordReports, type RecordedReport } from "./recordReports.js"
import { reportedEmailQueries } from "./reportedEmailTable.js"
import { makeRetryReports, type Retried } from "./retryReports.js"
import { storedReportQueries } from "./storedReportTable.js"

export interface FeedbackService extends OperationsFor<string, "feedback"> {
  /**
   * Reports of a bounce message or a provider's webhook, a hundred at a time; concurrent calls
   * share transactions. What no message is found for is kept for 30 days, unless `keepUnmatched` is
   * false.
   */
  readonly receive: (
    origin: ReportOrigin,
    reports: ReadonlyArray<FoundReport>,
    options?: { readonly keepUnmatched?: boolean }
  ) => Effect.Effect<ReadonlyArray<FeedbackResult["outcome"]>, StorageError>
  /**
   * Keeps for 30 days how something begins that isn't understood, such as mail at a return path.
   * False if the same is there already, or if too much of this origin was kept today.
   */
  readonly keepUnread: (
    origin: ReportOrigin,
    unread: {
      readonly excerpt: string
      readonly message?: MessageReference
      readonly recipient?: string | undefined
    }
  ) => Effect.Effect<boolean, StorageError>
  /** What no message of any tenant is known for. */
  readonly listOperators: (
    request?: ListUnmatchedFeedback
  ) => Effect.Effect<UnmatchedFeedbackList, ValidationFailed | StorageError>
  /** Stored reports that are due, and those whose messages `settled` named. */
  readonly retry: (limit: number) => Effect.Effect<Retried, StorageError>
  /**
   * Call it when outcomes of messages were recorded: `retry` tries reports that wait for them at
   * once.
   */
  readonly settled: (emailId: string) => void
  /** A listener that returns when `retry` has something to do that `nextDue` didn't announce. */
  readonly listen: Effect.Effect<Effect.Effect<void>>
}

const decodeReport = decode(FeedbackReport)
const decodeBatch = decode(FeedbackBatch)
const decodeList = decode(ListUnmatchedFeedback)

/** Needn't be looked for: whether it is there is seen when it is locked. */
const namedIn = (
  tenantId: string | null,
  { email_id }: MessageReference
): FoundMessage | undefined =>
  tenantId !== null && email_id !== undefined && isId("em", email_id)
    ? { tenant_id: tenantId, email_id }
    : undefined

/** In one transaction. */
const reportsAtOnce = 100

const make = Effect.gen(function* () {
  const { write } = yield* Database
  const newEvents = yield* NewEvents
  const messages = yield* reportedEmailQueries
  const storedReports = yield* storedReportQueries
  const recordReports = yield* makeRecordReports
  const meters = yield* CurrentMeters
  const retries = makeRetryReports({ ...recordReports, nextDue: storedReports.nextDue })

  const announce = (recorded: ReadonlyArray<RecordedReport>) =>
    Effect.suspend(() => {
      retries.note(recorded)
      return recorded.some(({ result }) => result.outcome === "recorded")
        ? newEvents.signal
        : Effect.void
    })

  const find = ({ tenant_id }: ReportOrigin, reports: ReadonlyArray<FoundReport>) =>
    Effect.gen(function* () {
      const named = reports.map(({ message }) => namedIn(tenant_id, message))
      const others = reports.filter((_, index) => named[index] === undefined)
      if (others.length === 0) return named
      const queries = others.map(({ message, recipient }) => ({ tenant_id, message, recipient }))
      const found = [...(yield* stored(messages.find(queries)))]
      return named.map((one) => one ?? found.shift())
    })

  const recordSome = (
    origin: ReportOrigin,
    given: ReadonlyArray<FoundReport>,
    keepUnmatched: boolean
  ): Effect.Effect<ReadonlyArray<FeedbackResult>, StorageError> =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const { source } = origin
      // A report that waits happened when it came.
      const reports = given.map((report) => ({ ...tidyReport(report), at: report.at ?? now }))
      const found = yield* find(origin, reports)
      const recorded = yield* recordReports.record(
        reports.map((report, index) => ({ origin, report, found: found[index], keepUnmatched }))
      )
      yield* announce(recorded)
      for (const { kind } of given) meters?.add("telemark_feedback_total", { source, kind })
      return recorded.map(({ result }) => result)
    })

  /** So that a thousand don't keep the event loop and the database. */
  const recordAll: typeof recordSome = (origin, given, keepUnmatched) =>
    given.length === 0
      ? Effect.succeed([])
      : Effect.map(
          Effect.forEach(Arr.chunksOf(given, reportsAtOnce), (some, index) =>
            Effect.andThen(
              index === 0 ? Effect.void : pause(),
              recordSome(origin, some, keepUnmatched)
            )
          ),
          (results) => results.flat()
        )

  const list = (
    tenantId: string | null,
    input: ListUnmatchedFeedback = {}
  ): Effect.Effect<UnmatchedFeedbackList, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const request = yield* Effect.fromResult(decodeList(input))
      const page = yield* Effect.fromResult(requestedPage(request))
      const { after } = request
      const found =
        after === undefined || isId("frep", after)
          ? yield* storedReports.list(tenantId, { ...page, after })
          : undefined
      if (found === undefined) return yield* unknownAfter("unmatched feedback")
      return pageEndingWith(found, page, unmatchedView, (last) => last.id)
    })

  return Feedback.of({
    record: (tenant_id, email_id, input) =>
      Effect.gen(function* () {
        const report = yield* Effect.fromResult(decodeReport(input))
        if (!isId("em", email_id)) return yield* new NotFound()
        const reports = [reportOf({ email_id }, report)]
        const [result] = yield* recordAll({ tenant_id, source: "api" }, reports, false)
        return result === undefined || result.outcome === "unknown_email"
          ? yield* new NotFound()
          : result
      }),

    receive: (origin, reports, { keepUnmatched = true } = {}) =>
      Effect.map(recordAll(origin, reports, keepUnmatched), (results) =>
        results.map(({ outcome }) => outcome)
      ),

    recordBatch: (tenant_id, input) =>
      Effect.gen(function* () {
        const { reports } = yield* Effect.fromResult(decodeBatch({ reports: input }))
        const origin = { tenant_id, source: "api" }
        return { data: yield* recordAll(origin, reports.map(reportOfEntry), true) }
      }),

    keepUnread: (origin, { excerpt, message = {}, recipient }) => {
      const text = excerpt.slice(0, maxExcerptLength).replaceAll("\0", "").toWellFormed()
      const report = {
        kind: "unread",
        excerpt: text,
        ...tidyReference({ message, recipient })
      } as const
      return Effect.map(
        write(storedReports.insert([{ origin, report, reason: "unread", email_id: null }])),
        ({ added }) => added > 0
      )
    },

    unmatched: list,

    listOperators: (request) => list(null, request),

    retry: (limit) =>
      Effect.gen(function* () {
        const { hasMore, nextDue, recorded } = yield* retries.retry(limit)
        yield* announce(recorded)
        return { tried: recorded.length, hasMore, nextDue }
      }),

    settled: retries.settled,

    listen: retries.listen
  })
})

/** Reports on messages after their delivery to the next hop. */
export class Feedback extends Context.Service<Feedback, FeedbackService>()(
  "@telemark/core/Feedback"
) {
  static readonly layer: Layer.Layer<Feedback, never, Database | NewEvents> = Layer.effect(
    this,
    make
  )
}
