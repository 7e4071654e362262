import { hasPostfix, type PostfixServer, startPostfix } from "@telemark-tools/postfix"
import type { FoundReport } from "@telemark/core"
import { emailIdOfToken, readBounce, returnPathToken } from "@telemark/feedback"
import {
  closedPort,
  cut,
  defer,
  refuse,
  say,
  type SmtpPeer,
  type SmtpPeerOptions,
  startSmtpPeer
} from "@telemark/testing"
import { randomBytes } from "node:crypto"
import nodemailer from "nodemailer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const key = randomBytes(32)
/** Postfix tells whole seconds. */
const begun = Math.floor(Date.now() / 1000) * 1000
const newId = (): string => `em_${randomBytes(16).toString("hex")}`

interface Submission {
  readonly to: string | ReadonlyArray<string>
  readonly id?: string
  readonly messageId?: string
  /** What of DSN (RFC 3461) is asked for; nothing if null. */
  readonly dsn?: {
    readonly return: "headers" | "full"
    readonly notify: Array<string>
    readonly recipient?: string
  } | null
  readonly text?: string
}

const everything = { return: "headers" as const, notify: ["success", "failure", "delay"] }

const far = [
  refuse("nobody"),
  refuse('"no..body"'),
  refuse('"no body"'),
  refuse("bare", "550 mailbox unavailable"),
  refuse(
    "lines",
    [
      "550-5.1.1 The email account that you tried to reach does not exist. Please try",
      "550-5.1.1 double-checking the recipient's email address for typos or",
      "550 5.1.1 unnecessary spaces."
    ].join("\r\n")
  ),
  refuse("full", "552 5.2.2 Mailbox full"),
  refuse("policy", "554 5.7.1 Message refused by policy"),
  refuse("listed", "550 5.7.1 Service unavailable; client [192.0.2.9] blocked using bl.test"),
  say("end_of_data", "554 5.7.1 Spam message rejected", { to: "spam" }),
  say("end_of_data", "552 5.3.4 Message too big for this mailbox", { to: "heavy" }),
  defer("later"),
  defer("over", "452 4.2.2 Over quota"),
  say("rcpt", "421 4.3.2 Shutting down", { to: "closing" }),
  cut("data", "rst", { to: "cut" }),
  refuse("jürgen")
]

