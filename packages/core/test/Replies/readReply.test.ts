import { readReply, type Stage, type Subject, type Verdict } from "@telemark/core"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { hostileReplies } from "../hostile.js"
import { knownReplies, replyOf } from "./support.js"

const read = (stage: Stage, reply: string) => readReply(stage, replyOf(reply))
const suppresses = (stage: Stage, reply: string) =>
  read(stage, reply).verdict === "invalid_recipient"

describe("words that are joined, enclosed or about another than they name", () => {
  it.each<[Stage, string, Verdict, Subject]>([
    [
      "end_of_data",
      "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message due to a permanent exception [HOST1]",
      "limit",
      "account"
    ],
    [
      "end_of_data",
      "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message due to a permanent exception with message The message can't be submitted because the sender's submission quota was exceeded.",
      "limit",
      "account"
    ],
    ["end_of_data", "550 5.2.0 RecipientRateLimitExceeded", "limit", "account"],
    [
      "rcpt",
      "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required [AB1]",
      "recipient_refused",
      "recipient"
    ],
    [
      "rcpt",
      "550 5.7.136 RESOLVER.RST.SenderNotAuthenticatedForMailUser; authentication required",
      "recipient_refused",
      "recipient"
    ],
    [
      "rcpt",
      "550 5.7.1 RESOLVER.RST.AuthRequired; authentication required",
      "recipient_refused",
      "recipient"
    ],
    [
      "rcpt",
      "550 5.4.1 [kim@example.com]: Recipient address rejected: Access denied",
      "invalid_recipient",
      "recipient"
    ],
    [
      "rcpt",
      "550 5.4.1 [kim@example.com]: Recipient address rejected: Access denied. AS(201806281) [HE1EUR04FT041.eop-eur04.prod.protection.outlook.com]",
      "invalid_recipient",
      "recipient"
    ],
    ["rcpt", "550 5.1.1 (kim@example.com): User unknown", "invalid_recipient", "recipient"],
    ["rcpt", "550 5.1.1 'kim@example.com' No such user here", "invalid_recipient", "recipient"],
    ["rcpt", "550 5.1.1 UserUnknown", "invalid_recipient", "recipient"]
  ])("at %s: %s", (stage, reply, verdict, about) => {
    expect(read(stage, reply)).toMatchObject({ verdict, about })
  })

  it("name a quota that is counted by the day", () => {
    expect(read("end_of_data", "554 5.2.0 SubmissionQuotaExceededException")).toMatchObject({
      verdict: "limit",
      isDaily: true
    })
  })
})

describe("the replies of real servers", () => {
  it("suppress no recipient that they don't mention", () => {
    const wrong = knownReplies.filter(
      ({ reply, stage, suppress }) => suppress === "must not" && suppresses(stage, reply)
    )
    expect(wrong.map(({ reply }) => reply)).toEqual([])
  })

  it("suppress at least 95 of 100 addresses that they call dead", () => {
    const dead = knownReplies.filter(({ suppress }) => suppress === "must")
    const missed = dead.filter(({ reply, stage }) => !suppresses(stage, reply))
    // An access table or a policy service of Postfix's says the same of an address that exists:
    // with 5.7.1 nobody can tell.
    expect(missed.map(({ reply }) => reply)).toEqual([
      "554 5.7.1 <kijitora@exmaple.ch>: Recipient address rejected: Access denied"
    ])
    expect(missed.length / dead.length).toBeLessThanOrEqual(0.05)
  })

  const expected: ReadonlyArray<
    readonly [means: string, about: ReadonlyArray<Subject>, share: number]
  > = [
    ["recipient does not exist", ["recipient"], 1],
    ["userunknown", ["recipient"], 0.95],
    ["mailboxfull", ["recipient"], 1],
    ["hasmoved", ["recipient"], 1],
    ["hostunknown", ["recipient"], 1],
    ["mesgtoobig", ["message"], 1],
    ["spamdetected", ["message"], 1],
    ["virusdetected", ["message"], 1],
    ["authfailure", ["sender"], 0.8],
    ["of us: sender", ["sender"], 1],
    ["of us: account", ["account"], 1],
    ["of us: limit", ["account", "recipient"], 1],
    ["of us: relay", ["account"], 1],
    ["of us: login", ["route"], 1],
    ["requireptr", ["route"], 1],
    ["speeding", ["account", "recipient"], 1],
    ["toomanyconn", ["account", "recipient"], 0.8]
  ]
  it.each(expected)("that mean %j are about %j", (means, about, share) => {
    const all = knownReplies.filter((known) => known.means === means)
    const other = all.filter(({ reply, stage }) => !about.includes(read(stage, reply).about))
    expect(all.length).toBeGreaterThan(0)
    expect(
      1 - other.length / all.length,
      other.map(({ reply }) => reply).join("\n")
    ).toBeGreaterThanOrEqual(share)
  })

  it("are retried if they mention a limit of ours, whatever their code", () => {
    for (const { reply, stage } of knownReplies.filter(({ means }) => means === "of us: limit")) {
      expect(read(stage, reply), reply).toMatchObject({ verdict: "limit", passes: true })
    }
  })
})

