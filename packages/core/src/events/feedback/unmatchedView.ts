import { timestamp, type UnmatchedFeedback } from "@telemark/contract"
import type { StoredReport } from "./StoredReport.js"

const instantOrNull = (millis: number | null | undefined): string | null =>
  typeof millis === "number" ? timestamp(millis) : null

/** A stored report as it is listed. */
export const unmatchedView = ({
  attempts,
  created_at,
  due_at,
  id,
  reason,
  report,
  source
}: StoredReport): UnmatchedFeedback => ({
  id,
  source,
  reason: reason === "unread" ? "unread" : "unmatched",
  kind: report.kind === "unread" ? null : report.kind,
  email_id: report.message.email_id ?? null,
  message_id: report.message.message_id ?? null,
  provider_id: report.message.provider_id ?? null,
  recipient: report.recipient ?? null,
  smtp_response: "smtp_response" in report ? (report.smtp_response ?? null) : null,
  excerpt: report.kind === "unread" ? report.excerpt : null,
  at: report.kind === "unread" ? null : instantOrNull(report.at),
  attempts,
  next_attempt_at: instantOrNull(due_at),
  created_at: timestamp(created_at)
})
