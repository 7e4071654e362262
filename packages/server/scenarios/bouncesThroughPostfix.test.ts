import { hasPostfix } from "@telemark-tools/postfix"
import { type AnalyticsSummary, type EmailStatus, type EventType, eventTypes } from "@telemark/core"
import { defer, refuse } from "@telemark/testing"
import { describe, expect, it } from "vitest"
import { clientOf } from "./client.js"
import { databases } from "./databases.js"
import { eventually, serve } from "./harness.js"
import { idOf } from "./mails.js"
import {
  eventsOf,
  returnPathHost,
  sendEach,
  startLoop,
  submit,
  suppressionsOf
} from "./postfixServer.js"
import {
  addEndpoint,
  eventsAt,
  startReceiver,
  startWebhookServer,
  timelineOf
} from "./webhookServer.js"

interface Expected {
  readonly status: EmailStatus
  readonly failure_code: string | null
  readonly smtp_response: string
  readonly events: ReadonlyArray<EventType>
}

const outcomes: ReadonlyArray<readonly [recipient: string, expected: Expected]> = [
  [
    "nobody@far.test",
    {
      status: "bounced",
      failure_code: "invalid_recipient",
      smtp_response: "550 5.1.1 No such user",
      events: ["email.sent", "email.bounced"]
    }
  ],
  [
    "full@far.test",
    {
      status: "bounced",
      failure_code: "mailbox_full",
      smtp_response: "552 5.2.2 Mailbox full",
      events: ["email.sent", "email.bounced"]
    }
  ],
  [
    "policy@far.test",
    {
      status: "bounced",
      failure_code: "policy",
      smtp_response: "554 5.7.1 Refused by policy",
      events: ["email.sent", "email.bounced"]
    }
  ],
  [
    "bob@far.test",
    {
      status: "delivered",
      failure_code: null,
      smtp_response: "250 2.0.0 Taken",
      events: ["email.sent", "email.delivered"]
    }
  ],
  [
    "slow@far.test",
    {
      status: "delivered",
      failure_code: null,
      smtp_response: "250 2.0.0 Taken",
      events: ["email.sent", "email.deferred", "email.delivered"]
    }
  ],
  [
    "later@far.test",
    {
      status: "bounced",
      failure_code: "transient",
      smtp_response: "451 4.3.0 Try again later",
      events: ["email.sent", "email.deferred", "email.bounced"]
    }
  ]
]

const rules = [
  refuse("nobody"),
  refuse("full", "552 5.2.2 Mailbox full"),
  refuse("policy", "554 5.7.1 Refused by policy"),
  defer("later")
]

/**
 * A spam report (RFC 5965) on a mail, as a provider's feedback loop sends it: with the mail, and
 * without the recipient's address.
 */
const spamReport = (mail: Buffer): string =>
  [
    "From: Feedback Loop <fbl@provider.test>",
    `To: fbl@${returnPathHost}`,
    "Subject: complaint",
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=feedback-report; boundary=arf",
    "",
    "--arf",
    "Content-Type: text/plain",
    "",
    "This is a spam report.",
    "--arf",
    "Content-Type: message/feedback-report",
    "",
    "Feedback-Type: abuse",
    "User-Agent: Loop/1",
    "Version: 1",
    "",
    "--arf",
    "Content-Type: message/rfc822",
    "",
    mail.toString("latin1").replace(/far\.test/g, "redacted.invalid"),
    "--arf--",
    ""
  ].join("\r\n")

/**
 * Adds what both servers logged to the reason why a body fails: what happened between them, nothing
 * else tells.
 */
const explained = async (
  body: () => Promise<void>,
  logs: () => Promise<ReadonlyArray<string>>
): Promise<void> => {
  try {
    await body()
  } catch (error) {
    throw new Error(
      ["A report by Postfix didn't come. The logs of both servers:", ...(await logs())].join(
        "\n\n"
      ),
      { cause: error }
    )
  }
}

