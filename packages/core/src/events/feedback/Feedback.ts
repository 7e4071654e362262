// The service as others see it, and the one effect that makes it: its methods share what they know.
import {
  decode,
  FeedbackBatch,
  FeedbackReport,
  type FeedbackResult,
  type FeedbackResults,
  ListUnmatchedFeedback,
  NotFound,
  requestedPage,
  type StorageError,
  type UnmatchedFeedbackList,
  ValidationFailed
} from "@telemark/contract"
import { Array as Arr, Clock, Context, Effect, Layer } from "effect"
import { isId } from "../../kernel/ids/newId.js"
import { pause } from "../../kernel/timeSlices/pause.js"
import { NewEvents } from "../log/NewEvents.js"
import {
  type FeedbackEntry,
  type FeedbackRecorded,
  FeedbackStore,
  type FoundMessage
} from "./FeedbackStore.js"
import type { FoundReport, MessageReference, ReportOrigin } from "./FoundReport.js"
import { maxExcerptLength, type StoredReport } from "./StoredReport.js"
import { decideFeedback } from "./decideFeedback.js"
import { reportOf, reportOfEntry } from "./reportOf.js"
import { tidyReport } from "./tidyReport.js"
import { unmatchedView } from "./unmatchedView.js"
import { makeWaitingMessages } from "./waitingMessages.js"

/** What a look at the stored reports came to. */
export interface Retried {
  /** How many reports were tried again. */
  readonly tried: number
  /** Whether more may be due. */
  readonly hasMore: boolean
  /** When the next one is due, in epoch milliseconds; undefined if none is. */
  readonly nextDue: number | undefined
}

export interface FeedbackService {
  /**
   * Records a report on a message: status, suppression, event and counters, in one transaction. If
   * the message isn't known to have been sent, the report is stored until it is.
   */
  readonly record: (
    tenantId: string,
    emailId: string,
    report: FeedbackReport
  ) => Effect.Effect<FeedbackResult, NotFound | ValidationFailed | StorageError>
  /**
   * Records reports that a bounce message or a provider's webhook contains, a hundred at a time; the
   * outcome of each. Reports of concurrent calls share transactions. What no message is found for is
   * kept for 30 days, unless `keepUnmatched` is false.
   */
  readonly receive: (
    origin: ReportOrigin,
    reports: ReadonlyArray<FoundReport>,
    options?: { readonly keepUnmatched?: boolean }
  ) => Effect.Effect<ReadonlyArray<FeedbackResult["outcome"]>, StorageError>
  /** Records reports on several messages, each by itself. */
  readonly recordBatch: (
    tenantId: string,
    reports: FeedbackBatch["reports"]
  ) => Effect.Effect<FeedbackResults, ValidationFailed | StorageError>
  /**
   * Keeps for 30 days how something begins that isn't a report Telemark understands, such as mail
   * at a return path; `message`, if it is known nevertheless. False if the same is there already,
   * or if too much of this origin was kept today.
   */
  readonly keepUnread: (
    origin: ReportOrigin,
    unread: {
      readonly excerpt: string
      readonly message?: MessageReference
      readonly recipient?: string | undefined
    }
  ) => Effect.Effect<boolean, StorageError>
  /** Lists a tenant's feedback that no message is known for, newest first. */
  readonly listUnmatched: (
    tenantId: string,
    request?: ListUnmatchedFeedback
  ) => Effect.Effect<UnmatchedFeedbackList, ValidationFailed | StorageError>
  /** The same of feedback without a tenant, for the operator. */
  readonly listOperators: (
    request?: ListUnmatchedFeedback
  ) => Effect.Effect<UnmatchedFeedbackList, ValidationFailed | StorageError>
  /**
   * Tries at most `limit` stored reports again: those that are due, and those whose messages
   * `settled` named.
   */
  readonly retry: (limit: number) => Effect.Effect<Retried, StorageError>
  /**
   * For the worker: call it when outcomes of messages were recorded. If reports that came in this
   * process wait for one of them, `retry` tries these at once.
   */
  readonly settled: (emailId: string) => void
  /**
   * Creates a listener that returns when `retry` has something to do that `nextDue` didn't
   * announce.
   */
  readonly listen: Effect.Effect<Effect.Effect<void>>
}

