import {
  type EventType,
  type Timeline,
  type TimelineEntry,
  timestamp,
  timestampOrNull
} from "@telemark/contract"
import type { BackOff } from "../../delivery/backOffs/BackOff.js"
import type { EmailRecord } from "../../sending/emails/Email.js"
import { type EventRecord, visitOf } from "../log/Event.js"
import { emailSummary, heldSummary } from "./emailSummary.js"
import { isAttempt, isReport, sentenceOf } from "./sentence.js"

/** In other reports, the reply only repeats the message's state. */
const withReply: ReadonlySet<EventType> = new Set<EventType>([
  "email.delivered",
  "email.deferred",
  "email.bounced"
])

const entryOf = (event: EventRecord, hasOwnReply: boolean, topic: string | null): TimelineEntry => {
  const { created_at, data, id, type } = event
  const hasReply = !isReport(event) || withReply.has(type)
  const { attempts = 0, smtp_provider = "" } = isAttempt(event) ? data : {}
  return {
    id,
    type,
    created_at: timestamp(created_at),
    message: sentenceOf(event, hasOwnReply, topic),
    attempt: attempts < 1 ? null : attempts,
    smtp_provider: smtp_provider === "" ? null : smtp_provider,
    tls: data.tls ?? null,
    duration_ms: data.duration_ms ?? null,
    smtp_response: isReport(event) && !hasOwnReply ? null : (data.smtp_response ?? null),
    error_message: hasReply ? (data.error_message ?? null) : null,
    verdict: data.verdict ?? null,
    ambiguous: data.ambiguous ?? false,
    next_attempt_at: timestampOrNull(data.next_attempt_at ?? null),
    ...visitOf(data)
  }
}

/** Others repeat the previous reply: each row contains the whole state of the message. */
const ownReplies = (events: ReadonlyArray<EventRecord>): ReadonlySet<EventRecord> => {
  const replies = new Set<string | null | undefined>(
    events.flatMap((event) => (isReport(event) ? [] : [event.data.smtp_response]))
  )
  return new Set(
    events.filter(isReport).filter(({ data: { smtp_response }, type }) => {
      const isNew = !replies.has(smtp_response)
      replies.add(smtp_response)
      return isNew && withReply.has(type)
    })
  )
}

export const timelineOf = (
  email: EmailRecord,
  events: ReadonlyArray<EventRecord>,
  backOff?: BackOff,
  isHeld = false
): Timeline => {
  const withOwnReply = ownReplies(events)
  return {
    email_id: email.id,
    status: email.status,
    summary: isHeld ? heldSummary : emailSummary(email, events, backOff),
    data: events.map((event) => entryOf(event, withOwnReply.has(event), email.topic))
  }
}
