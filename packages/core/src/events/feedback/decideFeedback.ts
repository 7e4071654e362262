import type { EmailStatus, Engagement, EventType, FailureCode } from "@telemark/contract"
import { type Cause, transition } from "../../delivery/message/transition.js"
import { failureCodeOf, suppresses, type Verdict } from "../../delivery/replies/Verdict.js"
import { type EventData, type EventRecord, visitOf } from "../log/Event.js"
import type { Report, ReportKind } from "./FoundReport.js"

export interface ReportedEmail {
  readonly status: EmailStatus
  readonly created_at: number
  /** Null if it isn't known to have been accepted by the next hop. */
  readonly sent_at: number | null
  readonly attempts: number
  readonly smtp_provider: string
  readonly smtp_response: string | null
  readonly error_message: string | null
  readonly failure_code: FailureCode | null
  /** Known only if one is reported. */
  readonly isUnsubscribed: boolean
}

/** In one transaction. */
interface FeedbackChange {
  readonly event: EventRecord
  readonly status: EmailStatus
  readonly smtp_response: string | null
  readonly error_message: string | null
  readonly failure_code: FailureCode | null
  readonly suppress: SuppressionCause | null
  /** Counted once for each message. */
  readonly engagement: Engagement | null
}

export type SuppressionCause = "bounce" | "complaint" | "unsubscribe"

/** A status that a message had, present or not, and since when in epoch milliseconds. */
export interface FeedbackFact {
  readonly status: "delivered" | "bounced" | "complained"
  readonly at: number
}

/**
 * `Leave`: the status stays; the fact is stored unless the message has it, and the recipient may be
 * suppressed. `Wait`: the message isn't known to have been sent.
 */
type FeedbackDecision =
  | { readonly _tag: "Change"; readonly change: FeedbackChange }
  | {
      readonly _tag: "Leave"
      readonly reason: "superseded" | "repeated"
      readonly suppress: SuppressionCause | null
      readonly fact?: FeedbackFact | null
    }
  | { readonly _tag: "Wait" }

interface FeedbackContext {
  readonly tenant_id: string
  readonly email_id: string
  readonly eventId: string
  readonly now: number
}

/** These may change the status. */
const causes: Readonly<Partial<Record<ReportKind, Cause>>> = {
  delivered: "delivery_reported",
  deferred: "delay_reported",
  bounced: "bounce_reported",
  complained: "complaint_reported"
}

const suppressionOf = (report: Report): SuppressionCause | null => {
  if (report.kind === "bounced")
    return suppresses(report.verdict ?? "undetermined") ? "bounce" : null
  if (report.kind === "unsubscribed") return report.applied === true ? null : "unsubscribe"
  return report.kind === "complained" ? "complaint" : null
}

/** Most providers don't say: what isn't known to be a program's is a person's. */
const engagementOf = (report: Report): Engagement | null => {
  switch (report.kind) {
    case "opened":
    case "clicked":
      return report.machine === true ? null : report.kind
    case "unsubscribed":
      return report.kind
    default:
      return null
  }
}

const bounces: Readonly<Partial<Record<Verdict, string>>> = {
  invalid_recipient:
    "The recipient's address does not exist or takes no mail, according to a later report.",
  mailbox_full: "The recipient's mailbox is full, according to a later report.",
  content: "The receiving side refuses the content of the message, according to a later report.",
  policy:
    "The receiving side refuses mail from this sender or server by policy, according to a later report."
}

/** Reports that don't change the status leave it unchanged. */
const failureAfter = (
  report: Report,
  { error_message, failure_code }: ReportedEmail
): Pick<FeedbackChange, "error_message" | "failure_code"> => {
  switch (report.kind) {
    case "delivered":
      return { error_message: null, failure_code: null }
    case "deferred":
      return {
        error_message:
          "The next hop reports that it could not deliver the message yet. It keeps trying.",
        failure_code: "transient"
      }
    case "bounced": {
      const { verdict = "undetermined" } = report
      return {
        error_message:
          bounces[verdict] ??
          "The receiving side refused the message permanently, according to a later report.",
        failure_code: failureCodeOf(verdict)
      }
    }
    case "complained":
      return { error_message, failure_code: null }
    default:
      return { error_message, failure_code }
  }
}

const particulars = (
  report: Report
): Pick<EventData, "link" | "user_agent" | "machine" | "verdict"> => {
  switch (report.kind) {
    case "opened":
    case "clicked":
      return visitOf(report)
    case "bounced":
      return { verdict: report.verdict ?? "undetermined" }
    case "deferred":
      return { verdict: "transient" }
    default:
      return {}
  }
}

const responseOf = (report: Report, email: ReportedEmail): string | null =>
  ("smtp_response" in report ? report.smtp_response : undefined) ?? email.smtp_response

/**
 * Clocks differ, and many reports name only the second: between the next hop's acceptance, or ours,
 * and now.
 */
const instantOf = ({ at }: Report, { created_at, sent_at }: ReportedEmail, now: number): number =>
  Math.max(sent_at ?? created_at, Math.min(at ?? now, now))

/** Undefined if the message has advanced beyond it. */
const statusAfter = (
  kind: ReportKind,
  { sent_at, status }: ReportedEmail
): EmailStatus | undefined => {
  const cause = causes[kind]
  if (cause === undefined) return status
  // What the next hop hasn't accepted is deferred by us.
  const isOurs = kind === "deferred" && status === "deferred" && sent_at === null
  return isOurs ? undefined : transition(status, cause)
}

/** Null if it reports no final status. */
const factOf = (kind: ReportKind, at: number): FeedbackFact | null =>
  kind === "delivered" || kind === "bounced" || kind === "complained" ? { status: kind, at } : null

/**
 * If the message has advanced beyond the report, it is only stored as a fact, and may suppress the
 * recipient.
 */
export const decideFeedback = (
  report: Report,
  email: ReportedEmail,
  { email_id, eventId, now, tenant_id }: FeedbackContext
): FeedbackDecision => {
  if (email.status === "queued" || email.status === "sending") return { _tag: "Wait" }
  const suppress = suppressionOf(report)
  const at = instantOf(report, email, now)
  if (report.kind === "unsubscribed" && email.isUnsubscribed)
    return { _tag: "Leave", reason: "repeated", suppress }
  const status = statusAfter(report.kind, email)
  // Still suppressed: a bounce that explains an earlier one may be the first to blame the address.
  if (status === undefined)
    return { _tag: "Leave", reason: "superseded", suppress, fact: factOf(report.kind, at) }
  const smtp_response = responseOf(report, email)
  const failure = failureAfter(report, email)
  const type: EventType = `email.${report.kind}`
  return {
    _tag: "Change",
    change: {
      event: {
        id: eventId,
        tenant_id,
        email_id,
        type,
        created_at: at,
        data: {
          status,
          attempts: email.attempts,
          smtp_provider: email.smtp_provider,
          smtp_response,
          error_message: failure.error_message,
          next_attempt_at: null,
          reported: true,
          ...particulars(report)
        }
      },
      status,
      smtp_response,
      ...failure,
      suppress,
      engagement: engagementOf(report)
    }
  }
}
