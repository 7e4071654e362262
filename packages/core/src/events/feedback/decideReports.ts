import { type FeedbackResult, splitAddress } from "@telemark/contract"
import { withEngagement } from "../analytics/countedAs.js"
import type { Change } from "../analytics/periodCounts.js"
import { isPseudonym } from "../../sending/people/erased.js"
import { bareEvent, type EventRecord } from "../log/Event.js"
import type { NewEvent } from "../log/writeEvents.js"
import { type CountedMail, countReport } from "../reputation/countedMail.js"
import type { FoundReport } from "./FoundReport.js"
import {
  decideFeedback,
  type FeedbackFact,
  type ReportedEmail,
  type SuppressionCause
} from "./decideFeedback.js"

export interface FoundMessage {
  readonly tenant_id: string
  readonly email_id: string
}

export interface MatchedReport {
  readonly report: FoundReport
  readonly found: FoundMessage | undefined
}

export interface ReportedRow extends Omit<ReportedEmail, "isUnsubscribed"> {
  readonly id: string
  readonly tenant_id: string
  readonly recipient_email: string
  readonly topic: string | null
  readonly sender_email: string
  /** As bits. */
  readonly engagement: number
}

interface KnownOfReports {
  readonly rows: ReadonlyArray<ReportedRow>
  /** Of `eventKey`. */
  readonly eventKeys: ReadonlySet<string>
  /** Ids of messages. */
  readonly unsubscribed: ReadonlySet<string>
}

interface NewSuppression {
  readonly tenant_id: string
  readonly email_address: string
  readonly reason: SuppressionCause
  readonly added_at: number
  /**
   * Only the message's topic if the recipient unsubscribed, else all mail: a dead address is dead
   * for all, and who reports spam is left alone.
   */
  readonly topic: string | null
}

interface Words {
  readonly smtp_response: string | null
  readonly error_message: string | null
  readonly event: EventRecord
}

interface Email {
  readonly before: ReportedRow
  now: ReportedRow
  isUnsubscribed: boolean
  facts: ReadonlyArray<FeedbackFact>
  isTouched: boolean
}

export const eventKey = (emailId: string, type: string, key: string): string =>
  JSON.stringify([emailId, type, key])

const isSame = (a: ReportedRow, b: ReportedRow): boolean =>
  a.status === b.status &&
  a.smtp_response === b.smtp_response &&
  a.error_message === b.error_message &&
  a.failure_code === b.failure_code &&
  a.engagement === b.engagement

/** `moved_from`: its status before, null if that is the same. */
const changedRow = ({ before, facts, now }: Email) => {
  const { engagement, error_message, failure_code, id, smtp_response, status } = now
  const at = (name: FeedbackFact["status"]): number | null =>
    facts.find((fact) => fact.status === name)?.at ?? null
  return {
    id,
    status,
    smtp_response,
    error_message,
    failure_code,
    engagement,
    moved_from: status === before.status ? null : before.status,
    delivered_at: at("delivered"),
    bounced_at: at("bounced"),
    complained_at: at("complained")
  }
}

/** What is reported of an erased person's message: what servers and programs said names people. */
const withoutWords = <Changed extends Words>({ event, ...change }: Changed) => ({
  ...change,
  smtp_response: null,
  error_message: null,
  event: { ...event, data: bareEvent(event.data) }
})

/**
 * In their order: each sees what those before it change. `too_early`: it waits until its message
 * was sent.
 */
export const decideReports = (
  reports: ReadonlyArray<MatchedReport>,
  { eventKeys, rows, unsubscribed }: KnownOfReports,
  eventIds: ReadonlyArray<string>,
  now: number
) => {
  const emails = new Map(
    rows.map((row): readonly [string, Email] => [
      row.id,
      {
        before: row,
        now: row,
        isUnsubscribed: unsubscribed.has(row.id),
        facts: [],
        isTouched: false
      }
    ])
  )
  const keys = new Set(eventKeys)
  const events: Array<NewEvent> = []
  const changes: Array<Change> = []
  const counted: Array<CountedMail> = []
  const suppressions: Array<NewSuppression> = []

  const suppress = (
    { recipient_email, tenant_id, topic }: ReportedRow,
    reason: SuppressionCause | null,
    added_at: number
  ): void => {
    if (reason === null) return
    const onlyTopic = reason === "unsubscribe" ? topic : null
    suppressions.push({
      tenant_id,
      email_address: recipient_email,
      reason,
      added_at,
      topic: onlyTopic
    })
  }

  const decide = ({ found, report }: MatchedReport, eventId: string): FeedbackResult => {
    const email = found === undefined ? undefined : emails.get(found.email_id)
    if (email === undefined || email.before.tenant_id !== found?.tenant_id)
      return { outcome: "unknown_email", event_id: null }
    const { isUnsubscribed, now: row } = email
    const { id, tenant_id } = row
    const key =
      report.key === undefined ? undefined : eventKey(id, `email.${report.kind}`, report.key)
    if (key !== undefined && keys.has(key)) return { outcome: "repeated", event_id: null }
    const context = { tenant_id, email_id: id, eventId, now }
    const decision = decideFeedback(report, { ...row, isUnsubscribed }, context)
    if (decision._tag === "Wait") return { outcome: "too_early", event_id: null }
    if (decision._tag === "Leave") {
      suppress(row, decision.suppress, now)
      if (decision.fact !== undefined && decision.fact !== null) {
        email.facts = [...email.facts, decision.fact]
        email.isTouched = true
      }
      return { outcome: decision.reason, event_id: null }
    }
    const {
      engagement,
      event,
      suppress: cause,
      ...state
    } = isPseudonym(row.recipient_email) ? withoutWords(decision.change) : decision.change
    const { status } = state
    const next = { ...row, ...state, engagement: withEngagement(row.engagement, engagement) }
    if (!isSame(row, next)) email.isTouched = true
    if (
      status !== row.status &&
      (status === "delivered" || status === "bounced" || status === "complained")
    )
      email.facts = [...email.facts, { status, at: event.created_at }]
    suppress(row, cause, event.created_at)
    events.push({ ...event, report_key: report.key ?? null })
    const counts = countReport(row.status, status, state.failure_code)
    if (counts !== undefined)
      counted.push({
        ...counts,
        tenant_id,
        domain: splitAddress(row.sender_email)?.domain ?? "",
        at: now,
        sent_at: row.sent_at ?? row.created_at
      })
    changes.push({
      tenant_id,
      created_at: row.created_at,
      from: row.status,
      to: status,
      codeBefore: row.failure_code,
      code: state.failure_code,
      engagementBefore: row.engagement,
      engagement: next.engagement
    })
    email.now = next
    if (report.kind === "unsubscribed") email.isUnsubscribed = true
    if (key !== undefined) keys.add(key)
    return { outcome: "recorded", event_id: event.id }
  }

  const results = reports.map((one, index) => decide(one, eventIds[index] ?? ""))
  const touched = [...emails.values()].filter(({ isTouched }) => isTouched)
  return { results, rows: touched.map(changedRow), events, changes, counted, suppressions }
}
