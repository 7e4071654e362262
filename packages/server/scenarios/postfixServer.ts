import { type PostfixOptions, type PostfixServer, startPostfix } from "@telemark-tools/postfix"
import type { EventType } from "@telemark/core"
import { closedPort, type PeerRule, type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import nodemailer from "nodemailer"
import { onTestFinished } from "vitest"
import type { Client } from "./client.js"
import type { Environment } from "./harness.js"
import { timelineOf } from "./webhookServer.js"

/**
 * A Postfix between a server and the mail servers of its recipients, which returns their refusals
 * to the server's listener.
 */
export interface Loop {
  readonly postfix: PostfixServer
  /** Of the domain `far.test`. */
  readonly far: SmtpPeer
  readonly bouncePort: number
  /** The server's settings: relay, return paths and listener. */
  readonly environment: Environment
}

export const returnPathHost = "bounce.test"

/** Starts it; `rules` are those of `far.test`. */
export const startLoop = async (
  rules: ReadonlyArray<PeerRule>,
  options: PostfixOptions = {}
): Promise<Loop> => {
  const far = await startSmtpPeer({ rules })
  onTestFinished(() => far.close())
  const bouncePort = await closedPort()
  const postfix = await startPostfix({
    ...options,
    routes: { [returnPathHost]: bouncePort, "far.test": far.port }
  })
  onTestFinished(postfix.remove)
  return {
    postfix,
    far,
    bouncePort,
    environment: {
      TELEMARK_SMTP_URL: postfix.url,
      TELEMARK_RETURN_PATH_HOST: returnPathHost,
      TELEMARK_BOUNCE_HOST: "127.0.0.1",
      TELEMARK_BOUNCE_PORT: String(bouncePort)
    }
  }
}

/** Hands a message to the SMTP server at that port, and answers its reply. */
export const submit = async (
  port: number,
  to: string,
  raw: string | Buffer,
  from = ""
): Promise<string> => {
  const { response } = await nodemailer
    .createTransport({ host: "127.0.0.1", port, ignoreTLS: true })
    .sendMail({ envelope: { from, to }, raw })
  return response
}

/** Sends a mail to each, and answers their ids by recipient. */
export const sendEach = async (
  client: Client,
  recipients: ReadonlyArray<string>
): Promise<ReadonlyMap<string, string>> => {
  const { body } = await client.send({
    to: [...recipients],
    from: "orders@shop.test",
    subject: "Your order",
    text: "Thank you"
  })
  return new Map(body.queued.map(({ id, recipient }) => [recipient, id]))
}

/** What happened to a mail, oldest first. */
export const eventsOf = async (client: Client, id: string): Promise<ReadonlyArray<EventType>> =>
  (await timelineOf(client, id)).data.map(({ type }) => type)

interface Suppressions {
  readonly data: ReadonlyArray<{ readonly email_address: string; readonly reason: string }>
}

export const suppressionsOf = async (
  client: Client
): Promise<ReadonlyArray<readonly [address: string, reason: string]>> =>
  (await client.get<Suppressions>("/suppressions?limit=100")).body.data.map(
    ({ email_address, reason }) => [email_address, reason] as const
  )