describe("a refusal", () => {
  it.each<readonly [reply: string, verdict: Verdict, about: Subject]>([
    ["550 Your account has been suspended", "account_refused", "account"],
    ["552 5.2.2 Mailbox size limit exceeded", "mailbox_full", "recipient"],
    ["552 Mailbox size limit exceeded", "mailbox_full", "recipient"],
    ["552 5.2.2 Message size exceeds the quota of the mailbox", "mailbox_full", "recipient"],
    ["552 Too many recipients", "limit", "account"],
    ["552 1 Requested mail action aborted, mailbox not found", "invalid_recipient", "recipient"],
    ["550 5.7.1 No such user!", "invalid_recipient", "recipient"],
    [
      "554 30 Sorry, your message to ada@example.com cannot be delivered. This mailbox is disabled (554.30).",
      "invalid_recipient",
      "recipient"
    ],
    [
      "550 5.4.1 Recipient address rejected: Access denied [AM6EUR05FT027.eop-eur05.prod.protection.outlook.com]",
      "invalid_recipient",
      "recipient"
    ],
    ["550 5.4.1 All recipient addresses rejected : Access denied", "policy", "message"],
    [
      "550 5.1.1 <ada@example.com> - 203.0.113.222 has sent to too many recipients this hour. IB607",
      "limit",
      "account"
    ],
    [
      "550-Requested action not taken: mailbox unavailable\n550 Failure sending mail. Try again later",
      "recipient_refused",
      "recipient"
    ],
    [
      "550 5.1.1 The recipient's address was quarantined by a filter",
      "recipient_refused",
      "recipient"
    ],
    [
      "553 5.7.1 <shop@example.org>: Sender address rejected: not owned by user bob@example.org",
      "sender_refused",
      "sender"
    ],
    ["550 Empfänger unbekannt", "invalid_recipient", "recipient"],
    ["550 Нет такого пользователя", "invalid_recipient", "recipient"],
    ["550 用户不存在", "invalid_recipient", "recipient"]
  ])("at RCPT with %j is %s", (reply, verdict, about) => {
    expect(read("rcpt", reply)).toMatchObject({ verdict, about })
  })

  it("that passes says whom it is about", () => {
    expect(
      read("rcpt", "421 Domain mg.example.com is not allowed to send: The domain is unverified")
    ).toEqual({ verdict: "transient", about: "sender", passes: true })
    expect(
      read("rcpt", "420 Domain mg.example.com is not allowed to send: Account is disabled")
    ).toMatchObject({ about: "account", passes: true })
    expect(read("greeting", "421 too many connections")).toEqual({
      verdict: "transient",
      about: "route",
      passes: true
    })
  })

  it("for the day is distinguished from one for the moment", () => {
    expect(read("end_of_data", "550 5.4.5 Daily user sending limit exceeded")).toEqual({
      verdict: "limit",
      about: "account",
      passes: true,
      isDaily: true
    })
    expect(read("rcpt", "450 4.7.28 unusual rate of mail")).toEqual({
      verdict: "limit",
      about: "account",
      passes: true
    })
  })

  it("that names the message's return path and not the recipient's address isn't about the recipient", () => {
    const envelope = { sender: "shop@example.com", recipient: "ada@example.org" }
    const of = (text: string) =>
      readReply("rcpt", { code: 550, enhanced: "5.1.1", text }, envelope).verdict
    const path = `b+${"abcdefghijklmnopqrstuvwxyz234567".repeat(2).slice(0, 39)}@bounce.example.com`
    expect(of("user unknown")).toBe("invalid_recipient")
    expect(of(`<${path}>: user unknown`)).not.toBe("invalid_recipient")
    expect(of(`${path.toUpperCase()}: user unknown`)).not.toBe("invalid_recipient")
    expect(of(`<ada@example.org>: user unknown; from <${path}>`)).toBe(
      of("<ada@example.org>: user unknown; from <shop@example.com>")
    )
    expect(of("<b+c@example.org>: user unknown")).toBe("invalid_recipient")
  })

  it("of UTF-8 is about the address that needs it, or else about the message", () => {
    const verdictFor = (sender: string, recipient: string) =>
      readReply("rcpt", replyOf("550 5.6.7 SMTPUTF8 is required, but was not offered"), {
        sender,
        recipient
      }).verdict
    expect(verdictFor("büro@example.com", "jürgen@example.org")).toBe("sender_refused")
    expect(verdictFor("shop@example.com", "jürgen@example.org")).toBe("recipient_refused")
    expect(verdictFor("shop@example.com", "ada@example.org")).toBe("content")
    expect(read("rcpt", "550 5.6.7 SMTPUTF8 is required, but was not offered").verdict).toBe(
      "content"
    )
  })

  it("of mail from our network is about the route, not about the sender", () => {
    expect(read("rcpt", "554 5.7.1 No mail from your network")).toMatchObject({
      verdict: "blocked",
      about: "route"
    })
    expect(read("rcpt", "554 5.7.1 We take no mail from your host")).toMatchObject({
      verdict: "blocked",
      about: "route"
    })
    expect(read("rcpt", "554 5.7.1 We take no mail from your address")).toMatchObject({
      verdict: "sender_refused",
      about: "sender"
    })
  })

  it("that names the sender's address and not the recipient's isn't about the recipient", () => {
    const envelope = { sender: "shop@example.com", recipient: "ada@example.org" }
    expect(
      readReply("rcpt", replyOf("550 5.1.1 <shop@example.com>: user unknown"), envelope).verdict
    ).not.toBe("invalid_recipient")
    expect(
      readReply("rcpt", replyOf("550 5.1.1 <ada@example.org>: user unknown"), envelope).verdict
    ).toBe("invalid_recipient")
  })
})

