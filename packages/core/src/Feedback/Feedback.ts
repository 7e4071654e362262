import {
  decode, FeedbackBatch, FeedbackReport, type FeedbackResult, type FeedbackResults, NotFound, oneLine, readInstantOrDate, type StorageError, type ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { isId, newId } from "../Ids/index.js"
import { NewEvents } from "../NewEvents/index.js"
import { decideFeedback } from "./decideFeedback.js"
import { emailIdIn } from "./emailIdIn.js"
import { FeedbackStore } from "./FeedbackStore.js"
import type { FoundReport, ReportOrigin } from "./FoundReport.js"
import type { Report } from "./report.js"

export interface FeedbackService {
  /** Records a report on a message: status, suppression, event and counters, in one transaction. */
  readonly record: (tenantId: string, emailId: string, report: FeedbackReport) => Effect.Effect<FeedbackResult, NotFound | ValidationFailed | StorageError>
  /** Records reports that a bounce message or a provider's webhook contains; the outcome of each. */
  readonly receive: (origin: ReportOrigin, reports: ReadonlyArray<FoundReport>) => Effect.Effect<ReadonlyArray<FeedbackResult["outcome"]>, StorageError>
  /** Records reports on several messages, one by one. */
  readonly recordBatch: (tenantId: string, reports: FeedbackBatch["reports"]) => Effect.Effect<FeedbackResults, ValidationFailed | StorageError>
}

const maxReplyLength = 1000

const decodeReport = decode(FeedbackReport)
const decodeBatch = decode(FeedbackBatch)

/** Reports of a batch that are recorded side by side. Each is a transaction. */
const atOnce = 8

/** Our id in a Message-ID, which has it as its left part unless the mail showed several recipients. */
const emailIdOf = ({ email_id, message_id }: FeedbackBatch["reports"][number]): string => email_id ?? emailIdIn(message_id) ?? ""

/** A report of the interface as one that can be decided on. */
const reportOf = (email_id: string, { at, failure_code, kind, link = "", machine, smtp_response, user_agent, key }: FeedbackReport): Report => {
  const common = { email_id, at: at === undefined ? undefined : readInstantOrDate(at), key }
  switch (kind) {
    case "delivered":
    case "deferred":
      return { ...common, kind, smtp_response }
    case "bounced":
      return { ...common, kind, smtp_response, verdict: failure_code }
    case "opened":
      return { ...common, kind, user_agent, machine }
    case "clicked":
      return { ...common, kind, link, user_agent, machine }
    case "complained":
    case "unsubscribed":
      return { ...common, kind }
  }
}

const line = (text: string | undefined) => text === undefined ? undefined : oneLine(text).slice(0, maxReplyLength).toWellFormed()

const tidy = (report: Report): Report => {
  switch (report.kind) {
    case "delivered":
    case "deferred":
    case "bounced":
      return { ...report, smtp_response: line(report.smtp_response) }
    case "opened":
    case "clicked":
      return { ...report, user_agent: line(report.user_agent) }
    default:
      return report
  }
}

const unknown: FeedbackResult = { outcome: "unknown_email", event_id: null }

const make = Effect.gen(function*() {
  const store = yield* FeedbackStore
  const newEvents = yield* NewEvents

  const apply = (tenant_id: string, given: Report): Effect.Effect<FeedbackResult, StorageError> =>
    Effect.gen(function*() {
      const report = tidy(given)
      const emailId = report.email_id
      if (!isId("em", emailId)) return unknown
      const context = { tenant_id, eventId: yield* newId("evt"), now: yield* Clock.currentTimeMillis }
      const recorded = yield* store.record(tenant_id, emailId, (email) => decideFeedback(report, email, context))
      switch (recorded._tag) {
        case "NotFound":
          return unknown
        case "Repeated":
          return { outcome: "repeated", event_id: null }
        case "Left":
          return { outcome: recorded.reason, event_id: null }
        case "Recorded":
          yield* newEvents.signal
          return { outcome: "recorded", event_id: context.eventId }
      }
    })

  return Feedback.of({
    record: (tenantId, emailId, input) =>
      Effect.flatMap(decodeReport(input), (report) =>
        Effect.flatMap(apply(tenantId, reportOf(emailId, report)), (result) => result === unknown ? new NotFound() : Effect.succeed(result))),

    receive: (origin, reports) =>
      Effect.forEach(reports, ({ message, recipient: _, ...report }) =>
        Effect.flatMap(store.find(origin.tenant_id, message), (found) => found === undefined
          ? Effect.succeed(unknown.outcome)
          : Effect.map(apply(found.tenant_id, { ...report, email_id: found.email_id }), ({ outcome }) => outcome)), { concurrency: atOnce }),

    recordBatch: (tenantId, input) =>
      Effect.flatMap(decodeBatch({ reports: input }), ({ reports }) =>
        Effect.map(
          Effect.forEach(reports, (entry) => apply(tenantId, reportOf(emailIdOf(entry), entry)), { concurrency: atOnce }),
          (data) => ({ data })
        ))
  })
})

/** Feedback: reports on messages after their delivery to the next hop. */
export class Feedback extends Context.Tag("@telemark/core/Feedback")<Feedback, FeedbackService>() {
  static readonly layer: Layer.Layer<Feedback, never, FeedbackStore | NewEvents> = Layer.effect(this, make)
}
