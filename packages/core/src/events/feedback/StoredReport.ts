import { timestamp, type UnmatchedFeedback } from "@telemark/contract"
import type { FoundReport, MessageReference } from "./FoundReport.js"

/** `message`, if it is known nevertheless. */
export interface UnreadFeedback {
  readonly kind: "unread"
  readonly excerpt: string
  readonly message: MessageReference
  readonly recipient?: string | undefined
}

export type KeptReport = FoundReport | UnreadFeedback

/** Its message isn't sent yet, none is known for it, or it can't be read. */
export type StoredReason = "too_early" | "unmatched" | "unread"

export interface StoredReport {
  /** `frep_…` */
  readonly id: string
  /** Null if messages of any tenant may be meant. */
  readonly tenant_id: string | null
  readonly source_name: string
  readonly reason: StoredReason
  readonly report: KeptReport
  /** How often it was tried again. */
  readonly attempts: number
  /** Epoch milliseconds; null if it no longer is. */
  readonly due_at: number | null
  readonly created_at: number
}

const second = 1000
const minute = 60 * second

/** 30 days. */
export const feedbackKeptMillis = 30 * 24 * 60 * minute

/** For each tenant, or the operator, and source: a flood must not fill the disk. */
export const maxKeptPerDay = 5_000

/** Characters. */
export const maxExcerptLength = 2_000

/**
 * Its outcome is usually recorded within a second. Behind a mail server that is down it may stay
 * queued for a day.
 */
const tooEarly = [1, 2, 4, 8, 15, 30, 60, 120, 300, 600, 900].map((seconds) => seconds * second)

/** For a message whose id isn't recorded yet. */
const unmatched = [2, 10, 30, 120, 300].map((seconds) => seconds * second)

const namesOtherId = ({ message: { email_id, message_id, provider_id } }: KeptReport): boolean =>
  email_id === undefined && (message_id !== undefined || provider_id !== undefined)

/**
 * Milliseconds to the next try, if there is one: for unmatched reports only if they name a message
 * by an id that the worker records after sending.
 */
export const pauseBefore = (
  reason: StoredReason,
  report: KeptReport,
  attempts: number
): number | null => {
  if (reason === "too_early") return tooEarly[Math.min(attempts, tooEarly.length - 1)] ?? null
  return reason === "unmatched" && namesOtherId(report) ? (unmatched[attempts] ?? null) : null
}

/** The same report isn't stored twice. Null without a key. */
export const identityOf = (
  tenantId: string | null,
  source: string,
  report: KeptReport
): string | null => {
  const { email_id = "", message_id = "", provider_id = "" } = report.message
  const about = [tenantId ?? "", source, email_id, message_id, provider_id, report.kind]
  if (report.kind === "unread") return JSON.stringify([...about, report.excerpt])
  return report.key === undefined ? null : JSON.stringify([...about, report.key])
}

const instantOrNull = (millis: number | null | undefined): string | null =>
  typeof millis === "number" ? timestamp(millis) : null

export const unmatchedView = ({
  attempts,
  created_at,
  due_at,
  id,
  reason,
  report,
  source_name
}: StoredReport): UnmatchedFeedback => ({
  id,
  source: source_name,
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
