import {
  type ClaimedMessage,
  decideSettlement,
  decideFeedback,
  decideUnsent,
  defaultRetryPolicy,
  type EmailEvent,
  emailEvent,
  type EventRecord,
  type EventSubject,
  type EventType,
  DeliveryOutcome,
  type Report,
  type ReportedEmail,
  type Timeline,
  timelineOf
} from "@telemark/core"

/**
 * What the examples of the manual tell, as Telemark itself tells it: the message of an order, and
 * everything that can become of it.
 */
const accepted = Date.parse("2026-11-21T09:14:02.480Z")
const tenant_id = "tn_01"
/** As ids are: the time in milliseconds, then what tells those of the same millisecond apart. */
const idOf = (prefix: string, at: number, rest: string): string =>
  `${prefix}_${at.toString(16).padStart(12, "0")}7${rest}`
const email_id = idOf("em", accepted, "a3e8d42b96c0f7e1d58")

const subject: EventSubject = {
  recipient_email: "ada@example.com",
  sender_email: "shop@shop.example",
  subject: "Your order 1042",
  template_id: "order-confirmation",
  metadata: { order: 1042 },
  tags: { kind: "order" },
  topic: null
}

const claimed = (attempts: number): ClaimedMessage => ({
  id: email_id,
  tenant_id,
  sender: { name: "", address: subject.sender_email },
  recipient: subject.recipient_email,
  recipient_name: null,
  subject: subject.subject,
  created_at: accepted,
  template_id: subject.template_id,
  body: null,
  attempts,
  suppressed: false,
  topic: null,
  refused_since: null,
  keys: [],
  return_path_verified: false,
  tracking_verified: false,
  smtp_config: null,
  scheduled_at: null
})

const eventIdOf = (now: number): string => idOf("evt", now, "c1fa6e3d08b52f94c77")

const attempt = (
  attempts: number,
  outcome: DeliveryOutcome,
  now: number,
  duration_ms: number
): EventRecord => {
  const { event } = decideSettlement(claimed(attempts), outcome, {
    policy: defaultRetryPolicy,
    now,
    random: 0.5,
    eventId: eventIdOf(now),
    duration_ms
  })
  return { ...event, tenant_id, email_id, created_at: now }
}

const unsent = (now: number): EventRecord => {
  const { event } = decideUnsent(claimed(1), "suppressed", { now, eventId: eventIdOf(now) })
  return { ...event, tenant_id, email_id, created_at: now }
}

const report = (details: Report, status: ReportedEmail["status"], now: number): EventRecord => {
  const email: ReportedEmail = {
    status,
    created_at: accepted,
    sent_at: null,
    attempts: 2,
    smtp_provider: "smtp",
    smtp_response: "250 2.0.0 Ok: queued as 4Vx1",
    error_message: null,
    failure_code: null,
    isUnsubscribed: false
  }
  const context = { tenant_id, email_id, eventId: eventIdOf(now), now }
  const decision = decideFeedback(details, email, context)
  if (decision._tag !== "Change") throw new Error(`${details.kind} was left alone`)
  return decision.change.event
}

const tls = "TLSv1.3"
const busy = DeliveryOutcome.Refused({
  provider: "smtp",
  stage: "rcpt",
  reply: { code: 450, enhanced: "4.2.1", text: "Mailbox busy, try again later" },
  tls
})
const nobody = DeliveryOutcome.Refused({
  provider: "smtp",
  stage: "rcpt",
  reply: { code: 550, enhanced: "5.1.1", text: "No such user" },
  tls
})
const taken = DeliveryOutcome.Accepted({
  provider: "smtp",
  response: "250 2.0.0 Ok: queued as 4Vx1",
  tls
})
const minute = 60_000
const user_agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15"

const records: Readonly<Record<EventType, EventRecord>> = {
  "email.deferred": attempt(1, busy, accepted + 310, 184),
  "email.sent": attempt(2, taken, accepted + minute + 720, 236),
  "email.bounced": attempt(1, nobody, accepted + 296, 171),
  "email.failed": unsent(accepted + 41),
  "email.delivered": report(
    { kind: "delivered", smtp_response: "250 2.1.5 Ok" },
    "sent",
    accepted + minute + 4_150
  ),
  "email.complained": report({ kind: "complained" }, "delivered", accepted + 190 * minute),
  "email.opened": report(
    { kind: "opened", user_agent, machine: false },
    "delivered",
    accepted + 31 * minute
  ),
  "email.clicked": report(
    { kind: "clicked", link: "https://shop.example/orders/1042", user_agent, machine: false },
    "delivered",
    accepted + 32 * minute
  ),
  "email.unsubscribed": report({ kind: "unsubscribed" }, "delivered", accepted + 33 * minute)
}

/** Each kind of event, as endpoints get it. */
export const events: ReadonlyArray<EmailEvent> = Object.values(records).map((event) =>
  emailEvent({ event, email: subject })
)

/** What GET /emails/{id}/events answers once the message was deferred, sent and delivered. */
export const timeline: Timeline = timelineOf(
  {
    ...subject,
    id: email_id,
    tenant_id,
    template_version: 3,
    status: "delivered",
    smtp_provider: "smtp",
    smtp_response: "250 2.1.5 Ok",
    error_message: null,
    failure_code: null,
    attempts: 2,
    sent_at: records["email.sent"].created_at,
    next_attempt_at: null,
    created_at: accepted,
    scheduled_at: null
  },
  [records["email.deferred"], records["email.sent"], records["email.delivered"]]
)