const decodeReport = decode(FeedbackReport)
const decodeBatch = decode(FeedbackBatch)
const decodeList = decode(ListUnmatchedFeedback)

type Reason = "superseded" | "repeated"
type Recorded = FeedbackRecorded<Reason>

const entryOf = (
  report: FoundReport
): Pick<FeedbackEntry<Reason>, "type" | "report_key" | "decide"> => ({
  type: `email.${report.kind}`,
  report_key: report.key ?? null,
  decide: (email, context) => decideFeedback(report, email, context)
})

/** Kept rows have no message of that type, which is never tried again. */
const storedEntryOf = ({
  report
}: StoredReport): Pick<FeedbackEntry<Reason>, "type" | "report_key" | "decide"> =>
  report.kind === "unread"
    ? {
        type: "email.deferred",
        report_key: null,
        decide: () => ({ _tag: "Leave", reason: "superseded" })
      }
    : entryOf(report)

const resultOf = (recorded: Recorded): FeedbackResult => {
  switch (recorded._tag) {
    case "Recorded":
      return { outcome: "recorded", event_id: recorded.event_id }
    case "Repeated":
      return { outcome: "repeated", event_id: null }
    case "Left":
      return { outcome: recorded.reason, event_id: null }
    case "Waiting":
      return { outcome: "waiting", event_id: null }
    case "TooEarly":
      return { outcome: "too_early", event_id: null }
    case "NotFound":
      return { outcome: "unknown_email", event_id: null }
  }
}

/** A message that needn't be looked for: the store checks that it is there. */
const namedIn = (
  tenantId: string | null,
  { email_id }: MessageReference
): FoundMessage | undefined =>
  tenantId !== null && email_id !== undefined && isId("em", email_id)
    ? { tenant_id: tenantId, email_id }
    : undefined

/** Reports of one call that are recorded in one transaction. */
const reportsAtOnce = 100

/** How often a process looks that has recorded nothing: the one that did may have died. */
const safetyMillis = 10 * 60 * 1000

const nothingBehind = () =>
  ValidationFailed.at(
    "after",
    "must be the id of unmatched feedback that exists; begin again without it"
  )

