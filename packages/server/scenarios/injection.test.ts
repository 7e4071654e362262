import { type ReceivedMail, startSmtpPeer } from "@telemark/testing"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { eventually, serve, temporaryFolder } from "./harness.js"
import { idOf } from "./mails.js"

const payloads = [
  "\r\nBcc: evil@example.org",
  "\nBcc: evil@example.org",
  "\rBcc: evil@example.org",
  "\r\n\r\n<script>evil()</script>",
  "x>\r\nRCPT TO:<evil@example.org>\r\n",
  "x\r\n.\r\nMAIL FROM:<evil@example.org>\r\nRCPT TO:<evil@example.org>\r\nDATA\r\nevil\r\n.\r\n",
  ", evil@example.org",
  "; evil@example.org",
  "> , <evil@example.org",
  "\u2028Bcc: evil@example.org",
  "\u0000Bcc: evil@example.org",
  "=?utf-8?q?=0D=0ABcc:_evil@example.org?="
]

/** A send for each place that a caller's text can reach, with the text put in. */
const attacks = (text: string): ReadonlyArray<Record<string, unknown>> => [
  { to: `ada@example.com${text}` },
  { to: [`ada${text}@example.com`] },
  { to: `Ada ${text} <ada@example.com>` },
  { from: `shop@example.com${text}` },
  { from: `Shop ${text} <shop@example.com>` },
  { from: `"Shop${text}" <shop@example.com>` },
  { subject: `Hello${text}` },
  { text: `Hello${text}` },
  { html: `<p>Hello${text}</p>`, text: undefined },
  { headers: { "X-Note": `note${text}` } },
  { headers: { [`X-Note${text}`]: "note" } },
  { headers: { "Reply-To": `help@example.com${text}` } },
  {
    headers: {
      Bcc: "evil@example.org",
      cc: "evil@example.org",
      TO: "evil@example.org",
      "Resent-Bcc": "evil@example.org"
    }
  },
  {
    headers: {
      "Content-Type": `text/html${text}`,
      "MIME-Version": "2.0",
      Date: "never",
      "Message-ID": "<mine@example.org>"
    }
  },
  { metadata: { note: text }, data: { note: text } }
]

const allowed =
  /^(?:from|to|subject|date|message-id|x-note|reply-to|mime-version|content-type|content-transfer-encoding|auto-submitted|x-auto-response-suppress)$/i

/** The names of the header fields of a mail. */
const fieldsOf = ({ source }: ReceivedMail): ReadonlyArray<string> => {
  const [head = ""] = source.toString("latin1").split("\r\n\r\n")
  return head
    .replace(/\r\n[ \t]/g, " ")
    .split("\r\n")
    .map((line) => line.slice(0, line.indexOf(":")))
}

describe("text that looks like commands and headers", () => {
  it("adds no recipient, no field and no message, wherever it is put", async () => {
    const folder = await temporaryFolder()
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.close())
    const server = await serve({
      TELEMARK_DATABASE_URL: `sqlite:${join(folder, "mail.db")}`,
      TELEMARK_SMTP_URL: peer.url,
      TELEMARK_FROM: "shop@example.com",
      TELEMARK_DEFAULT_RATE_LIMIT: "10000"
    })
    const client = clientOf(server.url, server.key ?? "")
    const accepted = new Map<string, string>()
    for (const attack of payloads.flatMap(attacks)) {
      const { body, status } = await client.post("/emails/send", {
        to: "ada@example.com",
        text: "Hello",
        ...attack
      })
      expect([201, 400]).toContain(status)
      if (status === 400) continue
      for (const { id, recipient } of (
        body as { readonly queued: ReadonlyArray<{ id: string; recipient: string }> }
      ).queued) {
        accepted.set(id, recipient)
      }
    }
    expect(accepted.size).toBeGreaterThan(50)
    await eventually(async () => {
      const { body } = await client.get<{ readonly statuses: Readonly<Record<string, number>> }>(
        "/analytics/summary"
      )
      expect(body.statuses["sent"]).toBe(accepted.size)
    })

    expect(peer.mails.length).toBe(accepted.size)
    for (const mail of peer.mails) {
      expect(mail.envelope.to).toEqual([accepted.get(idOf(mail))])
      expect(mail.envelope.from).toBe("shop@example.com")
      const names = fieldsOf(mail)
      expect(names.filter((name) => !allowed.test(name))).toEqual([])
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
    }
  })
})
