import { type BackOff, type EmailRecord, type EventRecord, timelineOf } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { emailId, makeEmail, makeEvent, noon } from "./support.js"

describe("a timeline", () => {
  it("has each event as it was, in its order, with what is particular to it", () => {
    const events = [
      makeEvent("email.deferred", {
        status: "deferred",
        attempts: 1,
        smtp_provider: "smtp",
        smtp_response: "450 4.7.1 greylisted",
        verdict: "transient",
        ambiguous: false,
        error_message: "The mail server refused the message for now at the recipient.",
        next_attempt_at: noon + 60_000,
        duration_ms: 412,
        tls: "TLSv1.3"
      }),
      makeEvent(
        "email.sent",
        {
          status: "sent",
          attempts: 2,
          smtp_provider: "smtp",
          smtp_response: "250 Ok",
          verdict: "accepted",
          duration_ms: 99,
          tls: null
        },
        noon + 60_000
      ),
      makeEvent(
        "email.clicked",
        {
          status: "sent",
          attempts: 2,
          smtp_provider: "smtp",
          smtp_response: "250 Ok",
          error_message: null,
          reported: true,
          link: "https://example.com/a",
          user_agent: "curl",
          machine: true
        },
        noon + 90_000
      )
    ]
    const timeline = timelineOf(makeEmail({ status: "sent", attempts: 2 }), events)
    expect(timeline).toMatchObject({ email_id: emailId, status: "sent" })
    expect(timeline.data.map(({ message: _, ...rest }) => rest)).toStrictEqual([
      {
        id: events[0]?.id,
        type: "email.deferred",
        created_at: "2026-11-21T12:00:00.000Z",
        attempt: 1,
        smtp_provider: "smtp",
        tls: "TLSv1.3",
        duration_ms: 412,
        smtp_response: "450 4.7.1 greylisted",
        error_message: "The mail server refused the message for now at the recipient.",
        verdict: "transient",
        ambiguous: false,
        next_attempt_at: "2026-11-21T12:01:00.000Z"
      },
      {
        id: events[1]?.id,
        type: "email.sent",
        created_at: "2026-11-21T12:01:00.000Z",
        attempt: 2,
        smtp_provider: "smtp",
        tls: null,
        duration_ms: 99,
        smtp_response: "250 Ok",
        error_message: null,
        verdict: "accepted",
        ambiguous: false,
        next_attempt_at: null
      },
      {
        id: events[2]?.id,
        type: "email.clicked",
        created_at: "2026-11-21T12:01:30.000Z",
        attempt: null,
        smtp_provider: null,
        tls: null,
        duration_ms: null,
        smtp_response: null,
        error_message: null,
        verdict: null,
        ambiguous: false,
        next_attempt_at: null,
        link: "https://example.com/a",
        user_agent: "curl",
        machine: true
      }
    ])
  })

  it("has a provider only if one was called", () => {
    const event = makeEvent("email.deferred", {
      attempts: 1,
      smtp_provider: "",
      verdict: "transient"
    })
    expect(timelineOf(makeEmail(), [event]).data[0]).toMatchObject({
      attempt: 1,
      smtp_provider: null
    })
  })
})

const greylisted = {
  smtp_response: "450 4.7.1 greylisted",
  error_message: "The mail server refused the message for now at the recipient."
}
const lost = makeEvent("email.deferred", { attempts: 1, ambiguous: true })

const backOff: BackOff = {
  route: "platform",
  tenant_id: "tn_1",
  sender_domain: "example.com",
  cause: "asked_for_less",
  stage: "rcpt",
  smtp_response: "421 4.7.0 Too many messages",
  error_message: "The mail server refused the message for now at the recipient.",
  since: noon + 5000,
  until: noon + 65_000
}

