// What a release stores: one of everything, by its own commands and its HTTP interface.
import { say, startSmtpPeer } from "@telemark/testing"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { type PublishedRecord, startDomainServer } from "./domainServer.js"
import { command, type Environment, eventually, serve } from "./harness.js"
import { secret, type Stored } from "./storedRelease.js"
import { addEndpoint } from "./webhookServer.js"

const login = { user: "acme", password: 'pa"ss\\wörd, stored 🔑' }

/** Nothing is removed, however long ago it was stored; and no name of the machine is stored. */
export const environment: Environment = {
  TELEMARK_SECRET: secret,
  TELEMARK_EHLO_NAME: "mail.shop.example",
  TELEMARK_ALLOW_NETWORKS: "127.0.0.0/8",
  TELEMARK_BODY_RETENTION_DAYS: "forever",
  TELEMARK_LOG_RETENTION_DAYS: "forever",
  TELEMARK_EVENT_RETENTION_DAYS: "forever",
  TELEMARK_DELIVERY_RETENTION_DAYS: "forever"
}

/** Octets that nothing may change. */
export const file = Buffer.from(Uint8Array.from({ length: 256 }, (_, index) => index))
export const raw = [
  "From: Shop <shop@shop.example>",
  "To: Ada <ada@example.com>",
  "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
  "Message-ID: <stored@shop.example>",
  "Date: Sun, 29 Nov 2026 12:00:00 +0000",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: 8bit",
  "",
  "Grüße\r\n..dots\r\n"
].join("\r\n")

const from = "Shop <shop@shop.example>"
const mjml =
  "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{name}}</mj-text></mj-column></mj-section></mj-body></mjml>"

const done = async <A>(asked: Promise<{ status: number; body: A }>): Promise<A> => {
  const { body, status } = await asked
  expect([status < 300, body]).toEqual([true, body])
  return body
}

const sendOne = async (client: Client, request: Parameters<Client["send"]>[0]) =>
  (await done(client.send(request))).queued[0]?.id ?? ""

/** Everything but mail. */
const configure = async (client: Client, endpoint: string) => {
  await done(client.put("/brand", { name: "Shop", primary_color: "#004488" }))
  await done(
    client.post("/templates", {
      id: "welcome",
      name: "Welcome",
      subject_template: "Hello {{name}}",
      mjml_source: mjml
    })
  )
  await done(client.post("/topics", { id: "news", name: "News", description: "Once a month" }))
  await done(client.post("/suppressions", { email_address: "Bob@example.com" }))
  await done(
    client.post("/suppressions", {
      email_address: "carol@example.com",
      reason: "unsubscribe",
      topic: "news"
    })
  )
  await done(client.post("/feedback-sources", { provider: "postmark" }))
  return addEndpoint(client, endpoint, ["email.sent", "email.bounced"])
}

/** The mails of the first events that an application gets that follows them under a name. */
export const follow = async (url: string, count: number): Promise<ReadonlyArray<string>> => {
  const program = fileURLToPath(new URL("follow.mjs", import.meta.url))
  const args = [program, url, String(count)]
  const env = { PATH: process.env["PATH"], ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return JSON.parse(stdout) as ReadonlyArray<string>
}

/** Mail that no worker is there for. */
const queue = async (shop: Client, acme: Client) => ({
  queued: await sendOne(shop, {
    to: "ada@example.com",
    from,
    subject: "Queued",
    html: "<p>Hi</p>"
  }),
  templated: await sendOne(shop, {
    to: "ada@example.com",
    from,
    template_id: "welcome",
    data: { name: "Ada" },
    topic: "news"
  }),
  scheduled: await sendOne(shop, {
    to: "ada@example.com",
    from,
    subject: "Scheduled",
    text: "Now",
    scheduled_at: new Date(Date.now() + 10_000).toISOString()
  }),
  file: await sendOne(shop, {
    to: "ada@example.com",
    from,
    subject: "File",
    text: "See there",
    attachments: [{ filename: "ü.bin", content: file.toString("base64") }]
  }),
  raw: await sendOne(shop, { to: "ada@example.com", raw: Buffer.from(raw).toString("base64") }),
  own: await sendOne(acme, { to: "ada@example.com", from: "a@acme.example", text: "By our own" })
})

/** What may say something else in any release or at any time, and where acme's server is. */
const passing = new Set(["summary", "message", "last_used_at", "port"])

const lasting = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (passing.has(name) ? undefined : value))
  )

