import type { EventType } from "@telemark/contract"
import { type EventData, timelineOf } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { makeEmail, makeEvent, noon } from "./support.js"

const messageOf = (type: EventType, data: EventData): string | undefined =>
  timelineOf(makeEmail(), [makeEvent(type, data)]).data[0]?.message

/** What every attempt over TLS has. */
const attempt = {
  attempts: 2,
  smtp_provider: "ses",
  duration_ms: 412,
  tls: "TLSv1.3",
  ambiguous: false,
  next_attempt_at: null
}
const report = { ...attempt, reported: true }
const later = noon + 300_000

const table: ReadonlyArray<readonly [string, EventType, EventData, string]> = [
  [
    "that the next hop accepted",
    "email.sent",
    { ...attempt, status: "sent", verdict: "accepted", smtp_response: "250 2.0.0 Ok" },
    "Attempt 2 via ses (412 ms, TLSv1.3): the mail server took the message (“250 2.0.0 Ok”). " +
      "Nothing more will be tried; only the receiving side can tell whether it was delivered, and it may never do so."
  ],
  [
    "in clear",
    "email.sent",
    { ...attempt, tls: null, duration_ms: 1234, verdict: "accepted", smtp_response: "250 Ok" },
    "Attempt 2 via ses (1.2 s, in clear): the mail server took the message (“250 Ok”). " +
      "Nothing more will be tried; only the receiving side can tell whether it was delivered, and it may never do so."
  ],
  [
    "that was captured",
    "email.sent",
    { attempts: 1, smtp_provider: "capture", duration_ms: 3, smtp_response: "250 2.0.0 captured" },
    "Attempt 1 via capture (3 ms): the message was kept in the local inbox (“250 2.0.0 captured”). " +
      "Captured mail isn't sent on, so no reports are expected."
  ],
  [
    "over a tenant's server that is called capture",
    "email.sent",
    { attempts: 1, smtp_provider: "capture", tls: null, smtp_response: "250 Ok" },
    "Attempt 1 via capture (in clear): the mail server took the message (“250 Ok”). " +
      "Nothing more will be tried; only the receiving side can tell whether it was delivered, and it may never do so."
  ],
  [
    "that was refused for now",
    "email.deferred",
    {
      ...attempt,
      verdict: "transient",
      smtp_response: "450 4.7.1 greylisted",
      next_attempt_at: later,
      error_message: "The mail server refused the message for now at the recipient."
    },
    "Attempt 2 via ses (412 ms, TLSv1.3): the mail server refused the message for now at the recipient (“450 4.7.1 greylisted”). " +
      "The next attempt is due at 2026-11-21 12:05:00 UTC."
  ],
  [
    "that never got through",
    "email.deferred",
    {
      attempts: 1,
      smtp_provider: "smtp",
      duration_ms: 125_400,
      verdict: "transient",
      next_attempt_at: later,
      error_message: "The mail server did not answer in time while connecting."
    },
    "Attempt 1 via smtp (2 min 5 s): the mail server did not answer in time while connecting. The next attempt is due at 2026-11-21 12:05:00 UTC."
  ],
  [
    "that lost the connection after the final dot",
    "email.deferred",
    {
      ...attempt,
      ambiguous: true,
      verdict: "transient",
      next_attempt_at: later,
      error_message:
        "The connection was lost at the end of the message. The whole message had been sent by then: the server may have taken it, and the next attempt may repeat it."
    },
    "Attempt 2 via ses (412 ms, TLSv1.3): the connection was lost at the end of the message. " +
      "The server may have taken it all the same; the next attempt, due at 2026-11-21 12:05:00 UTC, repeats it with the same Message-ID."
  ],
  [
    "that found no such address",
    "email.bounced",
    {
      ...attempt,
      verdict: "invalid_recipient",
      smtp_response: "550 5.1.1 No such user",
      error_message: "The recipient's address does not exist or takes no mail."
    },
    "Attempt 2 via ses (412 ms, TLSv1.3): the recipient's address does not exist or takes no mail (“550 5.1.1 No such user”). " +
      "Nothing more will be tried, and the recipient is suppressed from now on."
  ],
  [
    "that was refused by policy",
    "email.bounced",
    {
      ...attempt,
      verdict: "policy",
      smtp_response: "550 5.7.1 Blocked",
      error_message: "The receiving side refuses mail from this sender or server by policy."
    },
    "Attempt 2 via ses (412 ms, TLSv1.3): the receiving side refuses mail from this sender or server by policy (“550 5.7.1 Blocked”). Nothing more will be tried."
  ],
  [
    "that was not for this hop",
    "email.bounced",
    {
      attempts: 1,
      smtp_provider: "smtp",
      duration_ms: 5,
      verdict: "undetermined",
      error_message:
        "5.6.7 The recipient's address needs SMTPUTF8, which the mail server does not offer."
    },
    "Attempt 1 via smtp (5 ms): 5.6.7 The recipient's address needs SMTPUTF8, which the mail server does not offer. Nothing more will be tried."
  ],
  [
    "after which it was given up",
    "email.failed",
    {
      ...attempt,
      attempts: 13,
      verdict: "transient",
      smtp_response: "450 4.7.1 greylisted",
      error_message:
        "The mail server refused the message for now at the recipient. Given up: no more attempts will be made."
    },
    "Attempt 13 via ses (412 ms, TLSv1.3): the mail server refused the message for now at the recipient (“450 4.7.1 greylisted”). " +
      "It was given up: nothing more will be tried."
  ],
  [
    "after which it was given up although it may have been taken",
    "email.failed",
    {
      ...attempt,
      ambiguous: true,
      verdict: "transient",
      error_message:
        "The mail server did not answer in time at the end of the message. Given up: no more."
    },
    "Attempt 2 via ses (412 ms, TLSv1.3): the mail server did not answer in time at the end of the message. " +
      "The server may have taken it all the same, but Telemark gave it up: nothing more will be tried."
  ],
  [
    "that could not even be made",
    "email.failed",
    {
      attempts: 1,
      smtp_provider: "smtp",
      verdict: "unsendable",
      error_message: "The message could not be composed."
    },
    "Attempt 1 via smtp: the message could not be composed. Nothing more will be tried."
  ],
  [
    "that failed here",
    "email.deferred",
    {
      attempts: 1,
      smtp_provider: "",
      duration_ms: 0,
      verdict: "transient",
      next_attempt_at: later,
      error_message: "TLS with the mail server could not be set up while setting up TLS."
    },
    "Attempt 1 (0 ms): TLS with the mail server could not be set up while setting up TLS. The next attempt is due at 2026-11-21 12:05:00 UTC."
  ]
]

