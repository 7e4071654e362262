import { Schema } from "effect"
import { readingOf, Verdict } from "../../delivery/replies/Verdict.js"
import type { EventData, EventRecord } from "../log/Event.js"
import {
  clause,
  inBrackets,
  isCaptured,
  lengthOfTime,
  moment,
  nothingMore,
  onlyTaken,
  viaProvider
} from "./phrases.js"

/** Reports may have them, too, and are marked as such. */
const attempts: ReadonlySet<string> = new Set([
  "email.sent",
  "email.deferred",
  "email.bounced",
  "email.failed"
])

/** Settled without an attempt. */
const unsent: ReadonlySet<string | undefined> = new Set([
  "suppressed",
  "content_missing",
  "cancelled"
])

export const isReport = ({ data, type }: EventRecord): boolean =>
  data.reported === true || !attempts.has(type)

export const isAttempt = (event: EventRecord): boolean =>
  !isReport(event) && !unsent.has(event.data.verdict)

/** Then a final failure means giving up. */
const isRetried = (verdict: string | undefined): boolean =>
  Schema.is(Verdict)(verdict) && readingOf(verdict).passes

const suppressedNow = (verdict: string | undefined): string =>
  verdict === "invalid_recipient"
    ? "Nothing more will be tried, and the recipient is suppressed from now on."
    : nothingMore

const head = ({ attempts: number, duration_ms, smtp_provider, tls }: EventData): string => {
  const facts = [
    ...(duration_ms === undefined ? [] : [lengthOfTime(duration_ms)]),
    ...(tls === undefined ? [] : [tls ?? "in clear"])
  ]
  const name = number === undefined || number < 1 ? "An attempt" : `Attempt ${String(number)}`
  return `${name}${viaProvider(smtp_provider)}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`
}

const afterDeferral = ({ ambiguous = false, next_attempt_at }: EventData): string => {
  const due = typeof next_attempt_at === "number" ? moment(next_attempt_at) : undefined
  if (!ambiguous)
    return due === undefined ? "It will be tried again." : `The next attempt is due at ${due}.`
  return `The server may have taken it all the same; the next attempt${due === undefined ? "" : `, due at ${due},`} repeats it with the same Message-ID.`
}

const afterFailure = ({ ambiguous = false, verdict }: EventData): string => {
  if (ambiguous)
    return "The server may have taken it all the same, but Telemark gave it up: nothing more will be tried."
  return isRetried(verdict) ? "It was given up: nothing more will be tried." : nothingMore
}

const ofAttempt = ({ data, type }: EventRecord): string => {
  const { error_message, smtp_provider, smtp_response, tls, verdict } = data
  const describe = (what: string, follows: string) =>
    `${head(data)}: ${what}${inBrackets(smtp_response)}. ${follows}`
  switch (type) {
    case "email.sent":
      return isCaptured(smtp_provider, tls)
        ? describe(
            "the message was kept in the local inbox",
            "Captured mail isn't sent on, so no reports are expected."
          )
        : describe("the mail server took the message", onlyTaken)
    case "email.deferred":
      return describe(
        clause(error_message) ?? "the message could not be delivered for now",
        afterDeferral(data)
      )
    case "email.bounced":
      return describe(
        clause(error_message) ?? "the receiving side refused the message permanently",
        suppressedNow(verdict)
      )
    default:
      return describe(
        clause(error_message) ?? "the message could not be delivered",
        afterFailure(data)
      )
  }
}

const byWhom = ({ machine = false }: EventData): string =>
  machine ? " by a program, probably not a person" : ""

const unsubscribed = (topic: string | null): string =>
  topic === null
    ? "The address is suppressed from now on."
    : `The address is suppressed for the topic ${topic} from now on.`

const ofReport = ({ data, type }: EventRecord, reply: string, topic: string | null): string => {
  switch (type) {
    case "email.delivered":
      return `The receiving side reported that the message was delivered${reply}. ${nothingMore}`
    case "email.deferred":
      return `The mail server that took the message reported that it could not deliver it yet${reply}. It keeps trying; Telemark makes no more attempts.`
    case "email.bounced":
      return data.verdict === "invalid_recipient"
        ? `It was reported that the recipient's address does not exist or takes no mail${reply}. ${suppressedNow(data.verdict)}`
        : `It was reported that the receiving side refused the message after all${reply}. ${nothingMore}`
    case "email.complained":
      return "The recipient reported the message as spam. The address is suppressed from now on."
    case "email.opened":
      return `The message was opened${byWhom(data)}.`
    case "email.clicked":
      return `A link in the message was followed${byWhom(data)}.`
    case "email.unsubscribed":
      return `The recipient unsubscribed. ${unsubscribed(topic)}`
    default:
      return `It was reported that the message ${type === "email.sent" ? "was taken by a mail server" : "could not be delivered"}${reply}. ${nothingMore}`
  }
}

/** `hasOwnReply`: whether a report came with its own. `topic`: the message's. */
export const sentenceOf = (
  event: EventRecord,
  hasOwnReply: boolean,
  topic: string | null
): string => {
  if (isReport(event))
    return ofReport(event, hasOwnReply ? inBrackets(event.data.smtp_response) : "", topic)
  if (isAttempt(event)) return ofAttempt(event)
  return `${clause(event.data.error_message) ?? "Not sent"}. ${nothingMore}`
}
