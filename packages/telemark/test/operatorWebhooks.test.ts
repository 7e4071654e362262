import { type AuditWebhookEvent, type OperatorWebhookEvent, verifyWebhook } from "@telemark/client"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { startWebhookPeer, type WebhookPeer } from "@telemark/testing"
import Database from "better-sqlite3"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTelemark, NotFound, type Telemark, ValidationFailed } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"

const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )

const start = async () => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-operator-"))
  const peer = await startWebhookPeer()
  const filename = join(folder, "mail.db")
  const telemark = await createTelemark({
    storage: sqlite({ filename }),
    transport: capture(),
    from: "Shop <shop@example.com>",
    allowNetworks: ["127.0.0.1/32"]
  })
  onTestFinished(async () => {
    await telemark.close()
    await peer.close()
    await rm(folder, { recursive: true })
  })
  return { endpoints: telemark.operatorWebhookEndpoints, filename, peer, telemark }
}

const all = ["audit.recorded", "tenant.warned", "tenant.paused", "tenant.resumed"] as const

/** In the order of the events, whatever order they came in. */
const postedTo = (peer: WebhookPeer, path: string, behind = 0) =>
  peer.requests
    .slice(behind)
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body) as OperatorWebhookEvent)
    .sort((a, b) => (a.id < b.id ? -1 : 1))

const deliver = (telemark: Telemark) => telemark.deliverDue()

