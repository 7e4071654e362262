import { classify, DeliveryOutcome, type Stage, type Verdict } from "@telemark/core"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

const refused = (stage: Stage, line: string): DeliveryOutcome => {
  const [, code = "0", enhanced, text = ""] =
    /^(\d{3})(?: ([245]\.\d+\.\d+))?(?: (.*))?$/.exec(line) ?? []
  return DeliveryOutcome.Refused({
    provider: "smtp",
    stage,
    reply: { code: Number(code), enhanced: enhanced ?? null, text }
  })
}

describe("a refusal", () => {
  it.each<[Stage, string, Verdict]>([
    ["rcpt", "450 4.7.1 greylisted, try again later", "transient"],
    ["rcpt", "452 4.2.2 mailbox full", "transient"],
    ["rcpt", "421 closing", "transient"],
    ["rcpt", "503 5.5.1 bad sequence of commands", "transient"],
    ["end_of_data", "451 4.3.0 try again", "transient"],
    ["greeting", "421 too many connections", "transient"],
    ["auth", "454 4.7.0 temporary authentication failure", "transient"],
    ["rcpt", "550 5.1.1 no such user", "invalid_recipient"],
    ["rcpt", "550 5.1.10 null MX", "invalid_recipient"],
    ["rcpt", "550 5.2.1 mailbox disabled", "invalid_recipient"],
    ["rcpt", "550 5.2.1 blocked by policy", "policy"],
    ["rcpt", "550 5.1.1 your IP is on a blocklist", "blocked"],
    ["rcpt", "550 user unknown", "invalid_recipient"],
    [
      "rcpt",
      "550 5.0.0 The email account that you tried to reach does not exist",
      "invalid_recipient"
    ],
    ["rcpt", "553 sorry, no mailbox here by that name", "invalid_recipient"],
    ["rcpt", "550 5.1.1 said: 5.7.1 IP address blacklisted", "blocked"],
    ["rcpt", "552 5.2.2 over quota", "mailbox_full"],
    ["rcpt", "552 too much", "mailbox_full"],
    ["end_of_data", "552 too much", "too_large"],
    ["end_of_data", "552 5.3.4 message too big", "too_large"],
    ["end_of_data", "554 5.7.1 rejected by policy", "policy"],
    ["end_of_data", "550 5.7.26 unauthenticated mail", "authentication"],
    ["rcpt", "550 5.1.8 bad sender", "sender_refused"],
    ["end_of_data", "554 message looks like spam", "content"],
    ["end_of_data", "554 5.6.0 bad content", "content"],
    ["end_of_data", "554 5.4.14 hop count exceeded", "routing"],
    ["end_of_data", "550 user unknown", "recipient_refused"],
    ["rcpt", "554 transaction failed", "undetermined"],
    ["greeting", "554 no service for you", "hop_refuses_us"],
    ["mail", "550 5.7.1 sender not allowed", "sender_refused"],
    ["mail", "530 5.7.0 authentication required", "hop_refuses_us"],
    ["rcpt", "530 5.7.0 authentication required", "hop_refuses_us"],
    ["auth", "535 5.7.8 bad credentials", "hop_refuses_us"],
    ["tls", "502 5.5.1 no STARTTLS", "hop_refuses_us"],
    ["rcpt", "550 5.7.1 Service unavailable, client [45.5.1.10] blocked", "blocked"],
    ["rcpt", "554 5.7.1 Rejected, connecting address 185.5.1.1 has no PTR record", "blocked"],
    ["rcpt", "550 5.1.1 User unknown (in reply from 2.57.121.9)", "invalid_recipient"],
    ["rcpt", "550 5.1.1 The email account that you tried to reach is over quota.", "mailbox_full"],
    ["rcpt", "550 mailbox unavailable", "invalid_recipient"],
    ["rcpt", "550 Requested action not taken: mailbox unavailable", "invalid_recipient"],
    ["rcpt", "550 mailbox unavailable, blocked by policy", "policy"],
    ["mail", "552 5.3.4 Message size exceeds fixed limit", "too_large"],
    ["mail", "552 Message size exceeds maximum permitted", "too_large"],
    [
      "rcpt",
      "550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking",
      "invalid_recipient"
    ],
    ["rcpt", "550 5.4.1 Recipient address rejected: Access denied", "invalid_recipient"],
    [
      "rcpt",
      "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
      "invalid_recipient"
    ],
    [
      "end_of_data",
      "550 5.7.26 This mail has been blocked because the sender is unauthenticated",
      "authentication"
    ],
    [
      "end_of_data",
      "421 4.7.28 Gmail has detected an unusual rate of mail originating from your IP address",
      "limit"
    ],
    [
      "rcpt",
      "554 delivery error: dd This user doesn't have a yahoo.com account",
      "invalid_recipient"
    ],
    ["rcpt", "552 5.2.2 The email account that you tried to reach is over quota", "mailbox_full"],
    [
      "rcpt",
      "550 5.1.1 <nobody@example.com>: Recipient address rejected: User unknown in virtual mailbox table",
      "invalid_recipient"
    ],
    ["rcpt", "554 5.7.1 <client[192.0.2.1]>: Client host rejected: Access denied", "blocked"],
    ["rcpt", "450 4.2.0 <ada@example.com>: Recipient address rejected: Greylisted", "transient"],
    ["rcpt", "550 Unrouteable address", "invalid_recipient"],
    ["rcpt", "550 No such user here", "invalid_recipient"],
    ["end_of_data", "552 5.2.3 Your message exceeded Google's message size limits.", "too_large"],
    ["rcpt", "550 sorry, no mailbox here by that name. (#5.1.1)", "invalid_recipient"]
  ])("at %s with %j is %s", (stage, line, verdict) => {
    expect(classify(refused(stage, line)).verdict).toBe(verdict)
  })

  it.each<[Stage, string, Verdict]>([
    ["rcpt", "554 5.3.0 refused 5.1.1.10", "undetermined"],
    ["rcpt", "554 5.3.0 refused by mx/5.1.1 of host 5.1.1.example.net", "undetermined"],
    ["rcpt", "550 5.3.0 refused: 5.1.1.", "invalid_recipient"],
    ["rcpt", "550 5.3.0 refused (#5.1.1)", "invalid_recipient"],
    ["rcpt", "550 5.3.0 mx.example.com said: 550-5.1.1 refused", "invalid_recipient"],
    ["rcpt", "550 5.1.1 User unknown (Exim 4.94.2)", "invalid_recipient"],
    ["rcpt", "550 5.7.1 refused, as before: 4.1.1, 2.1.5", "policy"],
    ["rcpt", "550 4.2.2 refused", "undetermined"],
    ["rcpt", "451 4.3.0 mx.example.com said: 5.1.1 unknown user", "transient"]
  ])(
    "is read by an enhanced code of its own class and by nothing that resembles one: %s %j is %s",
    (stage, line, verdict) => {
      expect(classify(refused(stage, line)).verdict).toBe(verdict)
    }
  )

  it.each<[server: string, Stage, string, Verdict]>([
    [
      "Gmail",
      "rcpt",
      "552 5.2.2 The recipient's inbox is out of storage space. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm - gsmtp",
      "mailbox_full"
    ],
    [
      "Gmail",
      "end_of_data",
      "550 5.7.1 [192.0.2.5] Our system has detected that this message is likely unsolicited mail.",
      "content"
    ],
    [
      "Microsoft 365",
      "mail",
      "550 5.7.606 Access denied, banned sending IP [192.0.2.5].",
      "hop_refuses_us"
    ],
    [
      "Outlook.com",
      "rcpt",
      "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [SN1NAM02FT0060.eop-nam02.prod.protection.outlook.com]",
      "invalid_recipient"
    ],
    [
      "Yahoo",
      "greeting",
      "421 4.7.0 [TSS04] Messages from 192.0.2.5 temporarily deferred due to unexpected volume or user complaints",
      "transient"
    ],
    [
      "Yahoo",
      "end_of_data",
      "554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes",
      "policy"
    ],
    [
      "Yahoo",
      "end_of_data",
      "554 30 Sorry, your message to ada@example.com cannot be delivered. This mailbox is disabled (554.30).",
      "invalid_recipient"
    ],
    [
      "Postfix",
      "rcpt",
      "554 5.7.1 Service unavailable; Client host [192.0.2.5] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.5",
      "blocked"
    ],
    [
      "Postfix",
      "rcpt",
      "550 5.1.0 <shop@example.org>: Sender address rejected: User unknown in virtual mailbox table",
      "sender_refused"
    ],
    [
      "Exim",
      "rcpt",
      "550 Verification failed for <shop@example.org> No Such User Here Sender verify failed",
      "sender_refused"
    ],
    ["qmail", "rcpt", "552 sorry, mailbox overquota (#5.2.2)", "mailbox_full"],
    [
      "qmail",
      "rcpt",
      "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
      "policy"
    ],
    ["Exchange", "rcpt", "550 5.1.1 User unknown", "invalid_recipient"],
    [
      "Exchange",
      "end_of_data",
      "552 5.3.4 Message size exceeds fixed maximum message size",
      "too_large"
    ],
    [
      "GMX",
      "rcpt",
      "550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record",
      "blocked"
    ]
  ])("of %s at %s with %j is %s", (_, stage, line, verdict) => {
    expect(classify(refused(stage, line)).verdict).toBe(verdict)
  })

  it("blames the recipient only with a permanent code at or after RCPT", () => {
    const stages = FastCheck.constantFrom<Stage>(
      "connect",
      "greeting",
      "tls",
      "auth",
      "mail",
      "rcpt",
      "data",
      "end_of_data"
    )
    FastCheck.assert(
      FastCheck.property(
        stages,
        FastCheck.integer({ min: 400, max: 599 }),
        FastCheck.string(),
        (stage, code, text) => {
          const { verdict } = classify(
            DeliveryOutcome.Refused({
              provider: "smtp",
              stage,
              reply: { code, enhanced: null, text: `user unknown ${text}` }
            })
          )
          if (verdict === "invalid_recipient") {
            expect(code).toBeGreaterThanOrEqual(500)
            expect(stage).toBe("rcpt")
          }
        }
      )
    )
  })
})