describe("the message of an attempt", () => {
  it.each(table)("%s", (_, type, data, expected) => {
    expect(messageOf(type, data)).toBe(expected)
  })

  it("has a beginning of a long reply, on one line, next to the whole reply", () => {
    const smtp_response = `550 5.7.1 ${"🎿\r\n".repeat(300)}`
    const [entry] = timelineOf(makeEmail(), [
      makeEvent("email.bounced", { ...attempt, verdict: "policy", smtp_response })
    ]).data
    expect(entry?.message).toContain(`(“550 5.7.1 ${"🎿 ".repeat(95)}…”)`)
    expect(entry?.smtp_response).toBe(smtp_response)
  })
})

const unsent: ReadonlyArray<readonly [string, string]> = [
  ["suppressed", "Not sent: the recipient was suppressed after the mail had been accepted."],
  ["content_missing", "Not sent: the content of the mail is no longer stored."]
]

describe("the message of what was settled without an attempt", () => {
  it.each(unsent)("%s", (verdict, error_message) => {
    const event = makeEvent("email.failed", {
      attempts: 1,
      smtp_provider: "",
      verdict,
      error_message
    })
    expect(timelineOf(makeEmail(), [event]).data[0]).toMatchObject({
      attempt: null,
      verdict,
      message: `${error_message} Nothing more will be tried.`
    })
  })
})

