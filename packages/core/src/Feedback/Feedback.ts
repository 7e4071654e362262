import { boundedText, decode, NotFound, oneLine, type StorageError, type ValidationFailed } from "@telemark/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Verdict } from "../Replies/index.js"
import { isId, newId } from "../Ids/index.js"
import { NewEvents } from "../NewEvents/index.js"
import { decideFeedback } from "./decide.js"
import { FeedbackStore } from "./FeedbackStore.js"
import type { Report, Reported } from "./report.js"

export interface FeedbackService {
  /** Records a report on a message: status, suppression, event and counters, in one transaction. */
  readonly record: (tenantId: string, report: Report) => Effect.Effect<Reported, NotFound | ValidationFailed | StorageError>
}

const maxReplyLength = 1000
const maxLinkLength = 8192

const Instant = Schema.Number.pipe(Schema.filter((millis) =>
  Number.isSafeInteger(millis) && millis >= 0 ? undefined : "must be an instant in epoch milliseconds"))

const common = { email_id: Schema.String, at: Schema.optional(Instant), key: Schema.optional(boundedText(255, 1)) }
const response = { smtp_response: Schema.optional(Schema.String) }
const opener = { user_agent: Schema.optional(Schema.String), machine: Schema.optional(Schema.Boolean) }

const decodeReport = decode(Schema.Union(
  Schema.Struct({ ...common, ...response, kind: Schema.Literal("delivered", "deferred") }),
  Schema.Struct({ ...common, ...response, kind: Schema.Literal("bounced"), verdict: Schema.optional(Verdict) }),
  Schema.Struct({ ...common, kind: Schema.Literal("complained", "unsubscribed") }),
  Schema.Struct({ ...common, ...opener, kind: Schema.Literal("opened") }),
  Schema.Struct({ ...common, ...opener, kind: Schema.Literal("clicked"), link: boundedText(maxLinkLength, 1) })
))

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

const make = Effect.gen(function*() {
  const store = yield* FeedbackStore
  const newEvents = yield* NewEvents

  const record: FeedbackService["record"] = (tenant_id, input) =>
    Effect.gen(function*() {
      const report = tidy(yield* decodeReport(input))
      if (!isId("em", report.email_id)) return yield* new NotFound()
      const context = { tenant_id, eventId: yield* newId("evt"), now: yield* Clock.currentTimeMillis }
      const recorded = yield* store.record(tenant_id, report.email_id, (email) => decideFeedback(report, email, context))
      switch (recorded._tag) {
        case "NotFound":
          return yield* new NotFound()
        case "Repeated":
          return { _tag: "Ignored", reason: "repeated" }
        case "Left":
          return recorded.reason === "too_early" ? { _tag: "TooEarly" } : { _tag: "Ignored", reason: "superseded" }
        case "Recorded":
          yield* newEvents.signal
          return { _tag: "Recorded", event_id: context.eventId }
      }
    })
  return Feedback.of({ record })
})

/** Feedback: reports on messages after their delivery to the next hop. */
export class Feedback extends Context.Tag("@telemark/core/Feedback")<Feedback, FeedbackService>() {
  static readonly layer: Layer.Layer<Feedback, never, FeedbackStore | NewEvents> = Layer.effect(this, make)
}
