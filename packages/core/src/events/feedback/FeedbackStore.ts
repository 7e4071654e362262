import type { EmailStatus, EventType, FailureCode, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Engagement } from "../analytics/countedAs.js"
import type { EventRecord } from "../log/Event.js"
import type { MessageReference, ReportOrigin } from "./FoundReport.js"
import type { KeptReport, StoredReport } from "./StoredReport.js"

/** The state of a message when a report comes. */
export interface ReportedEmail {
  readonly status: EmailStatus
  readonly created_at: number
  /** When the next hop accepted it; null if it isn't known to have. */
  readonly sent_at: number | null
  readonly attempts: number
  readonly smtp_provider: string
  readonly smtp_response: string | null
  readonly error_message: string | null
  readonly failure_code: FailureCode | null
  /**
   * Whether an unsubscription was recorded before. Only reports of type `email.unsubscribed` may
   * rely on it.
   */
  readonly isUnsubscribed: boolean
}

/** Everything that a report changes, in one transaction. */
export interface FeedbackChange {
  readonly event: EventRecord
  readonly report_key: string | null
  readonly status: EmailStatus
  readonly smtp_response: string | null
  readonly error_message: string | null
  readonly failure_code: FailureCode | null
  /** Why the recipient is suppressed, for what `suppressedTopic` says; null if it isn't. */
  readonly suppress: "bounce" | "complaint" | "unsubscribe" | null
  /**
   * What a person did with the message, which is counted once for each message; null or absent if
   * that isn't what the report says.
   */
  readonly engagement?: Engagement | null
}

/**
 * A status that a message had, whether or not it is the present one, and since when in epoch
 * milliseconds.
 */
export interface FeedbackFact {
  readonly status: "delivered" | "bounced" | "complained"
  readonly at: number
}

/**
 * What a report changes. `Leave`: the status stays, for that reason; the fact is stored unless the
 * message has it, and the recipient is suppressed if the report says so. `Wait`: the message isn't
 * known to have been sent, so the report is stored until it is.
 */
export type FeedbackDecision<Reason> =
  | { readonly _tag: "Change"; readonly change: FeedbackChange }
  | {
      readonly _tag: "Leave"
      readonly reason: Reason
      readonly suppress?: FeedbackChange["suppress"]
      readonly fact?: FeedbackFact | null
    }
  | { readonly _tag: "Wait" }

/** Context of a decision. `now` is in epoch milliseconds. */
export interface FeedbackContext {
  readonly tenant_id: string
  readonly email_id: string
  readonly eventId: string
  readonly now: number
}

export interface FoundMessage {
  readonly tenant_id: string
  readonly email_id: string
}

/** Which message to look for. `tenant_id` null: among all tenants' messages. */
export interface MessageQuery {
  readonly tenant_id: string | null
  readonly message: MessageReference
  /** Tells messages apart that share a Message-ID. */
  readonly recipient?: string | undefined
}

/** A report to record. */
export interface FeedbackEntry<Reason> {
  /** The message that it is about; undefined if none is known. */
  readonly found: FoundMessage | undefined
  readonly type: EventType
  readonly report_key: string | null
  /** Must be pure: it may run more than once. */
  readonly decide: (email: ReportedEmail, context: FeedbackContext) => FeedbackDecision<Reason>
  /** What is stored if the report has to wait. */
  readonly keep: { readonly origin: ReportOrigin; readonly report: KeptReport }
  /** Whether it is stored, too, if its message isn't found. */
  readonly keepUnmatched: boolean
}

/**
 * What became of a report. `Repeated`: its message has an event of this type and key already.
 * `Waiting`: it is stored until its message was sent; `TooEarly`: the same, but it isn't stored.
 */
export type FeedbackRecorded<Reason> =
  | { readonly _tag: "Recorded"; readonly event_id: string }
  | { readonly _tag: "Repeated" }
  | { readonly _tag: "Left"; readonly reason: Reason }
  | { readonly _tag: "Waiting"; readonly email_id: string }
  | { readonly _tag: "TooEarly" }
  | { readonly _tag: "NotFound" }

/**
 * Which stored reports to try again: those due at `now`, or those that wait for one of these
 * messages.
 */
export interface ReportsToRetry {
  readonly now: number
  readonly limit: number
  readonly emailIds?: ReadonlyArray<string> | undefined
}

/** A page of stored reports. `after`: the id of the last report of the page before. */
export interface StoredReportsPage {
  readonly limit: number
  readonly offset: number
  readonly after?: string | undefined
}

/** Port: recording reports on messages. */
export class FeedbackStore extends Context.Service<
  FeedbackStore,
  {
    /**
     * Finds messages by their ids; else by the id that the next hop gave them, be it given as such
     * or as a Message-ID; else by the Message-ID that the messages of one mail share. In the order
     * of the queries; undefined if no message is found, or if several are.
     */
    readonly find: (
      queries: ReadonlyArray<MessageQuery>
    ) => Effect.Effect<ReadonlyArray<FoundMessage | undefined>, StorageError>
    /**
     * For each report in its order: locks the message, calls `decide` with its state, and writes
     * the decision: status, facts, counters, suppression, event and outbox rows of webhook
     * endpoints and subscriptions, or the stored report. A report sees what those before it
     * changed. A changed status cancels a pending attempt. Reports may share a transaction; each is
     * recorded as a whole or not at all.
     */
    readonly record: <Reason>(
      entries: ReadonlyArray<FeedbackEntry<Reason>>
    ) => Effect.Effect<ReadonlyArray<FeedbackRecorded<Reason>>, StorageError>
    /**
     * Tries stored reports again, in the transaction that removes those that were recorded: no two
     * processes apply one twice. The others are due again after `pauseBefore`. Skips reports that
     * another transaction has locked. Returns one result for each report tried, in no order.
     */
    readonly retry: <Reason>(
      which: ReportsToRetry,
      entryOf: (
        stored: StoredReport
      ) => Pick<FeedbackEntry<Reason>, "type" | "report_key" | "decide">
    ) => Effect.Effect<ReadonlyArray<FeedbackRecorded<Reason>>, StorageError>
    /** When the next stored report is due, in epoch milliseconds; undefined if none is. */
    readonly nextDue: Effect.Effect<number | undefined, StorageError>
    /**
     * Stores what can't be read as a report. False if it is there already, or if too much of this
     * origin was stored today.
     */
    readonly keepUnread: (
      origin: ReportOrigin,
      report: KeptReport
    ) => Effect.Effect<boolean, StorageError>
    /**
     * Lists reports that no message is known for and what can't be read, newest first. `tenantId`
     * null: those of no tenant. Undefined if `after` is no such report.
     */
    readonly listUnmatched: (
      tenantId: string | null,
      page: StoredReportsPage
    ) => Effect.Effect<ReadonlyArray<StoredReport> | undefined, StorageError>
  }
>()("@telemark/core/FeedbackStore") {}
