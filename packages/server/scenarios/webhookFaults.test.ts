import type { WebhookBehaviour, WebhookPeer } from "@telemark/testing"
import { describe, expect, it } from "vitest"
import { clientOf } from "./client.js"
import { databases, sqliteUrl } from "./databases.js"
import { eventually, serve } from "./harness.js"
import { sendMany } from "./mails.js"
import {
  addEndpoint,
  arrivedFor,
  deliveriesOf,
  eventsAt,
  startReceiver,
  startWebhookServer
} from "./webhookServer.js"

const idsOf = ({ requests }: WebhookPeer): ReadonlySet<string> =>
  new Set(requests.map(({ headers }) => String(headers["webhook-id"])))

/** What a receiver may do wrong, and what is told of it. */
const wrongs: ReadonlyArray<
  readonly [behaviour: WebhookBehaviour, status: number | null, error: RegExp]
> = [
  [{ redirect: "http://127.0.0.1:1/elsewhere" }, 302, /Redirects are not followed/],
  [{ status: 500, body: "no" }, 500, /answered 500/],
  ["reset", null, /connection was lost/],
  ["closeHalfway", null, /connection was lost/],
  [{ raw: "220 smtp.example ESMTP\r\n" }, null, /not HTTP/],
  ["stall", null, /within 15 s/]
]