describe.runIf(hasPostfix()).each(databases)(
  "mail that the relay reports on later, on %s",
  (_, makeUrl) => {
    it("ends in the status that the report says, with each event once, and suppresses only addresses that don't exist", async () => {
      const { environment, far } = await startLoop(
        [...rules, defer("slow", "451 4.7.1 Greylisted")],
        { lifetimeSeconds: 15 }
      )
      const { client } = await startWebhookServer(await makeUrl(), {
        ...environment,
        TELEMARK_DSN_SUCCESS: "on"
      })
      const receiver = await startReceiver()
      const { secret } = await addEndpoint(client, receiver.url, eventTypes)
      const ids = await sendEach(
        client,
        outcomes.map(([recipient]) => recipient)
      )
      const idFor = (recipient: string): string => ids.get(recipient) ?? ""

      await eventually(async () => {
        expect(await client.email(idFor("slow@far.test"))).toMatchObject({
          status: "deferred",
          next_attempt_at: null
        })
      })
      far.follow(...rules)
      for (const [recipient, { events, ...email }] of outcomes) {
        await eventually(async () => {
          expect(await client.email(idFor(recipient)), recipient).toMatchObject(email)
        })
        expect(await eventsOf(client, idFor(recipient)), recipient).toEqual(events)
      }
      expect(await suppressionsOf(client)).toEqual([["nobody@far.test", "bounce"]])

      const expected = outcomes
        .flatMap(([recipient, { events }]) => events.map((type) => `${recipient} ${type}`))
        .sort()
      await eventually(() => {
        expect(receiver.requests.length).toBeGreaterThanOrEqual(expected.length)
      })
      expect(
        (await eventsAt(receiver, secret))
          .map(({ data, type }) => `${data.recipient} ${type}`)
          .sort()
      ).toEqual(expected)
      expect(
        (await client.get<AnalyticsSummary>("/analytics/summary?period=24h")).body
      ).toMatchObject({
        total_sent: 6,
        delivered: 2,
        bounced: 4,
        failed: 0,
        statuses: { sent: 0, deferred: 0, delivered: 2, bounced: 4, failed: 0 }
      })
      for (const { envelope } of far.mails)
        expect(envelope.from).toMatch(/^b\+[a-z2-7]{39}@bounce\.test$/)
    })

    it("is complained when a spam report comes through the feedback loop, once however often it comes", async () => {
      const { bouncePort, environment, far, postfix } = await startLoop([])
      const { client } = await startWebhookServer(await makeUrl(), environment)
      const [[, id = ""] = []] = await sendEach(client, ["ada@far.test"])
      await far.until(({ mails }) => mails.length === 1)
      const [mail] = far.mails
      expect(mail === undefined ? "" : idOf(mail)).toBe(id)
      // As the server of the mailbox keeps it (RFC 5321 4.4).
      const kept = `Return-Path: <${mail?.envelope.from ?? ""}>\r\n`
      const report = spamReport(Buffer.concat([Buffer.from(kept), mail?.source ?? Buffer.alloc(0)]))
      expect(
        await submit(postfix.port, `fbl@${returnPathHost}`, report, "fbl@provider.test")
      ).toMatch(/^250 /)
      await eventually(async () => {
        expect(await client.email(id)).toMatchObject({ status: "complained", failure_code: null })
      })
      expect(
        await submit(bouncePort, `fbl@${returnPathHost}`, report, "fbl@provider.test")
      ).toMatch(/^250 /)
      expect(await eventsOf(client, id)).toEqual(["email.sent", "email.complained"])
      expect(await suppressionsOf(client)).toEqual([["ada@far.test", "complaint"]])
    })

    it("isn't changed by a report to a return path that isn't ours: that is refused before its content is sent", async () => {
      const { bouncePort, environment, far } = await startLoop([])
      const { client } = await startWebhookServer(await makeUrl(), environment)
      const [[, id = ""] = []] = await sendEach(client, ["ada@far.test"])
      await far.until(({ mails }) => mails.length === 1)
      const returnPath = far.mails[0]?.envelope.from ?? ""
      const last = returnPath.charAt(returnPath.indexOf("@") - 2)
      const forged = returnPath.replace(/.(?=.@)/, last === "a" ? "b" : "a")
      const bounce =
        "From: MAILER-DAEMON@far.test\r\nSubject: Undelivered\r\n\r\n550 5.1.1 No such user\r\n"
      for (const to of [
        forged,
        `b+${"a".repeat(39)}@${returnPathHost}`,
        `ada@${returnPathHost}`,
        "ada@far.test"
      ]) {
        await expect(submit(bouncePort, to, bounce)).rejects.toMatchObject({
          command: "RCPT TO",
          responseCode: 550
        })
      }
      // Without success reports, what the next hop took is sent, and no more is said.
      expect(await client.email(id)).toMatchObject({ status: "sent" })
      expect(await eventsOf(client, id)).toEqual(["email.sent"])
      expect(await suppressionsOf(client)).toEqual([])
    })

    it("is bounced although no server was there when the relay reported it: the report waits at the relay", async () => {
      const { environment, far, postfix } = await startLoop([defer("nobody")], {
        delayWarningSeconds: 0
      })
      const {
        client,
        environment: all,
        server
      } = await startWebhookServer(await makeUrl(), environment)
      const [[, id = ""] = []] = await sendEach(client, ["nobody@far.test"])
      await eventually(async () => {
        expect(await client.email(id)).toMatchObject({ status: "sent" })
      })
      await server.end("SIGKILL")
      far.follow(refuse("nobody"))
      await eventually(async () => {
        expect(await postfix.log()).toMatch(/to=<b\+[a-z2-7]{39}@bounce\.test>.* status=deferred/)
      })
      const again = await serve(all)
      const later = clientOf(again.url, server.key ?? "")
      await explained(
        async () => {
          await eventually(async () => {
            expect(await later.email(id)).toMatchObject({
              status: "bounced",
              failure_code: "invalid_recipient"
            })
          })
        },
        async () => [await postfix.log(), again.log()]
      )
      expect((await timelineOf(later, id)).data.map(({ type }) => type)).toEqual([
        "email.sent",
        "email.bounced"
      ])
    })
  }
)
