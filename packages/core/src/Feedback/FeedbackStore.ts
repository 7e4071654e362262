import type { EmailStatus, FailureCode, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { EventRecord } from "../Events/index.js"

/** How a message stands when something is reported of it. */
export interface ReportedEmail {
  readonly status: EmailStatus
  readonly created_at: number
  readonly attempts: number
  readonly smtp_provider: string
  readonly smtp_response: string | null
  readonly error_message: string | null
  readonly failure_code: FailureCode | null
}

/** What a report changes: all of it in one transaction. */
export interface FeedbackChange {
  readonly event: EventRecord
  readonly report_key: string | null
  readonly status: EmailStatus
  readonly smtp_response: string | null
  readonly error_message: string | null
  readonly failure_code: FailureCode | null
  /** The reason under which the recipient is suppressed from now on; null if it isn't. */
  readonly suppress: "bounce" | "complaint" | "unsubscribe" | null
}

/** What a report changes; or why the message stays as it is, and the reason under which its recipient is suppressed nevertheless (null by default). */
export type FeedbackDecision<Reason> =
  | { readonly _tag: "Change"; readonly change: FeedbackChange }
  | { readonly _tag: "Leave"; readonly reason: Reason; readonly suppress?: FeedbackChange["suppress"] }

/** Port: recording what is reported of messages. */
export class FeedbackStore extends Context.Tag("@telemark/core/FeedbackStore")<FeedbackStore, {
  /**
   * Holds the message, asks `decide` what follows from how it stands, and writes that: status, counters, suppression, event, and
   * what is owed to webhook endpoints and subscriptions. A message that waits for another attempt doesn't wait any longer once its
   * status is changed. `decide` may be asked again, and must not have effects. Answers `NotFound` if there is no such message,
   * `Repeated` if this message has an event of the same type and `report_key` already, `Left` with the reason where `decide` wants no change,
   * but for the suppression.
   */
  readonly record: <Reason>(
    tenantId: string,
    emailId: string,
    decide: (email: ReportedEmail) => FeedbackDecision<Reason>
  ) => Effect.Effect<
    | { readonly _tag: "Recorded" }
    | { readonly _tag: "Repeated" }
    | { readonly _tag: "NotFound" }
    | { readonly _tag: "Left"; readonly reason: Reason },
    StorageError
  >
}>() {}
