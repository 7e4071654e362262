import type { EventType } from "@telemark/contract"
import { afterBackOff, type BackOff, type BackOffCause } from "../../delivery/backOffs/BackOff.js"
import { datedAt } from "../../delivery/message/Message.js"
import type { EmailRecord } from "../../sending/emails/Email.js"
import type { EventRecord } from "../log/Event.js"
import {
  clause,
  inBrackets,
  isCaptured,
  moment,
  nothingMore,
  onlyTaken,
  viaProvider
} from "./phrases.js"

const causes: Readonly<Record<BackOffCause, string>> = {
  asked_for_less: "the mail server asked for less mail",
  daily_limit: "the mail server's daily limit was reached",
  account_refused: "the mail server refused our account there",
  refused: "the mail server refused this service"
}

const whose = ({ sender_domain, tenant_id }: BackOff): string =>
  sender_domain !== ""
    ? `mail from ${sender_domain} waits`
    : tenant_id !== ""
      ? "all mail of this tenant waits"
      : "all mail on this route waits"

/** `known`: a reply that was already quoted. */
export const whatServerDid = (
  { cause, error_message, since, smtp_response }: BackOff,
  known?: string | null
): string => {
  const said =
    smtp_response === null
      ? inBrackets(clause(error_message))
      : smtp_response === known
        ? ""
        : inBrackets(smtp_response)
  return `${causes[cause]} at ${moment(since)}${said}`
}

/** A clause without a full stop. */
const whyMailWaits = (backOff: BackOff, known?: string | null): string =>
  `${whose(backOff)}, since ${whatServerDid(backOff, known)}`

const after = (attempts: number): string =>
  attempts < 1 ? "" : ` after ${String(attempts)} attempt${attempts === 1 ? "" : "s"}`

/**
 * Only 4xx and 5xx: a report without its own reply leaves that of the server that accepted the
 * message.
 */
const refusal = (reply: string | null): string =>
  /^[45]/.test(reply ?? "") ? inBrackets(reply) : ""

const queued = (email: EmailRecord, backOff: BackOff | undefined): string => {
  const { attempts, created_at, next_attempt_at, scheduled_at } = email
  const number = attempts + 1
  if (backOff !== undefined) {
    return `Waiting for attempt ${String(number)}, not before ${moment(afterBackOff(email, backOff))}: ${whyMailWaits(backOff)}.`
  }
  const wasGivenBack =
    attempts > 0 || (next_attempt_at !== null && next_attempt_at > datedAt(email))
  if (!wasGivenBack && scheduled_at !== null)
    return `Scheduled for ${moment(scheduled_at)}: its first attempt is due then.`
  if (!wasGivenBack) return `Waiting for its first attempt since ${moment(created_at)}.`
  const due = next_attempt_at === null ? "" : `, not before ${moment(next_attempt_at)}`
  return `Waiting for attempt ${String(number)}${due}: a worker released it, because its route was at its limit or the worker stopped.`
}

const sending = ({ attempts }: EmailRecord): string =>
  `${attempts < 1 ? "An attempt" : `Attempt ${String(attempts)}`} is under way. If its worker dies, another one takes over the message.`

const deferred = (
  email: EmailRecord,
  mayBeTaken: boolean,
  backOff: BackOff | undefined
): string => {
  const { attempts, error_message, next_attempt_at, smtp_response } = email
  if (next_attempt_at === null) {
    return `The mail server that took the message could not deliver it yet${refusal(smtp_response)}. It keeps trying; Telemark makes no more attempts.`
  }
  const why = clause(error_message)
  const what = mayBeTaken
    ? `No mail server has confirmed the message${after(attempts)}, though one may have taken it`
    : `No mail server has taken the message${after(attempts)}`
  const due =
    backOff === undefined
      ? moment(next_attempt_at)
      : `${moment(afterBackOff(email, backOff))}: ${whyMailWaits(backOff, smtp_response)}`
  return `${what}${why === undefined ? "" : `: ${why}`}${refusal(smtp_response)}. The next attempt is due at ${due}.`
}

const sent = ({ attempts, sent_at, smtp_provider }: EmailRecord, captured: boolean): string => {
  const when = sent_at === null ? "" : ` at ${moment(sent_at)}`
  if (captured)
    return `Kept in the local inbox${when}. Captured mail isn't sent on, so nothing more will happen.`
  return `Taken by the mail server${when}${after(attempts)}${viaProvider(smtp_provider)}. ${onlyTaken}`
}

const bounced = (
  { error_message, smtp_response }: EmailRecord,
  code: string | undefined
): string => {
  const why = clause(error_message)
  const what = `The message was refused permanently${why === undefined ? "" : `: ${why}`}${refusal(smtp_response)}.`
  return code === "invalid_recipient"
    ? `${what} Nothing more will be tried, and the recipient was suppressed for this.`
    : `${what} ${nothingMore}`
}

const thoughMaybeTaken = "Nothing more will be tried, though a mail server may have taken it."

const failed = (email: EmailRecord, mayBeTaken: boolean, code: string | undefined): string => {
  const { attempts, error_message, smtp_response } = email
  const why = clause(error_message)
  if (code === "cancelled")
    return mayBeTaken
      ? `Cancelled${after(attempts)}. ${thoughMaybeTaken}`
      : `${why ?? "Cancelled"}. ${nothingMore}`
  // Settled without an attempt: the explanation is complete.
  if (code === "suppressed" || code === "content_missing")
    return `${why ?? "Not sent"}. ${nothingMore}`
  const what = `The message failed${after(attempts)}${why === undefined ? "" : `: ${why}`}${refusal(smtp_response)}.`
  return `${what} ${mayBeTaken ? thoughMaybeTaken : nothingMore}`
}

/** Of a waiting message, whatever its status. */
export const heldSummary =
  "Held: it is sent once the operator releases it. The database was restored from a backup, and the message may have been sent since."

/** `events`: its own, oldest first, possibly deleted; `backOff`: the one that it waits for. */
export const emailSummary = (
  email: EmailRecord,
  events: ReadonlyArray<EventRecord>,
  backOff?: BackOff
): string => {
  const last = (wanted: EventType) => events.filter(({ type }) => type === wanted).at(-1)
  const when = (wanted: EventType) => {
    const event = last(wanted)
    return event === undefined ? "" : ` at ${moment(event.created_at)}`
  }
  // From before there were codes.
  const codeOf = (wanted: EventType): string | undefined =>
    email.failure_code ?? last(wanted)?.data.verdict
  const mayBeTaken = events.some(({ data }) => data.ambiguous === true)
  switch (email.status) {
    case "queued":
      return queued(email, backOff)
    case "sending":
      return sending(email)
    case "deferred":
      return deferred(email, mayBeTaken, backOff)
    case "sent":
      return sent(email, isCaptured(email.smtp_provider, last("email.sent")?.data.tls))
    case "delivered":
      return `Delivered${when("email.delivered")}, according to a report. ${nothingMore}`
    case "bounced":
      return bounced(email, codeOf("email.bounced"))
    case "complained":
      return `The recipient reported the message as spam${when("email.complained")} and was suppressed for this. ${nothingMore}`
    case "failed":
      return failed(email, mayBeTaken, codeOf("email.failed"))
  }
}
