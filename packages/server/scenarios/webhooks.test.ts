import { eventTypes } from "@telemark/core"
import { say } from "@telemark/testing"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { describe, expect, it } from "vitest"
import { databases } from "./databases.js"
import { makeTenant } from "./domainServer.js"
import { command, eventually } from "./harness.js"
import { sendMany } from "./mails.js"
import {
  addEndpoint,
  deliveriesOf,
  eventsAt,
  startReceiver,
  startWebhookServer,
  timelineOf
} from "./webhookServer.js"

describe.each(databases)("webhooks on %s", (_, makeUrl) => {
  it("report each change of a mail, signed so that the usual verifiers take them unchanged", async () => {
    const { client, smtp } = await startWebhookServer(await makeUrl())
    const receiver = await startReceiver()
    const { secret } = await addEndpoint(client, `${receiver.url}/hooks?shop=1`, eventTypes)
    smtp.follow(
      say("rcpt", "550 5.1.1 No such user", { to: "nobody" }),
      say("rcpt", "451 4.7.1 Come back later", { to: "later" })
    )
    const { body } = await client.send({
      to: ["ada@example.com", "nobody@example.com", "later@example.com"],
      from: "shop@example.com",
      subject: "Order ½",
      text: "hello",
      metadata: { order: 7, note: null }
    })
    await eventually(() => {
      expect(receiver.requests).toHaveLength(3)
    })
    const stripe = new Stripe("sk_test_unused")
    const standard = new Webhook(secret)
    for (const { body: raw, headers, method, path } of receiver.requests) {
      const [signature, id, timestamp, standardSignature] = [
        "x-service-signature",
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature"
      ].map((name) => String(headers[name]))
      const event = stripe.webhooks.constructEvent(raw, signature ?? "", secret)
      const same = standard.verify(raw, {
        "webhook-id": id ?? "",
        "webhook-timestamp": timestamp ?? "",
        "webhook-signature": standardSignature ?? ""
      })
      expect(same).toEqual(event)
      expect([method, path, headers["content-type"], event.id]).toEqual([
        "POST",
        "/hooks?shop=1",
        "application/json",
        id
      ])
      expect(() => stripe.webhooks.constructEvent(`${raw} `, signature ?? "", secret)).toThrow(
        "signature"
      )
    }
    const events = await eventsAt(receiver, secret)
    const byRecipient = new Map(events.map((event) => [event.data.recipient, event]))
    const common = {
      sender: "shop@example.com",
      subject: "Order ½",
      template_id: null,
      metadata: { order: 7, note: null },
      attempts: 1
    }
    expect(byRecipient.get("ada@example.com")).toMatchObject({
      type: "email.sent",
      data: { ...common, status: "sent", error_message: null }
    })
    expect(byRecipient.get("nobody@example.com")).toMatchObject({
      type: "email.bounced",
      data: { ...common, status: "bounced", smtp_response: "550 5.1.1 No such user" }
    })
    expect(byRecipient.get("later@example.com")).toMatchObject({
      type: "email.deferred",
      data: { ...common, status: "deferred" }
    })
    expect(events.map(({ data }) => data.email_id).sort()).toEqual(
      body.queued.map(({ id }) => id).sort()
    )
    expect(await client.get("/suppressions/check/nobody%40example.com")).toMatchObject({
      body: { suppressed: true, reason: "bounce" }
    })
  })

  it("are sent to endpoints that take that type, and to no other tenant", async () => {
    const { client, environment, server } = await startWebhookServer(await makeUrl())
    const acme = await makeTenant((...args) => command(args, environment), server.url, "acme")
    const [sent, bounced, acmes] = [
      await startReceiver(),
      await startReceiver(),
      await startReceiver()
    ]
    const { secret } = await addEndpoint(client, sent.url, ["email.sent"])
    await addEndpoint(client, bounced.url, ["email.bounced"])
    const acmeEndpoint = await addEndpoint(acme, acmes.url, eventTypes)
    const ids = await sendMany(client, 60)
    await eventually(() => {
      expect(sent.requests).toHaveLength(60)
    })
    const acmeIds = await sendMany(acme, 3)
    await eventually(() => {
      expect(acmes.requests).toHaveLength(3)
    })
    expect(new Set((await eventsAt(sent, secret)).map(({ data }) => data.email_id))).toEqual(
      new Set(ids)
    )
    expect(
      new Set((await eventsAt(acmes, acmeEndpoint.secret)).map(({ data }) => data.email_id))
    ).toEqual(new Set(acmeIds))
    expect(bounced.requests).toHaveLength(0)
    const other = `/webhook-endpoints/${String(acmeEndpoint.id)}`
    expect([await client.get(`${other}/deliveries`), await client.remove(other)]).toMatchObject([
      { status: 404 },
      { status: 404 }
    ])
  })

  it("are tried again until they are taken, with the same id and body and a signature of that moment", async () => {
    const { client } = await startWebhookServer(await makeUrl())
    const receiver = await startReceiver()
    receiver.answer((_request, number) =>
      number <= 1 ? { status: 500, body: "down for maintenance" } : { status: 204 }
    )
    const { id, secret } = await addEndpoint(client, receiver.url, ["email.sent"])
    await sendMany(client, 1)
    await eventually(async () => {
      expect(await deliveriesOf(client, id)).toMatchObject([
        { attempt: 2, status: "delivered", status_code: 204, error: null, next_attempt_at: null },
        {
          attempt: 1,
          status: "failed",
          status_code: 500,
          response: "down for maintenance",
          next_attempt_at: null
        }
      ])
    })
    const [first, second] = receiver.requests
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"])
    expect(Number(second?.headers["webhook-timestamp"])).toBeGreaterThan(
      Number(first?.headers["webhook-timestamp"])
    )
    expect(await eventsAt(receiver, secret)).toHaveLength(2)
    expect(
      (await client.get<{ readonly data: ReadonlyArray<unknown> }>("/webhook-endpoints")).body.data
    ).toMatchObject([{ id, active: true, failing_since: null }])
  })

  it("can be tested, replayed, and given a new secret beside the former one", async () => {
    const { client } = await startWebhookServer(await makeUrl())
    const receiver = await startReceiver()
    const { id, secret } = await addEndpoint(client, receiver.url, ["email.sent"])
    const path = `/webhook-endpoints/${String(id)}`
    expect(await client.post(`${path}/test`, { type: "email.clicked" })).toMatchObject({
      status: 200,
      body: {
        type: "email.clicked",
        attempt: 0,
        status: "delivered",
        status_code: 200,
        response: "ok"
      }
    })
    const since = new Date(Date.now() - 60_000).toISOString()
    await sendMany(client, 120)
    await eventually(() => {
      expect(receiver.requests).toHaveLength(121)
    })
    const rotated = (await client.post(`${path}/rotate-secret`, undefined)).body as {
      readonly secret: string
    }
    const events = (await eventsAt(receiver, secret)).slice(1)
    expect(await client.post(`${path}/replay`, { event_id: events[5]?.id })).toMatchObject({
      status: 200,
      body: { status: "queued", events: 1 }
    })
    await eventually(() => {
      expect(receiver.requests).toHaveLength(122)
    })
    expect((await eventsAt(receiver, secret)).at(-1)).toEqual(events[5])
    expect((await eventsAt({ requests: receiver.requests.slice(-1) }, rotated.secret))[0]).toEqual(
      events[5]
    )
    expect(await client.post(`${path}/replay`, { since })).toMatchObject({
      status: 200,
      body: { events: 120, next_since: null }
    })
    await eventually(() => {
      expect(receiver.requests).toHaveLength(242)
    })
    const counts = new Map<string, number>()
    for (const { headers } of receiver.requests.slice(1))
      counts.set(
        String(headers["webhook-id"]),
        (counts.get(String(headers["webhook-id"])) ?? 0) + 1
      )
    expect([...counts.values()].filter((count) => count !== 2)).toEqual([3])
    expect(
      await client.post(`${path}/replay`, { event_id: "evt_00000000000000000000000000000000" })
    ).toMatchObject({ status: 404 })
  })
})

