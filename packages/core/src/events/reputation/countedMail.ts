import type { EmailStatus, FailureCode } from "@telemark/contract"
import { millisOf, startOf } from "../analytics/periodCounts.js"

const { day, hour } = millisOf

/** The windows that mail is judged over, in milliseconds. */
const windows = { hour, day, week: 7 * day } as const
export type ReputationWindow = keyof typeof windows

export const windowNames = Object.keys(windows) as ReadonlyArray<ReputationWindow>

export const perWindow = <A>(
  make: (window: ReputationWindow) => A
): Readonly<Record<ReputationWindow, A>> => ({
  hour: make("hour"),
  day: make("day"),
  week: make("week")
})

/**
 * When the first hour of each window begins: that of the instant at which the window begins. So a
 * window is up to an hour longer than its name says.
 */
export const windowStarts = (now: number): Readonly<Record<ReputationWindow, number>> =>
  perWindow((window) => startOf("hour", now - windows[window]))

/** How long hours are kept, in milliseconds. */
export const reputationKeptMillis = 8 * day

/** What became of mail in a time. */
export interface MailCounts {
  /** Messages that a next hop accepted, or refused because of their recipient. */
  readonly sent: number
  /** Messages whose recipient was refused permanently, at once or by a later report. */
  readonly bounced: number
  readonly complained: number
}

export type WindowCounts = Readonly<Record<ReputationWindow, MailCounts>>

/** What became of a tenant's mail in each window. */
export interface TenantCounts {
  readonly total: WindowCounts
  /** By sending domain, those with the most complaints and bounces in seven days first. */
  readonly domains: ReadonlyArray<{ readonly domain: string; readonly counts: WindowCounts }>
}

/**
 * Refusals that say that a list is bad: nobody has the address, or nothing takes mail for its
 * domain. A rate needs less certainty than suppressing an address, so `recipient_refused` counts,
 * which suppresses nobody. Full mailboxes, and refusals of the content, the sender or our servers
 * say nothing about the list.
 */
const hardBounces: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "invalid_recipient",
  "recipient_refused",
  "routing"
])

const isHardBounce = (status: EmailStatus, code: FailureCode | null): boolean =>
  status === "bounced" && code !== null && hardBounces.has(code)

/**
 * What an attempt counts as; undefined if as nothing, because the next hop neither accepted the
 * message nor refused its recipient.
 */
export const countAttempt = (
  status: EmailStatus,
  code: FailureCode | null
): MailCounts | undefined => {
  if (isHardBounce(status, code)) return { sent: 1, bounced: 1, complained: 0 }
  return status === "sent" ? { sent: 1, bounced: 0, complained: 0 } : undefined
}

/**
 * What a report counts as that changes a message's status from `before`; undefined if as nothing.
 * The message itself was counted when it was sent.
 */
export const countReport = (
  before: EmailStatus,
  status: EmailStatus,
  code: FailureCode | null
): MailCounts | undefined => {
  if (before === status) return undefined
  if (isHardBounce(status, code)) return { sent: 0, bounced: 1, complained: 0 }
  return status === "complained" ? { sent: 0, bounced: 0, complained: 1 } : undefined
}

/** What became of one message. Times are epoch milliseconds. */
export interface CountedMail extends MailCounts {
  readonly tenant_id: string
  readonly domain: string
  /** When it became known. */
  readonly at: number
  /** When the next hop accepted the message. */
  readonly sent_at: number
}

type CountedHour = Omit<CountedMail, "at"> & { readonly starts_at: number }

/** Outcomes of one tenant, domain and hour, of messages sent at one time. */
export const sumUpHours = (counted: ReadonlyArray<CountedMail>): ReadonlyArray<CountedHour> => {
  const sums = new Map<string, CountedHour>()
  for (const { at, bounced, complained, domain, sent, sent_at, tenant_id } of counted) {
    const starts_at = startOf("hour", at)
    // Attempts of one batch ended at about the same time; that of the first will do for all.
    const key = `${tenant_id} ${domain} ${String(starts_at)} ${sent > 0 ? "" : String(sent_at)}`
    const sum = sums.get(key)
    sums.set(key, {
      tenant_id,
      domain,
      starts_at,
      sent_at: sum?.sent_at ?? sent_at,
      sent: (sum?.sent ?? 0) + sent,
      bounced: (sum?.bounced ?? 0) + bounced,
      complained: (sum?.complained ?? 0) + complained
    })
  }
  return [...sums.values()]
}
