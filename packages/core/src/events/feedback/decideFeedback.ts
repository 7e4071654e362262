import type { EmailStatus, EventType, FailureCode } from "@telemark/contract"
import { failureCodeOf, type Verdict } from "../../delivery/replies/Verdict.js"
import { type Cause, transition } from "../../delivery/settlement/transition.js"
import type { Engagement } from "../analytics/countedAs.js"
import type { EventData } from "../log/Event.js"
import type {
  FeedbackChange,
  FeedbackContext,
  FeedbackDecision,
  FeedbackFact,
  ReportedEmail
} from "./FeedbackStore.js"
import type { Report, ReportKind } from "./report.js"

/** Reports that may change the status; the others never do. */
const causes: Readonly<Partial<Record<ReportKind, Cause>>> = {
  delivered: "delivery_reported",
  deferred: "delay_reported",
  bounced: "bounce_reported",
  complained: "complaint_reported"
}

const undecided: ReadonlySet<EmailStatus> = new Set<EmailStatus>(["queued", "sending"])

const suppressions = { complained: "complaint", unsubscribed: "unsubscribe" } as const

const suppressionOf = (report: Report): FeedbackChange["suppress"] => {
  if (report.kind === "bounced") return report.verdict === "invalid_recipient" ? "bounce" : null
  if (report.kind === "unsubscribed")
    return report.applied === true ? null : suppressions.unsubscribed
  return report.kind === "complained" ? suppressions.complained : null
}

/** What isn't known to be a program's is a person's: most providers don't say. */
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

const explained = (report: Report, email: ReportedEmail): string | null => {
  switch (report.kind) {
    case "delivered":
      return null
    case "deferred":
      return "The next hop reports that it could not deliver the message yet. It keeps trying."
    case "bounced":
      return (
        bounces[report.verdict ?? "undetermined"] ??
        "The receiving side refused the message permanently, according to a later report."
      )
    default:
      return email.error_message
  }
}

const particulars = (
  report: Report
): Pick<EventData, "link" | "user_agent" | "machine" | "verdict"> => {
  switch (report.kind) {
    case "opened":
    case "clicked":
      return {
        ...(report.kind === "clicked" ? { link: report.link } : {}),
        ...(report.user_agent === undefined ? {} : { user_agent: report.user_agent }),
        ...(report.machine === undefined ? {} : { machine: report.machine })
      }
    case "bounced":
      return { verdict: report.verdict ?? "undetermined" }
    case "deferred":
      return { verdict: "transient" }
    default:
      return {}
  }
}

/** The failure code after a report; reports that don't change the status leave it unchanged. */
const failureCodeAfter = (report: Report, email: ReportedEmail): FailureCode | null => {
  switch (report.kind) {
    case "delivered":
    case "complained":
      return null
    case "deferred":
      return "transient"
    case "bounced":
      return failureCodeOf(report.verdict ?? "undetermined")
    default:
      return email.failure_code
  }
}

const responseOf = (report: Report, email: ReportedEmail): string | null =>
  ("smtp_response" in report ? report.smtp_response : undefined) ?? email.smtp_response

/**
 * Clocks differ, and many reports name only the second: clamps the time to between the next hop's
 * acceptance of the message, or ours, and now.
 */
const instantOf = ({ at }: Report, { created_at, sent_at }: ReportedEmail, now: number): number =>
  Math.max(sent_at ?? created_at, Math.min(at ?? now, now))

/** The status after a report; undefined if the message has advanced beyond it. */
const statusAfter = (
  kind: ReportKind,
  { sent_at, status }: ReportedEmail
): EmailStatus | undefined => {
  const cause = causes[kind]
  if (cause === undefined) return status
  // What the next hop hasn't accepted is deferred by us: we try again.
  const isOurs = kind === "deferred" && status === "deferred" && sent_at === null
  return isOurs ? undefined : transition(status, cause)
}

/** What a report says happened, and when; null if it reports no final status. */
const factOf = (kind: ReportKind, at: number): FeedbackFact | null =>
  kind === "delivered" || kind === "bounced" || kind === "complained" ? { status: kind, at } : null

/**
 * What a report changes: status, suppression and event. If the message has advanced beyond it, it
 * is only stored as a fact, and may suppress the recipient. It waits if the message isn't known to
 * have been sent.
 */
export const decideFeedback = (
  report: Report,
  email: ReportedEmail,
  { email_id, eventId, now, tenant_id }: FeedbackContext
): FeedbackDecision<"superseded" | "repeated"> => {
  if (undecided.has(email.status)) return { _tag: "Wait" }
  const suppress = suppressionOf(report)
  const at = instantOf(report, email, now)
  if (report.kind === "unsubscribed" && email.isUnsubscribed)
    return { _tag: "Leave", reason: "repeated", suppress }
  const status = statusAfter(report.kind, email)
  // The recipient is still suppressed: a bounce that explains an earlier one may be the first to
  // blame the address.
  if (status === undefined)
    return { _tag: "Leave", reason: "superseded", suppress, fact: factOf(report.kind, at) }
  const smtp_response = responseOf(report, email)
  const error_message = explained(report, email)
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
          error_message,
          next_attempt_at: null,
          reported: true,
          ...particulars(report)
        }
      },
      report_key: report.key ?? null,
      status,
      smtp_response,
      error_message,
      failure_code: failureCodeAfter(report, email),
      suppress,
      engagement: engagementOf(report)
    }
  }
}