describe.each(databases)("a mail's timeline on %s", (_, makeUrl) => {
  it("reports each attempt, how it went, what the server said, and what comes next", async () => {
    const { client, smtp } = await startWebhookServer(await makeUrl(), {
      TELEMARK_RETRY_SCHEDULE: "1s,1h"
    })
    smtp.follow(
      say("rcpt", "451 4.7.1 Greylisted", { to: "ada", times: 1 }),
      say("rcpt", "550 5.1.1 No such user", { to: "nobody" })
    )
    const { body } = await client.send({
      to: ["ada@example.com", "nobody@example.com"],
      from: "shop@example.com",
      text: "hello"
    })
    const [ada = "", nobody = ""] = body.queued.map(({ id }) => id)
    await eventually(async () => {
      expect(await timelineOf(client, ada)).toMatchObject({ status: "sent" })
    })
    const { data, summary } = await timelineOf(client, ada)
    expect(data).toMatchObject([
      {
        type: "email.deferred",
        attempt: 1,
        smtp_provider: "smtp",
        smtp_response: "451 4.7.1 Greylisted",
        verdict: "transient",
        tls: null,
        ambiguous: false
      },
      {
        type: "email.sent",
        attempt: 2,
        smtp_provider: "smtp",
        verdict: "accepted",
        next_attempt_at: null
      }
    ])
    expect(Date.parse(data[0]?.next_attempt_at ?? "")).toBeGreaterThan(
      Date.parse(data[0]?.created_at ?? "")
    )
    for (const entry of data) {
      expect(entry.duration_ms).toBeGreaterThanOrEqual(0)
      expect(entry.message).toMatch(/\.$/)
    }
    expect(summary).toMatch(/\.$/)
    await eventually(async () => {
      expect(await timelineOf(client, nobody)).toMatchObject({
        status: "bounced",
        data: [{ type: "email.bounced", verdict: "invalid_recipient" }]
      })
    })
    expect(await client.get("/emails/em_00000000000000000000000000000000/events")).toMatchObject({
      status: 404,
      body: { error: "not_found" }
    })
  })
})