describe("the summary of a message that waits for a back-off", () => {
  it.each<readonly [string, Partial<EmailRecord>, Partial<BackOff>, string]>([
    [
      "before it was ever taken up",
      {},
      {},
      "Waiting for attempt 1, not before 2026-11-21 12:01:05 UTC: mail from example.com waits, since the mail server asked for less mail at 2026-11-21 12:00:05 UTC (“421 4.7.0 Too many messages”)."
    ],
    [
      "given back",
      { next_attempt_at: noon + 70_000 },
      {},
      "Waiting for attempt 1, not before 2026-11-21 12:01:10 UTC: mail from example.com waits, since"
    ],
    [
      "of its tenant's",
      { attempts: 1 },
      { sender_domain: "" },
      "Waiting for attempt 2, not before 2026-11-21 12:01:05 UTC: all mail of this tenant waits, since"
    ],
    [
      "of all mail's",
      {},
      { sender_domain: "", tenant_id: "", cause: "account_refused" },
      ": all mail on this route waits, since the mail server refused our account there at"
    ],
    [
      "without a reply",
      {},
      { cause: "refused", smtp_response: null },
      "refused this service at 2026-11-21 12:00:05 UTC (“the mail server refused the message for now at the recipient”)."
    ],
    [
      "after an attempt with the same reply",
      {
        status: "deferred",
        attempts: 1,
        next_attempt_at: noon + 65_000,
        smtp_response: "421 4.7.0 Too many messages"
      },
      { cause: "daily_limit" },
      "(“421 4.7.0 Too many messages”). The next attempt is due at 2026-11-21 12:01:05 UTC: mail from example.com waits, since the mail server's daily limit was reached at 2026-11-21 12:00:05 UTC."
    ]
  ])("%s", (_, email, changes, words) => {
    expect(timelineOf(makeEmail(email), [], { ...backOff, ...changes }).summary).toContain(words)
  })
})

const table: ReadonlyArray<
  readonly [string, Partial<EmailRecord>, ReadonlyArray<EventRecord>, string]