const make = Effect.gen(function* () {
  const store = yield* FeedbackStore
  const newEvents = yield* NewEvents
  const waiting = makeWaitingMessages()

  const announce = <R extends Recorded>(recorded: ReadonlyArray<R>) =>
    Effect.andThen(
      Effect.sync(() => {
        waiting.add(recorded.flatMap((one) => (one._tag === "Waiting" ? [one.email_id] : [])))
      }),
      recorded.some(({ _tag }) => _tag === "Recorded") ? newEvents.signal : Effect.void
    )

  const find = (origin: ReportOrigin, reports: ReadonlyArray<FoundReport>) =>
    Effect.gen(function* () {
      const named = reports.map(({ message }) => namedIn(origin.tenant_id, message))
      const others = reports.filter((_, index) => named[index] === undefined)
      if (others.length === 0) return named
      const found = yield* store.find(
        others.map(({ message, recipient }) => ({
          tenant_id: origin.tenant_id,
          message,
          recipient
        }))
      )
      const inOrder = [...found]
      return named.map((one) => one ?? inOrder.shift())
    })

  const applySome = (
    origin: ReportOrigin,
    given: ReadonlyArray<FoundReport>,
    keepUnmatched: boolean
  ): Effect.Effect<ReadonlyArray<FeedbackResult>, StorageError> =>
    given.length === 0
      ? Effect.succeed([])
      : Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          // A report that waits happened when it came.
          const reports = given.map((report) => ({ ...tidyReport(report), at: report.at ?? now }))
          const found = yield* find(origin, reports)
          const recorded = yield* store.record(
            reports.map((report, index) => ({
              ...entryOf(report),
              found: found[index],
              keep: { origin, report },
              keepUnmatched
            }))
          )
          yield* announce(recorded)
          return recorded.map(resultOf)
        })

  /** In pieces, so that a thousand of them don't keep the event loop and the database. */
  const apply: typeof applySome = (origin, given, keepUnmatched) =>
    Effect.map(
      Effect.forEach(Arr.chunksOf(given, reportsAtOnce), (some, index) =>
        Effect.andThen(index === 0 ? Effect.void : pause(), applySome(origin, some, keepUnmatched))
      ),
      (results) => results.flat()
    )

  const list = (
    tenantId: string | null,
    input: ListUnmatchedFeedback = {}
  ): Effect.Effect<UnmatchedFeedbackList, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const request = yield* Effect.fromResult(decodeList(input))
      const page = requestedPage(request)
      const { after } = request
      if (after !== undefined && page.offset > 0)
        return yield* ValidationFailed.at("after", "can't be combined with offset")
      const found =
        after === undefined || isId("frep", after)
          ? yield* store.listUnmatched(tenantId, { ...page, after })
          : undefined
      if (found === undefined) return yield* nothingBehind()
      const last = found.length < page.limit ? undefined : found.at(-1)
      return { data: found.map(unmatchedView), ...page, next: last?.id ?? null }
    })

  let knownDue: number | undefined
  let looksAgainAt = 0

  /**
   * An idle process doesn't look: reports of others wait for messages, and who records these looks
   * afterwards.
   */
  const mustLook = (now: number): boolean => {
    const must =
      waiting.takeNews() || now >= looksAgainAt || (knownDue !== undefined && now >= knownDue)
    if (must) looksAgainAt = now + safetyMillis
    return must
  }

  const look = Effect.map(store.nextDue, (nextDue) => {
    knownDue = nextDue
    return nextDue
  })

  const retryDue = (
    limit: number,
    now: number
  ): Effect.Effect<ReadonlyArray<Recorded>, StorageError> =>
    Effect.flatMap(look, (nextDue) =>
      nextDue === undefined || nextDue > now
        ? Effect.succeed([])
        : Effect.tap(store.retry({ now, limit }, storedEntryOf), look)
    )

  const retrySome = (limit: number, now: number) =>
    Effect.gen(function* () {
      const emailIds = waiting.take(limit)
      const settled =
        emailIds.length === 0 ? [] : yield* store.retry({ now, limit, emailIds }, storedEntryOf)
      const due = mustLook(now) ? yield* retryDue(limit, now) : []
      return { settled, due, nextDue: knownDue }
    })

  return Feedback.of({
    record: (tenantId, emailId, input) =>
      Effect.flatMap(Effect.fromResult(decodeReport(input)), (report) =>
        isId("em", emailId)
          ? Effect.flatMap(
              apply(
                { tenant_id: tenantId, source: "api" },
                [reportOf({ email_id: emailId }, report)],
                false
              ),
              ([result]) =>
                result === undefined || result.outcome === "unknown_email"
                  ? new NotFound()
                  : Effect.succeed(result)
            )
          : new NotFound()
      ),

    receive: (origin, reports, { keepUnmatched = true } = {}) =>
      Effect.map(apply(origin, reports, keepUnmatched), (results) =>
        results.map(({ outcome }) => outcome)
      ),

    recordBatch: (tenantId, input) =>
      Effect.flatMap(Effect.fromResult(decodeBatch({ reports: input })), ({ reports }) =>
        Effect.map(
          apply({ tenant_id: tenantId, source: "api" }, reports.map(reportOfEntry), true),
          (data) => ({ data })
        )
      ),

    keepUnread: (origin, { excerpt, message = {}, recipient }) => {
      const { message: reference, recipient: address } = tidyReport({
        kind: "complained",
        message,
        recipient
      })
      const text = excerpt.slice(0, maxExcerptLength).replaceAll("\0", "").toWellFormed()
      return store.keepUnread(origin, {
        kind: "unread",
        excerpt: text,
        message: reference,
        recipient: address
      })
    },

    listUnmatched: list,

    listOperators: (request) => list(null, request),

    retry: (limit) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const { due, nextDue, settled } = yield* retrySome(limit, now)
        const recorded = [...settled, ...due]
        yield* announce(recorded)
        return {
          tried: recorded.length,
          hasMore: due.length === limit || waiting.hasSettled(),
          nextDue
        }
      }),

    settled: waiting.settled,

    listen: waiting.listen
  })
})

/** Feedback: reports on messages after their delivery to the next hop. */
export class Feedback extends Context.Service<Feedback, FeedbackService>()(
  "@telemark/core/Feedback"
) {
  static readonly layer: Layer.Layer<Feedback, never, FeedbackStore | NewEvents> = Layer.effect(
    this,
    make
  )
}