describe.each(databases)("with receivers that fail, on %s,", (_, makeUrl) => {
  it("reports each kind of failure, and delays neither another receiver nor mail", async () => {
    const { client, smtp } = await startWebhookServer(await makeUrl())
    const bad = await Promise.all(
      wrongs.map(async ([behaviour, status, error]) => {
        const receiver = await startReceiver()
        receiver.answer(behaviour)
        return {
          endpoint: await addEndpoint(client, receiver.url, ["email.sent"]),
          receiver,
          status,
          error
        }
      })
    )
    const large = await startReceiver()
    large.answer({ large: 10_000_000 })
    const good = await startReceiver()
    const largeEndpoint = await addEndpoint(client, large.url, ["email.sent"])
    const { secret } = await addEndpoint(client, good.url, ["email.sent"])
    const ids = await sendMany(client, 60)
    await eventually(() => {
      expect([smtp.mails.length, good.requests.length, idsOf(large).size]).toEqual([60, 60, 60])
    })
    expect(arrivedFor(await eventsAt(good, secret))).toEqual(new Map(ids.map((id) => [id, 1])))
    expect((await deliveriesOf(client, largeEndpoint.id))[0]).toMatchObject({
      status: "delivered",
      status_code: 200,
      response: "x".repeat(1024)
    })
    for (const { endpoint, error, receiver, status } of bad) {
      await eventually(async () => {
        const [delivery] = await deliveriesOf(client, endpoint.id)
        expect(delivery).toMatchObject({
          status: "pending",
          status_code: status,
          error: expect.stringMatching(error) as string
        })
      })
      expect(receiver.connections).toBeGreaterThan(0)
    }
    expect(
      (
        await client.get<{
          readonly data: ReadonlyArray<{ readonly failing_since: string | null }>
        }>("/webhook-endpoints")
      ).body.data.filter(({ failing_since }) => failing_since !== null)
    ).toHaveLength(wrongs.length)
  })

  it("a receiver that is away gets everything once it is back", async () => {
    const { client } = await startWebhookServer(await makeUrl())
    const receiver = await startReceiver()
    const { secret } = await addEndpoint(client, receiver.url, ["email.sent"])
    await receiver.stop()
    const ids = await sendMany(client, 20)
    await eventually(async () => {
      for (const id of ids) expect((await client.email(id)).status).toBe("sent")
    })
    await receiver.restart()
    await eventually(() => {
      expect(idsOf(receiver).size).toBe(20)
    })
    expect(new Set(arrivedFor(await eventsAt(receiver, secret)).keys())).toEqual(new Set(ids))
  })

  it("one that answers 410 is made inactive and gets nothing more until it is made active again", async () => {
    const { client, server } = await startWebhookServer(await makeUrl())
    const receiver = await startReceiver()
    receiver.answer({ status: 410 })
    const { id } = await addEndpoint(client, receiver.url, ["email.sent"])
    await sendMany(client, 1)
    const state = async () =>
      (await client.get<{ readonly data: ReadonlyArray<unknown> }>("/webhook-endpoints")).body
        .data[0]
    await eventually(async () => {
      expect(await state()).toMatchObject({ active: false, disabled_reason: "gone" })
    })
    receiver.answer({ status: 200 })
    const later = await sendMany(client, 3)
    await eventually(async () => {
      for (const email of later) expect((await client.email(email)).status).toBe("sent")
    })
    expect(server.log()).toContain("webhook endpoint")
    expect(await client.patch(`/webhook-endpoints/${String(id)}`, { active: true })).toMatchObject({
      status: 200,
      body: { active: true, disabled_reason: null }
    })
    await sendMany(client, 2)
    await eventually(() => {
      expect(receiver.requests).toHaveLength(3)
    })
    expect(
      await client.post(`/webhook-endpoints/${String(id)}/replay`, {
        since: new Date(Date.now() - 600_000).toISOString()
      })
    ).toMatchObject({ body: { events: 6 } })
    await eventually(() => {
      expect(idsOf(receiver).size).toBe(6)
    })
  })

  it("one that is removed while events wait for it gets nothing more", async () => {
    const { client } = await startWebhookServer(await makeUrl())
    const [removed, other] = [await startReceiver(), await startReceiver()]
    removed.answer({ status: 503 })
    const { id } = await addEndpoint(client, removed.url, ["email.sent"])
    const before = await sendMany(client, 30)
    await eventually(async () => {
      expect(removed.requests.length).toBeGreaterThan(0)
      for (const email of before) expect((await client.email(email)).status).toBe("sent")
    })
    expect(await client.remove(`/webhook-endpoints/${String(id)}`)).toMatchObject({
      status: 200,
      body: { success: true }
    })
    // What was under way at that moment may still come.
    const { secret } = await addEndpoint(client, other.url, ["email.sent"])
    const first = await sendMany(client, 1)
    await eventually(() => {
      expect(other.requests).toHaveLength(1)
    })
    const seen = removed.requests.length
    const ids = await sendMany(client, 40)
    await eventually(() => {
      expect(other.requests).toHaveLength(41)
    })
    expect(removed.requests.length - seen).toBeLessThanOrEqual(1)
    expect(new Set(arrivedFor(await eventsAt(other, secret)).keys())).toEqual(
      new Set([...first, ...ids])
    )
  })

  it("a name that points inside later is not connected to", async () => {
    const { client, dns } = await startWebhookServer(await makeUrl())
    const receiver = await startReceiver()
    dns.set("hooks.example", "A", ["127.0.0.1"])
    const { id } = await addEndpoint(client, `http://hooks.example:${String(receiver.port)}/`, [
      "email.sent"
    ])
    dns.set("hooks.example", "A", ["127.0.0.2"])
    const connections = receiver.connections
    await sendMany(client, 3)
    await eventually(async () => {
      const deliveries = await deliveriesOf(client, id)
      expect(deliveries.length).toBeGreaterThanOrEqual(3)
      for (const delivery of deliveries)
        expect(delivery).toMatchObject({
          status_code: null,
          error: expect.stringContaining("TELEMARK_ALLOW_NETWORKS") as string
        })
    })
    expect([receiver.connections - connections, receiver.requests.length]).toEqual([0, 0])
  })

  it("a process killed while it delivers loses no event", async () => {
    const { client, environment, server } = await startWebhookServer(await makeUrl(), {
      TELEMARK_LEASE: "2s"
    })
    const receiver = await startReceiver()
    let stalled = 0
    receiver.answer((_request, number) =>
      number % 3 === 0 ? { status: 200 } : (stalled++, "stall")
    )
    const { secret } = await addEndpoint(client, receiver.url, [
      "email.sent",
      "email.deferred",
      "email.bounced"
    ])
    const ids = await sendMany(client, 90)
    await eventually(() => {
      expect(stalled).toBeGreaterThan(3)
    })
    await server.end("SIGKILL")
    receiver.answer({ status: 200 })
    let again = await serve(environment)
    for (let kill = 0; kill < 2; kill++) {
      const seen = idsOf(receiver).size
      await eventually(() => {
        expect(idsOf(receiver).size).toBeGreaterThanOrEqual(Math.min(90, seen + 20))
      })
      await again.end("SIGKILL")
      again = await serve(environment)
    }
    const later = clientOf(again.url, server.key ?? "")
    await eventually(async () => {
      for (const id of ids) expect((await later.email(id)).status).toBe("sent")
    })
    await eventually(async () => {
      expect(new Set(arrivedFor(await eventsAt(receiver, secret)).keys())).toEqual(new Set(ids))
    })
    const bodies = new Map<string, string>()
    for (const { body, headers } of receiver.requests) {
      const id = String(headers["webhook-id"])
      expect(bodies.get(id) ?? body).toBe(body)
      bodies.set(id, body)
    }
    process.stdout.write(
      `killed while delivering: ${String(ids.length)} mails, ${String(bodies.size)} events, ${String(receiver.requests.length - bodies.size)} repeated\n`
    )
  })
})

describe("a process that gets a signal to stop", () => {
  it("finishes the calls in flight, and leaves the others to the next process", async () => {
    const { client, environment, server } = await startWebhookServer(await sqliteUrl())
    const receiver = await startReceiver()
    const { secret } = await addEndpoint(client, receiver.url, ["email.sent"])
    const ids = await sendMany(client, 150)
    await eventually(() => {
      expect(receiver.requests.length).toBeGreaterThan(10)
    })
    expect(await server.end("SIGTERM")).toBe(0)
    await serve(environment)
    await eventually(() => {
      expect(idsOf(receiver).size).toBe(150)
    })
    expect(arrivedFor(await eventsAt(receiver, secret))).toEqual(new Map(ids.map((id) => [id, 1])))
  })
})