const reports: ReadonlyArray<readonly [EventType, EventData, string]> = [
  [
    "email.delivered",
    { ...report, smtp_response: "250 2.1.5 Stored" },
    "The receiving side reported that the message was delivered (“250 2.1.5 Stored”). Nothing more will be tried."
  ],
  [
    "email.deferred",
    { ...report, smtp_response: "450 4.2.2 Full" },
    "The mail server that took the message reported that it could not deliver it yet (“450 4.2.2 Full”). It keeps trying; Telemark makes no more attempts."
  ],
  [
    "email.bounced",
    { ...report, verdict: "content", smtp_response: "554 5.6.0 Spam" },
    "It was reported that the receiving side refused the message after all (“554 5.6.0 Spam”). Nothing more will be tried."
  ],
  [
    "email.bounced",
    { ...report, verdict: "invalid_recipient", smtp_response: "550 5.1.1 Unknown" },
    "It was reported that the recipient's address does not exist or takes no mail (“550 5.1.1 Unknown”). Nothing more will be tried, and the recipient is suppressed from now on."
  ],
  [
    "email.complained",
    report,
    "The recipient reported the message as spam. The address is suppressed from now on."
  ],
  ["email.opened", report, "The message was opened."],
  [
    "email.opened",
    { ...report, machine: true },
    "The message was opened by a program, probably not a person."
  ],
  [
    "email.clicked",
    { ...report, link: "https://example.com/a" },
    "A link in the message was followed."
  ],
  [
    "email.clicked",
    { ...report, link: "https://example.com/a", machine: true },
    "A link in the message was followed by a program, probably not a person."
  ],
  [
    "email.unsubscribed",
    report,
    "The recipient unsubscribed. The address is suppressed from now on."
  ],
  [
    "email.sent",
    report,
    "It was reported that the message was taken by a mail server. Nothing more will be tried."
  ],
  [
    "email.failed",
    report,
    "It was reported that the message could not be delivered. Nothing more will be tried."
  ]
]

describe("the message of a report", () => {
  it.each(reports)("%s %j", (type, data, expected) => {
    expect(messageOf(type, data)).toBe(expected)
  })

  it("says of which topic the recipient wants no more mail", () => {
    const {
      data: [entry]
    } = timelineOf(makeEmail({ topic: "newsletter" }), [makeEvent("email.unsubscribed", report)])
    expect(entry?.message).toBe(
      "The recipient unsubscribed. The address is suppressed for the topic newsletter from now on."
    )
  })

  it("doesn't say again what the mail server had said to the attempt, nor does its entry", () => {
    const smtp_response = "250 2.0.0 Ok"
    const { data } = timelineOf(makeEmail(), [
      makeEvent("email.delivered", { ...report, smtp_response }, noon - 1),
      makeEvent("email.sent", { ...attempt, smtp_response }),
      makeEvent("email.bounced", { ...report, smtp_response, verdict: "undetermined" }, noon + 1)
    ])
    expect(
      data.map((entry) => [entry.message.includes(smtp_response), entry.smtp_response])
    ).toEqual([
      [false, null],
      [true, smtp_response],
      [false, null]
    ])
  })
})

const rowsOfFormerVersions: ReadonlyArray<readonly [EventType, EventData, string]> = [
  [
    "email.sent",
    {
      attempts: 1,
      smtp_provider: "smtp",
      smtp_response: "250 Ok",
      error_message: null,
      next_attempt_at: null,
      verdict: "accepted",
      ambiguous: false
    },
    "Attempt 1 via smtp: the mail server took the message (“250 Ok”). " +
      "Nothing more will be tried; only the receiving side can tell whether it was delivered, and it may never do so."
  ],
  [
    "email.sent",
    {},
    "An attempt: the mail server took the message. " +
      "Nothing more will be tried; only the receiving side can tell whether it was delivered, and it may never do so."
  ],
  [
    "email.deferred",
    {},
    "An attempt: the message could not be delivered for now. It will be tried again."
  ],
  [
    "email.deferred",
    { ambiguous: true },
    "An attempt: the message could not be delivered for now. The server may have taken it all the same; the next attempt repeats it with the same Message-ID."
  ],
  [
    "email.bounced",
    {},
    "An attempt: the receiving side refused the message permanently. Nothing more will be tried."
  ],
  [
    "email.failed",
    {},
    "An attempt: the message could not be delivered. Nothing more will be tried."
  ],
  ["email.failed", { verdict: "suppressed" }, "Not sent. Nothing more will be tried."]
]

describe("the message of a row that an earlier version wrote, or that lacks members", () => {
  it.each(rowsOfFormerVersions)("%s %j", (type, data, expected) => {
    expect(messageOf(type, data)).toBe(expected)
  })
})
