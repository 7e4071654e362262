import { type ReceivedMail, type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import PostalMime, { type Email as ParsedMail } from "postal-mime"
import { onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { eventually, serve } from "./harness.js"
import { idOf } from "./mails.js"

/** A server that hands its mail to a peer of the test. */
export interface MailingServer {
  readonly url: string
  readonly client: Client
  readonly peer: SmtpPeer
  /** Sends to one recipient and answers with the mail that arrived, parsed. */
  readonly mailOf: (request: Readonly<Record<string, unknown>>) => Promise<ParsedMail>
}

/** Starts `telemark serve` on that database, with a sender and a peer for its mail. */
export const startMailingServer = async (databaseUrl: string): Promise<MailingServer> => {
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const server = await serve({
    TELEMARK_DATABASE_URL: databaseUrl,
    TELEMARK_SMTP_URL: peer.url,
    TELEMARK_FROM: "Shop <shop@example.com>",
    TELEMARK_DEFAULT_RATE_LIMIT: "10000"
  })
  const client = clientOf(server.url, server.key ?? "")

  const mailOf: MailingServer["mailOf"] = async (request) => {
    const { body, status } = await client.post("/emails/send", {
      to: "ada@example.com",
      ...request
    })
    if (status !== 201)
      throw new Error(`the send was answered ${String(status)}: ${JSON.stringify(body)}`)
    const id = (body as { readonly queued: ReadonlyArray<{ readonly id: string }> }).queued[0]?.id
    let mail: ReceivedMail | undefined
    await eventually(() => {
      mail = peer.mails.find((one) => idOf(one) === id)
      if (mail === undefined) throw new Error("the mail hasn't arrived")
    })
    return PostalMime.parse(mail?.source ?? "")
  }
  return { url: server.url, client, peer, mailOf }
}