const doubtful = [
  "rate limit",
  "too many recipients",
  "this hour",
  "temporarily",
  "please try again",
  "connection timed out",
  "by a filter",
  "message quarantined",
  "sender rejected",
  "your account",
  "blocked using Spamhaus",
  "SPF check failed",
  "greylisted",
  "gesperrt",
  "expéditeur",
  "稍后"
]
const dead = knownReplies.filter(({ suppress }) => suppress === "must")

describe("wording", () => {
  it("can only lower the certainty that an address is dead: each doubt removes it, at any position", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.constantFrom(...dead),
        FastCheck.constantFrom(...doubtful),
        FastCheck.boolean(),
        ({ reply, stage }, doubt, isBefore) => {
          const { text, ...codes } = replyOf(reply)
          expect(
            readReply(stage, { ...codes, text: isBefore ? `${doubt} ${text}` : `${text} ${doubt}` })
              .verdict
          ).not.toBe("invalid_recipient")
        }
      )
    )
  })

  it("never makes a dead address of a reply that leaves a doubt, or that is not a final one about a recipient", () => {
    const phrases = FastCheck.constantFrom(
      "user unknown",
      "no such user here",
      "mailbox not found",
      "<ada@example.com> does not exist",
      "5.1.1"
    )
    FastCheck.assert(
      FastCheck.property(
        FastCheck.constantFrom(...knownReplies.filter(({ suppress }) => suppress === "must not")),
        phrases,
        ({ reply, stage }, phrase) => {
          const { text, ...codes } = replyOf(reply)
          const isDoubtful = doubtful.some((doubt) =>
            text.toLowerCase().includes(doubt.toLowerCase())
          )
          const isFinal =
            codes.code >= 500 && codes.code !== 503 && (stage === "rcpt" || stage === "end_of_data")
          if (isDoubtful || !isFinal)
            expect(readReply(stage, { ...codes, text: `${text} ${phrase}` }).verdict).not.toBe(
              "invalid_recipient"
            )
        }
      )
    )
  })

  it.each(hostileReplies)("says nothing, however long it is of %j", (part) => {
    const text = part.repeat(16_000 / part.length)
    expect(readReply("rcpt", { code: 550, enhanced: null, text })).toEqual({
      verdict: "undetermined",
      about: "unknown",
      passes: false
    })
  })
})