/** What all these paths answer. */
export const answersOf = async (client: Client, paths: ReadonlyArray<string>) => {
  const answers: Record<string, unknown> = {}
  for (const path of paths) answers[path] = lasting(await done(client.get(path)))
  return answers
}

const pathsOf = (ids: ReadonlyArray<string>): ReadonlyArray<string> => [
  "/emails?limit=100",
  ...ids.flatMap((id) => [`/emails/${id}`, `/emails/${id}/events`, `/emails/${id}/content`]),
  "/templates",
  "/templates/welcome",
  "/templates/welcome/versions",
  "/brand",
  "/domains",
  "/domains/shop.example",
  "/topics",
  "/suppressions?limit=100",
  "/suppressions/check/bob@example.com",
  "/tracking",
  "/feedback-sources",
  "/webhook-endpoints",
  "/api-keys"
]

/** Fills an empty database; all processes have ended when it is done. */
export const fillRelease = async (databaseUrl: string): Promise<Stored> => {
  const started = await startDomainServer(databaseUrl, environment)
  const { client, peer, publish, server } = started
  await command(["tenants", "create", "acme"], started.environment)
  const made = ["keys", "create", "--tenant", "acme", "--all-scopes", "--json"]
  const { key } = JSON.parse(await command(made, started.environment)) as { readonly key: string }
  const own = await startSmtpPeer({ login })
  onTestFinished(() => own.close())
  await done(
    clientOf(server.url, key).post("/smtp-config", {
      provider: "acme",
      host: own.host,
      port: own.port,
      username: login.user,
      password: login.password,
      tls_required: false
    })
  )
  const { dns_records: records } = (await done(
    client.post("/domains", { domain: "shop.example" })
  )) as { readonly dns_records: ReadonlyArray<PublishedRecord> }
  publish(records)
  const verified = await done(client.post("/domains/shop.example/verify", undefined))
  expect(verified).toMatchObject({ ready_to_send: true })
  // Nobody listens at port 1: what it was to get waits.
  const endpoint = await configure(client, "http://127.0.0.1:1/events")
  peer.follow(say("rcpt", "550 5.1.1 No such user", { to: "gone@example.com" }))
  const sent = await sendOne(client, {
    to: "Ada <ada@example.com>",
    from,
    subject: "Sent",
    html: "<p>Grüße 😀</p>",
    tags: { campaign: "spring" },
    metadata: { order: 7 }
  })
  const bounced = await sendOne(client, { to: "gone@example.com", from, text: "Nobody there" })
  await eventually(async () => {
    expect(await client.email(sent)).toMatchObject({ status: "sent" })
    expect(await client.email(bounced)).toMatchObject({ status: "bounced" })
  })
  // It was not heard of as handled: whoever follows next gets it again.
  expect(await follow(databaseUrl, 1)).toHaveLength(1)
  expect(await server.end("SIGTERM")).toBe(0)

  const idle = await serve(started.environment, "--no-worker")
  const [shopNow, acmeNow] = [clientOf(idle.url, server.key ?? ""), clientOf(idle.url, key)]
  const waiting = await queue(shopNow, acmeNow)
  const { own: ofAcme, ...ofShop } = waiting
  const answers = {
    shop: await answersOf(shopNow, pathsOf([sent, bounced, ...Object.values(ofShop)])),
    acme: await answersOf(acmeNow, ["/smtp-config", "/emails", `/emails/${ofAcme}`])
  }
  expect(await idle.end("SIGTERM")).toBe(0)
  return {
    keys: { shop: server.key ?? "", acme: key },
    login,
    records,
    endpoint: { id: endpoint.id, secret: endpoint.secret },
    settled: [sent, bounced],
    waiting,
    answers
  }
}