describe.runIf(hasPostfix())("Postfix reports", () => {
  let postfix: PostfixServer
  let back: SmtpPeer
  let patient: SmtpPeer
  const peers: Array<SmtpPeer> = []

  const aPeer = async (options?: SmtpPeerOptions): Promise<SmtpPeer> => {
    const peer = await startSmtpPeer(options)
    peers.push(peer)
    return peer
  }

  beforeAll(async () => {
    back = await aPeer()
    patient = await aPeer({ rules: [defer("slow", "451 4.7.1 Greylisted, come back later")] })
    const ports = {
      "bounce.test": back,
      "far.test": await aPeer({ rules: far }),
      "patient.test": patient,
      "strict.test": await aPeer({ rules: [say("mail", "553 5.1.8 Sender domain not found")] }),
      "closed.test": { port: await closedPort() },
      "angry.test": await aPeer({
        rules: [say("greeting", "554 5.7.1 No mail from your network")]
      }),
      "ascii.test": await aPeer({ smtputf8: false }),
      "small.test": await aPeer({ size: 500 })
    }
    postfix = await startPostfix({
      routes: Object.fromEntries(Object.entries(ports).map(([domain, { port }]) => [domain, port])),
      mailboxes: ["ada@here.test"],
      aliases: {
        "team@here.test": ["ada@here.test", "nobody@far.test"],
        "list@here.test": ["ada@here.test", "bob@far.test"]
      },
      lifetimeSeconds: 10
    })
  })

  afterAll(async () => {
    await postfix.remove()
    await Promise.all(peers.map((peer) => peer.close()))
  })

  /** Sends a message and answers its id. */
  const submit = async ({
    dsn = everything,
    id = newId(),
    messageId = `${id}@shop.test`,
    text = "Hello",
    to
  }: Submission): Promise<string> => {
    const { rejected } = await nodemailer
      .createTransport({ host: "127.0.0.1", port: postfix.port, ignoreTLS: true })
      .sendMail({
        envelope: {
          from: `b+${returnPathToken(key, id)}@bounce.test`,
          to: [to].flat(),
          ...(dsn === null ? {} : { dsn: { id, ...dsn } })
        },
        raw: `From: Shop <orders@shop.test>\r\nTo: someone\r\nSubject: Your order\r\nMessage-ID: <${messageId}>\r\n\r\n${text}\r\n`
      })
    expect(rejected).toEqual([])
    return id
  }

  /**
   * The reports in the first `count` messages that came back to the message's return path. Each has
   * a key of its own and is a moment old.
   */
  const reportsOn = async (id: string, count = 1): Promise<ReadonlyArray<FoundReport>> => {
    const about = () =>
      back.mails.filter(
        ({ envelope }) =>
          emailIdOfToken([key], /^b\+(.*)@bounce\.test$/.exec(envelope.to[0] ?? "")?.[1] ?? "") ===
          id
      )
    await back.until(() => about().length >= count)
    const bounces = await Promise.all(about().map(({ source }) => readBounce(source)))
    expect(new Set(about().map(({ envelope }) => envelope.from))).toEqual(new Set([""]))
    return bounces.flatMap((bounce) => (bounce._tag === "DeliveryReports" ? bounce.reports : []))
  }

  const described = (reports: ReadonlyArray<FoundReport>) => {
    for (const { at } of reports) {
      expect(at).toBeGreaterThanOrEqual(begun)
      expect(at).toBeLessThanOrEqual(Date.now())
    }
    expect(new Set(reports.map((report) => report.key)).size).toBe(reports.length)
    return reports.map(({ at: _, key: __, ...report }) => report)
  }

  it.each<[string, string, Partial<FoundReport>]>([
    [
      "a delivery to its own mailbox",
      "ada@here.test",
      { kind: "delivered", smtp_response: "delivery via virtual: delivered to maildir" }
    ],
    [
      "an alias that it resolved",
      "list@here.test",
      { kind: "delivered", smtp_response: "alias expanded" }
    ],
    [
      "a next hop that takes the message and knows no DSN",
      "bob@far.test",
      { kind: "delivered", smtp_response: "250 2.0.0 Taken" }
    ],
    [
      "a delivery to an address in UTF-8",
      "grüß@far.test",
      { kind: "delivered", smtp_response: "250 2.0.0 Taken" }
    ],
    [
      "an unknown user of its own",
      "nobody@here.test",
      {
        kind: "bounced",
        verdict: "invalid_recipient",
        smtp_response: 'unknown user: "nobody@here.test"'
      }
    ],
    [
      "an unknown user",
      "nobody@far.test",
      { kind: "bounced", verdict: "invalid_recipient", smtp_response: "550 5.1.1 No such user" }
    ],
    [
      "an unknown user in upper case with a tag that looks encoded",
      "NoBody+2Btag@here.test",
      {
        kind: "bounced",
        verdict: "invalid_recipient",
        smtp_response: 'unknown user: "nobody+2btag@here.test"'
      }
    ],
    [
      "an unknown user in UTF-8",
      "jürgen@far.test",
      { kind: "bounced", verdict: "invalid_recipient", smtp_response: "550 5.1.1 No such user" }
    ],
    [
      "an unknown user in three lines",
      "lines@far.test",
      {
        kind: "bounced",
        verdict: "invalid_recipient",
        smtp_response:
          "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address " +
          "for typos or 550 5.1.1 unnecessary spaces."
      }
    ],
    [
      "an unknown user without an enhanced code",
      "bare@far.test",
      {
        kind: "bounced",
        verdict: "invalid_recipient",
        smtp_response: "550 mailbox unavailable"
      }
    ],
    [
      "a domain without a route",
      "ada@gone.test",
      { kind: "bounced", verdict: "invalid_recipient", smtp_response: "No such domain" }
    ],
    [
      "a full mailbox",
      "full@far.test",
      { kind: "bounced", verdict: "mailbox_full", smtp_response: "552 5.2.2 Mailbox full" }
    ],
    [
      "a policy",
      "policy@far.test",
      { kind: "bounced", verdict: "policy", smtp_response: "554 5.7.1 Message refused by policy" }
    ],
    [
      "a block list",
      "listed@far.test",
      {
        kind: "bounced",
        verdict: "blocked",
        smtp_response: "550 5.7.1 Service unavailable; client [192.0.2.9] blocked using bl.test"
      }
    ],
    [
      "a spam filter after the data",
      "spam@far.test",
      { kind: "bounced", verdict: "content", smtp_response: "554 5.7.1 Spam message rejected" }
    ],
    [
      "a size limit after the data",
      "heavy@far.test",
      {
        kind: "bounced",
        verdict: "too_large",
        smtp_response: "552 5.3.4 Message too big for this mailbox"
      }
    ],
    [
      "a refused sender",
      "bob@strict.test",
      {
        kind: "bounced",
        verdict: "sender_refused",
        smtp_response: "553 5.1.8 Sender domain not found"
      }
    ],
    [
      "a next hop that takes no addresses in UTF-8",
      "grüß@ascii.test",
      {
        kind: "bounced",
        verdict: "recipient_refused",
        smtp_response: "SMTPUTF8 is required, but was not offered by host 127.0.0.1[127.0.0.1]"
      }
    ]
  ])("%s", async (_, recipient, report) => {
    const id = await submit({ to: recipient })
    expect(described(await reportsOn(id))).toEqual([
      { message: { email_id: id }, recipient, ...report }
    ])
  })

  it("a message that is too large for the next hop", async () => {
    const id = await submit({ to: "bob@small.test", text: "Hello\r\n".repeat(100) })
    expect(described(await reportsOn(id))).toEqual([
      {
        kind: "bounced",
        message: { email_id: id },
        recipient: "bob@small.test",
        verdict: "too_large",
        smtp_response: expect.stringMatching(
          /^message size \d+ exceeds size limit 500 of server 127\.0\.0\.1\[127\.0\.0\.1\]$/
        )
      }
    ])
  })

  it("a delay, and then the delivery", async () => {
    const id = await submit({ to: "slow@patient.test" })
    const common = { message: { email_id: id }, recipient: "slow@patient.test" }
    const delay = {
      ...common,
      kind: "deferred",
      smtp_response: "451 4.7.1 Greylisted, come back later"
    }
    expect(described(await reportsOn(id))).toEqual([delay])
    patient.follow()
    await postfix.flush()
    expect(described(await reportsOn(id, 2))).toEqual([
      delay,
      { ...common, kind: "delivered", smtp_response: "250 2.0.0 Taken" }
    ])
  })

  it.concurrent.each<[string, string, string, string]>([
    [
      "that are never answered",
      "bob@closed.test",
      expect.stringMatching(
        /^connect to 127\.0\.0\.1\[127\.0\.0\.1\]:\d+: Connection refused$/
      ) as string,
      "transient"
    ],
    ["that are deferred each time", "later@far.test", "451 4.3.0 Try again later", "transient"],
    ["to a mailbox that stays full", "over@far.test", "452 4.2.2 Over quota", "transient"],
    [
      "whose connection breaks each time",
      "cut@far.test",
      "lost connection with 127.0.0.1[127.0.0.1] while sending DATA command",
      "transient"
    ],
    [
      "at which the next hop says that it closes",
      "closing@far.test",
      "421 4.3.2 Shutting down",
      "transient"
    ],
    [
      "to a next hop that refuses in its greeting",
      "bob@angry.test",
      "554 5.7.1 No mail from your network",
      "blocked"
    ]
  ])(
    "attempts %s, and in the end the expiry, which never suppresses",
    async (_, recipient, smtp_response, verdict) => {
      const id = await submit({ to: recipient })
      const common = { message: { email_id: id }, recipient, smtp_response }
      expect(described(await reportsOn(id, 2))).toEqual([
        { ...common, kind: "deferred" },
        { ...common, kind: "bounced", verdict }
      ])
    }
  )

  it("each recipient of a message", async () => {
    const id = await submit({ to: ["nobody@far.test", "full@far.test", "bob@far.test"] })
    const reports = described(await reportsOn(id, 2))
    const kinds = reports.map((report) =>
      [report.kind, report.recipient, report.kind === "bounced" ? report.verdict : ""].join(" ")
    )
    expect(kinds.sort()).toEqual([
      "bounced full@far.test mailbox_full",
      "bounced nobody@far.test invalid_recipient",
      "delivered bob@far.test "
    ])
    expect(reports.map(({ message }) => message)).toEqual(reports.map(() => ({ email_id: id })))
  })

  it("a failure to a client that asks for no reports, by the Message-ID of the message that it returns as a whole", async () => {
    const id = newId()
    await submit({ to: "nobody@far.test", id, dsn: null })
    expect(described(await reportsOn(id))).toMatchObject([
      { kind: "bounced", message: { email_id: id } }
    ])
    const other = newId()
    await submit({ to: "nobody@far.test", id: other, messageId: "body_1@shop.test", dsn: null })
    expect(described(await reportsOn(other))).toMatchObject([
      { kind: "bounced", message: { message_id: "body_1@shop.test" } }
    ])
  })

  it("a member of an alias that doesn't exist, which doesn't suppress the alias", async () => {
    const id = await submit({
      to: "team@here.test",
      dsn: { return: "headers", notify: ["failure", "delay"] }
    })
    expect(described(await reportsOn(id))).toEqual([
      {
        kind: "bounced",
        message: { email_id: id },
        recipient: "team@here.test",
        verdict: "recipient_refused",
        smtp_response: "550 5.1.1 No such user"
      }
    ])
  })

  it.each(['"no..body"@far.test', '"no body"@far.test'])(
    "a recipient in quotes, in its quotes: %s",
    async (to) => {
      const id = await submit({ to })
      expect(described(await reportsOn(id))).toMatchObject([{ kind: "bounced", recipient: to }])
    }
  )

  it("an original recipient in the encoding of its parameter, which is the recipient nevertheless", async () => {
    const id = await submit({
      to: "jürgen@far.test",
      dsn: { ...everything, recipient: "utf-8;jürgen@far.test" }
    })
    expect(described(await reportsOn(id))).toMatchObject([{ recipient: "jürgen@far.test" }])
  })
})
