import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  createTelemark,
  MonthlyLimitExceeded,
  NotFound,
  StorageError,
  type Telemark,
  TelemarkClosed,
  TenantExists,
  ValidationFailed
} from "telemark"
import { kysely } from "telemark/transactions"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

let folder: string
let telemark: Telemark

const open = (filename: string) =>
  createTelemark({
    storage: sqlite({ filename }),
    transport: capture(),
    from: "Shop <shop@example.com>"
  })

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "telemark-facade-"))
  telemark = await open(join(folder, "mail.db"))
  telemark.startWorker()
})

afterAll(async () => {
  await telemark.close()
  await rm(folder, { recursive: true })
})

describe("an embedded Telemark", () => {
  it("accepts, delivers and explains a mail", async () => {
    const { queued, suppressed } = await telemark.emails.send({
      to: "ada@example.com",
      subject: "Hello",
      html: "<p>Hi</p>"
    })
    expect(suppressed).toEqual([])
    const id = queued[0]?.id ?? ""
    await expect.poll(async () => (await telemark.emails.get(id)).status).toBe("sent")
    expect(await telemark.emails.get(id)).toMatchObject({
      recipient_email: "ada@example.com",
      sender_email: "shop@example.com",
      subject: "Hello",
      smtp_provider: "capture",
      attempts: 1
    })
    expect(await telemark.emails.events(id)).toMatchObject({
      email_id: id,
      status: "sent",
      summary: expect.any(String) as unknown,
      data: [{ type: "email.sent", attempt: 1, smtp_provider: "capture" }]
    })
    expect(
      (await telemark.emails.list({ status: "sent" })).data.map((email) => email.id)
    ).toContain(id)
    expect((await telemark.analytics.summary("24h")).total_sent).toBeGreaterThan(0)
  })

  it("answers a repeated key with the first result", async () => {
    const request = { to: "bob@example.com", text: "once" }
    const first = await telemark.emails.send(request, { idempotencyKey: "once" })
    const again = await telemark.emails.send(request, { idempotencyKey: "once" })
    expect(again).toEqual({ ...first, idempotent_replay: true })
  })

  it("leaves out suppressed addresses", async () => {
    expect(await telemark.suppressions.add({ email_address: "No@Example.com" })).toEqual({
      status: "suppressed"
    })
    expect(
      await telemark.emails.send({ to: ["no@example.com", "yes@example.com"], text: "x" })
    ).toMatchObject({
      queued: [{ recipient: "yes@example.com" }],
      suppressed: ["no@example.com"]
    })
    expect((await telemark.suppressions.check("NO@example.com")).reason).toBe("manual")
    expect(await telemark.suppressions.remove("no@example.com")).toEqual({ success: true })
    expect(await rejection(telemark.suppressions.remove("no@example.com"))).toBeInstanceOf(NotFound)
  })

  it("rejects with the original errors", async () => {
    const invalid = await rejection(telemark.emails.send({ to: "nobody", text: "x" }))
    expect(invalid).toBeInstanceOf(ValidationFailed)
    expect(invalid).toMatchObject({
      _tag: "ValidationFailed",
      code: "Validation failed",
      details: { to: [expect.any(String)] }
    })
    expect(await rejection(telemark.emails.get("em_none"))).toBeInstanceOf(NotFound)
    expect(await rejection(telemark.emails.events("em_none"))).toBeInstanceOf(NotFound)
    expect(await rejection(telemark.tenants.create({ name: "default" }))).toBeInstanceOf(
      TenantExists
    )
    expect(await rejection(telemark.emails.send("nonsense" as never))).toBeInstanceOf(
      ValidationFailed
    )
  })

  it("changes tenants, and removes them with their mail and keys", async () => {
    await telemark.tenants.create({ name: "gone", monthly_limit: 1 })
    const gone = telemark.tenant("gone")
    await gone.emails.send({ to: "ada@example.com", from: "a@example.com", text: "x" })
    await gone.apiKeys.create({ name: "key" })
    expect(
      await telemark.tenants.update("gone", {
        monthly_limit: 2,
        default_from: "Gone <gone@example.com>"
      })
    ).toMatchObject({ monthly_limit: 2, default_from: "Gone <gone@example.com>" })
    expect((await gone.emails.send({ to: "ada@example.com", text: "x" })).queued).toHaveLength(1)
    await telemark.tenants.remove("gone")
    for (const call of [
      () => gone.emails.list(),
      () => telemark.tenants.get("gone"),
      () => telemark.tenants.remove("gone"),
      () => telemark.tenants.update("gone", { monthly_limit: 1 })
    ]) {
      expect(await rejection(call())).toBeInstanceOf(NotFound)
    }
    await telemark.tenants.create({ name: "gone" })
    expect(await gone.emails.list()).toMatchObject({ data: [] })
    expect(await gone.apiKeys.list()).toMatchObject({ data: [] })
    expect(await rejection(telemark.tenants.update("gone", {}))).toBeInstanceOf(ValidationFailed)
    await telemark.tenants.remove("gone")
  })

  it("isolates tenants", async () => {
    await telemark.tenants.create({
      name: "acme",
      monthly_limit: 1,
      default_from: "acme@example.com"
    })
    const acme = telemark.tenant("acme")
    const { queued } = await acme.emails.send({ to: "ada@example.com", text: "x" })
    const id = queued[0]?.id ?? ""
    expect((await acme.emails.get(id)).sender_email).toBe("acme@example.com")
    expect(await rejection(telemark.emails.get(id))).toBeInstanceOf(NotFound)
    expect(await rejection(acme.emails.send({ to: "ada@example.com", text: "x" }))).toBeInstanceOf(
      MonthlyLimitExceeded
    )
    expect(await rejection(telemark.tenant("nobody").emails.list())).toBeInstanceOf(NotFound)
  })

  it("serves the HTTP interface to Node and to fetch-shaped hosts", async () => {
    const { key, prefix } = await telemark.apiKeys.create({
      name: "website",
      scopes: ["email:read"]
    })
    const headers = { authorization: `Bearer ${key}` }
    const server = createServer(telemark.nodeHandler).listen(0, "127.0.0.1")
    await once(server, "listening")
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1/emails?limit=1`
    const overNode = await fetch(url, { headers })
    const overFetch = await telemark.fetch(new Request(url, { headers }))
    server.close()
    expect(overNode.status).toBe(200)
    expect(await overNode.json()).toEqual(await overFetch.json())
    expect((await telemark.apiKeys.list()).data.map((listed) => listed.prefix)).toContain(prefix)
    expect(await telemark.apiKeys.revoke(prefix)).toEqual({ success: true })
    expect((await telemark.fetch(new Request(url, { headers }))).status).toBe(401)
  })

  it("keeps what it accepted when it is closed and opened again", async () => {
    const filename = join(folder, "kept.db")
    const first = await open(filename)
    const { queued } = await first.emails.send({ to: "ada@example.com", text: "x" })
    await first.close()
    const second = await open(filename)
    second.startWorker()
    await expect
      .poll(async () => (await second.emails.get(queued[0]?.id ?? "")).status)
      .toBe("sent")
    await second.close()
  })

  it("lets the calls in progress finish when it is closed, on disk", async () => {
    const filename = join(folder, "busy.db")
    const busy = await open(filename)
    const sends = Array.from({ length: 20 }, (_, n) =>
      busy.emails.send({ to: `ada${String(n)}@example.com`, text: "x" })
    )
    const [results] = await Promise.all([Promise.all(sends), busy.close(), busy.close()])
    const ids = results.flatMap(({ queued }) => queued.map(({ id }) => id))
    expect(ids).toHaveLength(20)
    await using again = await open(filename)
    expect(
      (await Promise.all(ids.map((id) => again.emails.get(id)))).map(({ status }) => status)
    ).toEqual(ids.map(() => "queued"))
  })

  it("lets the requests in progress finish when it is closed, and answers 503 to those that come later", async () => {
    const busy = await open(join(folder, "requests.db"))
    const { key } = await busy.apiKeys.create({ name: "website" })
    const server = createServer(busy.nodeHandler).listen(0, "127.0.0.1")
    await once(server, "listening")
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1/emails/send`
    const request = () => ({
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ to: "ada@example.com", text: "x" })
    })
    const overFetch = busy.fetch(new Request(url, request()))
    const overNode = fetch(url, request())
    await once(server, "request")
    const [one, two] = await Promise.all([overFetch, overNode, busy.close()])
    expect([one.status, two.status]).toEqual([201, 201])
    for (const later of [
      await fetch(url, request()),
      await busy.fetch(new Request(url, request()))
    ]) {
      expect({
        status: later.status,
        retryAfter: later.headers.get("retry-after"),
        body: await later.json()
      }).toEqual({
        status: 503,
        retryAfter: "1",
        body: { error: "Service unavailable", message: expect.stringContaining("try again") }
      })
      expect(later.headers.get("x-request-id")).toMatch(/./)
    }
    server.close()
  })

  it("closes although a host's connection never answers", async () => {
    const busy = await open(join(folder, "stalled.db"))
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      const executeQuery = vi.fn(() => new Promise<never>(() => {}))
      const stalled = { isTransaction: true, executeQuery }
      void busy.emails.send(
        { to: "ada@example.com", text: "x" },
        { transaction: kysely({ ...stalled, withoutPlugins: () => stalled }) }
      )
      while (executeQuery.mock.calls.length === 0)
        await new Promise((resolve) => setImmediate(resolve))
      const closed = busy.close()
      await vi.advanceTimersByTimeAsync(60_000)
      await closed
    } finally {
      vi.useRealTimers()
    }
  })

  it("rejects later calls because it is closed", async () => {
    const closed = await open(join(folder, "closed.db"))
    await closed.close()
    expect(() => closed.startWorker()).toThrow(TelemarkClosed)
    expect(() => closed.on("*", () => {})).toThrow(TelemarkClosed)
    expect(() => closed.subscribe()).toThrow(TelemarkClosed)
    const calls = [
      closed.emails.send({ to: "ada@example.com", text: "x" }),
      closed.tenants.list(),
      closed.tenant("acme").emails.list(),
      closed.unsubscribe("x")
    ]
    for (const call of calls) {
      const error = await rejection(call)
      expect(error).toBeInstanceOf(TelemarkClosed)
      expect(error).toMatchObject({
        _tag: "TelemarkClosed",
        code: "telemark_closed",
        message: expect.stringContaining("is closed") as unknown
      })
    }
  })

  it("refuses to start on a file that is no database, and says which", async () => {
    const filename = join(folder, "notes.txt")
    await writeFile(
      filename,
      "this is a text, long enough to be taken for a database file, but it isn't one".repeat(20)
    )
    const error = await rejection(open(filename))
    expect(error).toBeInstanceOf(StorageError)
    expect(String((error as StorageError).cause)).toContain("notes.txt")
  })

  it("refuses options that it can't read, and names them", async () => {
    const options = { storage: sqlite({ filename: ":memory:" }), transport: capture() }
    expect(await rejection(createTelemark({ ...options, retrySchedule: "soon" }))).toMatchObject({
      details: { retrySchedule: [expect.stringContaining("1m,5m")] }
    })
    expect(await rejection(createTelemark({ ...options, from: "nobody" }))).toMatchObject({
      details: { from: [expect.any(String)] }
    })
  })
})
