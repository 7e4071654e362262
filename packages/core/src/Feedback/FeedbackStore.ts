import type { EmailStatus, FailureCode, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { EventRecord } from "../Events/index.js"
import type { MessageReference } from "./FoundReport.js"

/** The state of a message when a report comes. */
export interface ReportedEmail {
  readonly status: EmailStatus
  readonly created_at: number
  readonly attempts: number
  readonly smtp_provider: string
  readonly smtp_response: string | null
  readonly error_message: string | null
  readonly failure_code: FailureCode | null
}

/** Everything that a report changes, in one transaction. */
export interface FeedbackChange {
  readonly event: EventRecord
  readonly report_key: string | null
  readonly status: EmailStatus
  readonly smtp_response: string | null
  readonly error_message: string | null
  readonly failure_code: FailureCode | null
  readonly suppress: "bounce" | "complaint" | "unsubscribe" | null
}

/** What a report changes; or why the message stays as it is, and the reason to suppress its recipient nevertheless (null by default). */
export type FeedbackDecision<Reason> =
  | { readonly _tag: "Change"; readonly change: FeedbackChange }
  | { readonly _tag: "Leave"; readonly reason: Reason; readonly suppress?: FeedbackChange["suppress"] }

/** Port: recording reports on messages. */
export class FeedbackStore extends Context.Tag("@telemark/core/FeedbackStore")<FeedbackStore, {
  /** Finds the message that a report names: by its id, else by the id that the next hop gave it. `tenantId` null: among all tenants' messages. */
  readonly find: (
    tenantId: string | null,
    message: MessageReference
  ) => Effect.Effect<{ readonly tenant_id: string; readonly email_id: string } | undefined, StorageError>
  /**
   * Locks the message, calls `decide` with its state, and writes the change: status, counters, suppression, event and outbox rows of webhook
   * endpoints and subscriptions. A changed status cancels a pending attempt. `decide` must be pure: it may run more than once. `NotFound` if there is
   * no such message; `Repeated` if it already has an event of this type and `report_key`; `Left` if `decide` wants no change apart from the
   * suppression.
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