describe("any other outcome", () => {
  it.each<[DeliveryOutcome, Verdict]>([
    [DeliveryOutcome.Accepted({ provider: "smtp", response: "250 ok" }), "accepted"],
    [
      DeliveryOutcome.Broken({
        provider: "smtp",
        stage: "connect",
        reason: "refused",
        ambiguous: false
      }),
      "transient"
    ],
    [
      DeliveryOutcome.Broken({
        provider: "smtp",
        stage: "connect",
        reason: "dns",
        ambiguous: false
      }),
      "transient"
    ],
    [
      DeliveryOutcome.Broken({
        provider: "smtp",
        stage: "end_of_data",
        reason: "reset",
        ambiguous: true
      }),
      "transient"
    ],
    [
      DeliveryOutcome.Broken({
        provider: "smtp",
        stage: "tls",
        reason: "certificate",
        ambiguous: false
      }),
      "hop_refuses_us"
    ],
    [DeliveryOutcome.Unsendable({ provider: "smtp", reason: "composition" }), "unsendable"],
    [DeliveryOutcome.Unsendable({ provider: "smtp", reason: "size" }), "too_large"],
    [
      DeliveryOutcome.Unsendable({ provider: "smtp", reason: "smtputf8_recipient" }),
      "recipient_refused"
    ],
    [DeliveryOutcome.Unsendable({ provider: "smtp", reason: "smtputf8_header" }), "content"],
    [DeliveryOutcome.Unsendable({ provider: "smtp", reason: "smtputf8_sender" }), "sender_refused"]
  ])("%j is %s", (outcome, verdict) => {
    expect(classify(outcome).verdict).toBe(verdict)
  })
})