> = [
  [
    "waiting",
    { status: "queued" },
    [],
    "Waiting for its first attempt since 2026-11-21 12:00:00 UTC."
  ],
  [
    "given back before its first attempt",
    { status: "queued", next_attempt_at: noon + 1000 },
    [],
    "Waiting for attempt 1, not before 2026-11-21 12:00:01 UTC: a worker released it, because its route was at its limit or the worker stopped."
  ],
  [
    "given back later",
    { status: "queued", attempts: 2, next_attempt_at: null },
    [],
    "Waiting for attempt 3: a worker released it, because its route was at its limit or the worker stopped."
  ],
  [
    "scheduled",
    { status: "queued", scheduled_at: noon + 3_600_000, next_attempt_at: noon + 3_600_000 },
    [],
    "Scheduled for 2026-11-21 13:00:00 UTC: its first attempt is due then."
  ],
  [
    "scheduled and released",
    { status: "queued", scheduled_at: noon + 1000, next_attempt_at: noon + 5000 },
    [],
    "Waiting for attempt 1, not before 2026-11-21 12:00:05 UTC: a worker released it, because its route was at its limit or the worker stopped."
  ],
  [
    "in flight",
    { status: "sending", attempts: 2 },
    [],
    "Attempt 2 is under way. If its worker dies, another one takes over the message."
  ],
  [
    "deferred",
    { status: "deferred", attempts: 2, next_attempt_at: noon + 300_000, ...greylisted },
    [],
    "No mail server has taken the message after 2 attempts: the mail server refused the message for now at the recipient (“450 4.7.1 greylisted”). " +
      "The next attempt is due at 2026-11-21 12:05:00 UTC."
  ],
  [
    "deferred although it may have been taken",
    {
      status: "deferred",
      attempts: 1,
      next_attempt_at: noon + 60_000,
      error_message: "The connection was lost at the end of the message. The whole message was out."
    },
    [lost],
    "No mail server has confirmed the message after 1 attempt, though one may have taken it: the connection was lost at the end of the message. " +
      "The next attempt is due at 2026-11-21 12:01:00 UTC."
  ],
  [
    "deferred, as was reported",
    { status: "deferred", attempts: 1, next_attempt_at: null, smtp_response: "250 Ok" },
    [],
    "The mail server that took the message could not deliver it yet. It keeps trying; Telemark makes no more attempts."
  ],
  [
    "sent",
    {
      status: "sent",
      attempts: 1,
      smtp_provider: "ses",
      sent_at: noon + 500,
      smtp_response: "250 Ok"
    },
    [makeEvent("email.sent", { tls: "TLSv1.3" })],
    "Taken by the mail server at 2026-11-21 12:00:00 UTC after 1 attempt via ses. " +
      "Nothing more will be tried; only the receiving side can tell whether it was delivered, and it may never do so."
  ],
  [
    "captured",
    { status: "sent", attempts: 1, smtp_provider: "capture", sent_at: noon },
    [makeEvent("email.sent", { smtp_provider: "capture" })],
    "Kept in the local inbox at 2026-11-21 12:00:00 UTC. Captured mail isn't sent on, so nothing more will happen."
  ],
  [
    "delivered",
    { status: "delivered" },
    [makeEvent("email.delivered", { reported: true }, noon + 2000)],
    "Delivered at 2026-11-21 12:00:02 UTC, according to a report. Nothing more will be tried."
  ],
  [
    "delivered, its events removed",
    { status: "delivered" },
    [],
    "Delivered, according to a report. Nothing more will be tried."
  ],
  [
    "bounced",
    {
      status: "bounced",
      smtp_response: "554 5.7.1 No",
      error_message: "The receiving side refuses the content of the message."
    },
    [makeEvent("email.bounced", { verdict: "content" })],
    "The message was refused permanently: the receiving side refuses the content of the message (“554 5.7.1 No”). Nothing more will be tried."
  ],
  [
    "bounced and suppressed",
    {
      status: "bounced",
      smtp_response: "250 Ok",
      error_message:
        "The recipient's address does not exist or takes no mail, according to a later report."
    },
    [makeEvent("email.bounced", { verdict: "invalid_recipient", reported: true })],
    "The message was refused permanently: the recipient's address does not exist or takes no mail, according to a later report. Nothing more will be tried, and the recipient was suppressed for this."
  ],
  [
    "complained",
    { status: "complained" },
    [makeEvent("email.complained", { reported: true })],
    "The recipient reported the message as spam at 2026-11-21 12:00:00 UTC and was suppressed for this. Nothing more will be tried."
  ],
  [
    "failed",
    { status: "failed", attempts: 13, ...greylisted },
    [],
    "The message failed after 13 attempts: the mail server refused the message for now at the recipient (“450 4.7.1 greylisted”). Nothing more will be tried."
  ],
  [
    "failed although it may have been taken",
    { status: "failed", attempts: 13, ...greylisted },
    [lost],
    "The message failed after 13 attempts: the mail server refused the message for now at the recipient (“450 4.7.1 greylisted”). " +
      "Nothing more will be tried, though a mail server may have taken it."
  ],
  [
    "cancelled",
    { status: "failed", error_message: "Cancelled before it was sent.", failure_code: "cancelled" },
    [],
    "Cancelled before it was sent. Nothing more will be tried."
  ],
  [
    "cancelled between attempts, of which one may have arrived",
    {
      status: "failed",
      attempts: 2,
      error_message: "Cancelled; a mail server may have taken it at an earlier attempt.",
      failure_code: "cancelled"
    },
    [lost],
    "Cancelled after 2 attempts. Nothing more will be tried, though a mail server may have taken it."
  ],
  [
    "not sent at all",
    {
      status: "failed",
      attempts: 1,
      error_message: "Not sent: the content of the mail is no longer stored.",
      failure_code: "content_missing"
    },
    [],
    "Not sent: the content of the mail is no longer stored. Nothing more will be tried."
  ],
  [
    "not sent at all, by a version without codes",
    {
      status: "failed",
      attempts: 1,
      error_message: "Not sent: the content of the mail is no longer stored."
    },
    [makeEvent("email.failed", { verdict: "content_missing" })],
    "Not sent: the content of the mail is no longer stored. Nothing more will be tried."
  ]
]

describe("the summary of a message that is", () => {
  it.each(table)("%s", (_, email, events, expected) => {
    expect(timelineOf(makeEmail(email), events).summary).toBe(expected)
  })
})
