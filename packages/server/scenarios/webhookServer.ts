import { verifyWebhook, type WebhookEvent } from "@telemark/client"
import type {
  CreatedWebhookEndpoint,
  EventType,
  Timeline,
  WebhookAttempt,
  WebhookAttemptList
} from "@telemark/core"
import {
  type DnsPeer,
  type SmtpPeer,
  startDnsPeer,
  startSmtpPeer,
  startWebhookPeer,
  type WebhookPeer
} from "@telemark/testing"
import { expect, onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { type Environment, serve, type Server } from "./harness.js"

/** A receiver of events; closed when the test is through. */
export const startReceiver = async (): Promise<WebhookPeer> => {
  const peer = await startWebhookPeer()
  onTestFinished(() => peer.close())
  return peer
}

/** A server that hands its mail to an SMTP peer, and may post to this machine. */
export const startWebhookServer = async (
  databaseUrl: string,
  more: Environment = {}
): Promise<{
  readonly server: Server
  readonly client: Client
  readonly smtp: SmtpPeer
  readonly dns: DnsPeer
  readonly environment: Environment
}> => {
  const [dns, smtp] = await Promise.all([startDnsPeer(), startSmtpPeer()])
  onTestFinished(async () => {
    await dns.close()
    await smtp.close()
  })
  const environment: Environment = {
    TELEMARK_DATABASE_URL: databaseUrl,
    TELEMARK_SMTP_URL: smtp.url,
    TELEMARK_DNS_SERVERS: dns.address,
    TELEMARK_ALLOW_NETWORKS: "127.0.0.1",
    TELEMARK_DEFAULT_RATE_LIMIT: "10000",
    ...more
  }
  const server = await serve(environment)
  return { server, client: clientOf(server.url, server.key ?? ""), smtp, dns, environment }
}

/** Makes an endpoint, and answers with it and its secret. */
export const addEndpoint = async (
  client: Client,
  url: string,
  events: ReadonlyArray<EventType>
): Promise<CreatedWebhookEndpoint> => {
  const { body, status } = await client.post("/webhook-endpoints", { url, events })
  expect([status, body]).toMatchObject([201, { url, events, active: true }])
  return body as CreatedWebhookEndpoint
}

/** The events that a receiver got so far, each verified, in the order of their arrival. */
export const eventsAt = (
  receiver: Pick<WebhookPeer, "requests">,
  secret: string
): Promise<ReadonlyArray<WebhookEvent>> =>
  Promise.all(receiver.requests.map(({ body, headers }) => verifyWebhook(body, headers, secret)))

/** How often each mail's event arrived, by the mail's id. */
export const arrivedFor = (events: ReadonlyArray<WebhookEvent>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { data } of events) counts.set(data.email_id, (counts.get(data.email_id) ?? 0) + 1)
  return counts
}

export const timelineOf = async (client: Client, id: string): Promise<Timeline> =>
  (await client.get<Timeline>(`/emails/${id}/events`)).body

export const deliveriesOf = async (
  client: Client,
  id: number
): Promise<ReadonlyArray<WebhookAttempt>> =>
  (await client.get<WebhookAttemptList>(`/webhook-endpoints/${String(id)}/deliveries?limit=100`))
    .body.data