describe("an endpoint of the operator", () => {
  it("gets each entry of the audit log, of whichever tenant, as the log has it", async () => {
    const { endpoints, peer, telemark } = await start()
    await telemark.tenants.create({ name: "acme" })
    const { id, secret } = await endpoints.create({
      url: `${peer.url}/audit`,
      events: ["audit.recorded"]
    })
    const acme = telemark.tenant("acme")
    await acme.topics.create({ id: "news", name: "News" })
    await acme.suppressions.add({ email_address: "ada@example.com" })
    await deliver(telemark)

    const posted = postedTo(peer, "/audit") as ReadonlyArray<AuditWebhookEvent>
    expect(
      posted.map(({ data, type }) => [type, data.operation, data.tenant, data.target?.id])
    ).toEqual([
      ["audit.recorded", "operatorWebhookEndpoints.create", null, String(id)],
      ["audit.recorded", "topics.create", "acme", "news"],
      ["audit.recorded", "suppressions.add", "acme", null]
    ])
    const logged = (await acme.auditLog.list()).data
    expect(posted.slice(1).map(({ data }) => data)).toEqual(logged.toReversed())
    for (const { created_at, data, id } of posted)
      expect([id, created_at]).toEqual([data.id, data.created_at])
    expect(JSON.stringify(posted)).not.toContain("ada@")

    const { body, headers } = peer.requests.at(-1) ?? expect.fail("nothing was posted")
    const event = await verifyWebhook<OperatorWebhookEvent>(body, headers, secret)
    expect(posted).toContainEqual(event)
    expect(headers["webhook-id"]).toBe(event.id)
  })

  it("gets what happens to tenants, and of the types that it takes alone", async () => {
    const { endpoints, peer, telemark } = await start()
    await endpoints.create({ url: `${peer.url}/paused`, events: ["tenant.paused"] })
    await endpoints.create({ url: `${peer.url}/tenants`, events: all.slice(1) })
    await telemark.tenants.create({ name: "acme" })
    await telemark.tenants.pause("acme", { note: "a list that was bought" })
    await telemark.tenants.resume("acme")
    await deliver(telemark)
    expect(postedTo(peer, "/paused")).toMatchObject([
      {
        type: "tenant.paused",
        data: { tenant: "acme", reason: "operator", note: "a list that was bought" }
      }
    ])
    const [resumed, paused] = await telemark.tenants.events()
    expect(postedTo(peer, "/tenants").map(({ data, id }) => [id, data.id])).toEqual([
      [paused?.id, paused?.id],
      [resumed?.id, resumed?.id]
    ])
  })

  it("is none of any tenant's, whose events it doesn't get and who doesn't see it", async () => {
    const { endpoints, peer, telemark } = await start()
    const { id } = await endpoints.create({ url: `${peer.url}/audit`, events: [...all] })
    const own = await telemark.webhookEndpoints.create({
      url: `${peer.url}/mail`,
      events: ["email.sent"]
    })
    await deliver(telemark)
    await telemark.emails.send({ to: "ada@example.com", text: "x" })
    await deliver(telemark)
    expect(postedTo(peer, "/mail").map(({ type }) => type)).toEqual(["email.sent"])
    expect(postedTo(peer, "/audit").map(({ type }) => type)).toEqual([
      "audit.recorded",
      "audit.recorded"
    ])
    expect((await telemark.webhookEndpoints.list()).data.map((one) => one.id)).toEqual([own.id])
    expect((await endpoints.list()).data.map((one) => one.id)).toEqual([id])
    for (const call of [
      () => telemark.webhookEndpoints.get(id),
      () => telemark.webhookEndpoints.update(id, { active: false }),
      () => telemark.webhookEndpoints.rotateSecret(id),
      () => telemark.webhookEndpoints.test(id),
      () => telemark.webhookEndpoints.deliveries(id),
      () => telemark.webhookEndpoints.replay(id, { since: "2026-01-01T00:00:00Z" }),
      () => telemark.webhookEndpoints.remove(id),
      () => endpoints.get(own.id),
      () => endpoints.remove(own.id)
    ])
      expect(await refusal(call())).toBeInstanceOf(NotFound)
  })

  it("isn't made for events of mail", async () => {
    const { endpoints } = await start()
    const wrong = { url: "https://example.com/hooks", events: ["email.sent"] }
    expect(await refusal(endpoints.create(wrong as never))).toBeInstanceOf(ValidationFailed)
    expect((await endpoints.list()).data).toEqual([])
  })

  it("is there without any tenant, and no tenant's calls have it", async () => {
    const { endpoints, telemark } = await start()
    const { id } = await endpoints.create({
      url: "https://example.com/hooks",
      events: ["audit.recorded"]
    })
    expect(telemark.tenant("default")).not.toHaveProperty("operatorWebhookEndpoints")
    await telemark.tenants.remove("default")
    expect((await endpoints.list()).data.map((one) => one.id)).toEqual([id])
  })

  it("is tried with a sample of each type, which its deliveries show as it was posted", async () => {
    const { endpoints, peer } = await start()
    const { id } = await endpoints.create({ url: `${peer.url}/tried`, events: ["tenant.paused"] })
    expect((await endpoints.test(id)).type).toBe("tenant.paused")
    for (const type of all) {
      const attempt = await endpoints.test(id, { type })
      expect(attempt).toMatchObject({ type, attempt: 0, status: "delivered" })
      const { body } = peer.requests.at(-1) ?? expect.fail("nothing was posted")
      expect(JSON.parse(body)).toMatchObject({ id: attempt.event_id, type })
      expect((await endpoints.delivery(id, attempt.id)).request).toBe(body)
    }
  })

  it("gets again what is replayed: one event, or those of a time in their order", async () => {
    const { endpoints, peer, telemark } = await start()
    await telemark.tenants.create({ name: "acme" })
    await telemark.tenants.pause("acme")
    const before = new Date(Date.now() - 60_000).toISOString()
    const { id } = await endpoints.create({ url: `${peer.url}/replayed`, events: [...all] })
    await deliver(telemark)
    expect(postedTo(peer, "/replayed")).toHaveLength(1)

    expect(await endpoints.replay(id, { since: before })).toMatchObject({ events: 4 })
    await deliver(telemark)
    const replayed = postedTo(peer, "/replayed", 1)
    // The replay's own entry was written with what it queued.
    expect(
      replayed.map(({ data, type }) => (type === "audit.recorded" ? data.operation : type)).sort()
    ).toEqual([
      "operatorWebhookEndpoints.create",
      "operatorWebhookEndpoints.replay",
      "tenant.paused",
      "tenants.create",
      "tenants.pause"
    ])
    const [event] = await telemark.tenants.events()
    expect(await endpoints.replay(id, { event_id: event?.id ?? "" })).toMatchObject({ events: 1 })
    expect(
      await refusal(endpoints.replay(id, { event_id: `evt_${"0".repeat(32)}` }))
    ).toBeInstanceOf(NotFound)
  })

  it("misses what happens while it is inactive, and is made inactive by 410", async () => {
    const { endpoints, peer, telemark } = await start()
    const { id } = await endpoints.create({ url: `${peer.url}/gone`, events: ["audit.recorded"] })
    await endpoints.update(id, { active: false })
    await telemark.topics.create({ id: "news", name: "News" })
    await deliver(telemark)
    expect(postedTo(peer, "/gone")).toEqual([])
    await endpoints.update(id, { active: true })
    peer.answer({ status: 410 })
    await deliver(telemark)
    expect(await endpoints.get(id)).toMatchObject({ active: false, disabled_reason: "gone" })
    expect(
      postedTo(peer, "/gone").map(({ data }) => "operation" in data && data.operation)
    ).toEqual(["operatorWebhookEndpoints.update"])
  })

  it("shows of an event that retention removed no body, and gets it no more", async () => {
    const { endpoints, filename, peer, telemark } = await start()
    const { id } = await endpoints.create({ url: `${peer.url}/kept`, events: ["audit.recorded"] })
    await deliver(telemark)
    const [attempt] = (await endpoints.deliveries(id)).data
    const shown = await endpoints.delivery(id, attempt?.id ?? "")
    expect(shown.request).toBe(peer.requests.at(-1)?.body)
    await telemark.topics.create({ id: "news", name: "News" })
    const database = new Database(filename)
    database.exec("DELETE FROM audit_log")
    database.close()
    await deliver(telemark)
    expect(postedTo(peer, "/kept")).toHaveLength(1)
    expect((await endpoints.delivery(id, attempt?.id ?? "")).request).toBe(null)
  })
})
