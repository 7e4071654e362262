import {
  say,
  type SmtpPeer,
  startSmtpPeer,
  createTestTelemark,
  type TestTelemark
} from "@telemark/testing"
import { allScopes } from "@telemark/core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"

let telemark: TestTelemark
let own: SmtpPeer
let tenants = 0

beforeAll(async () => {
  telemark = await createTestTelemark({ from: "Shop <shop@example.com>" })
  own = await startSmtpPeer({ login: { user: "shop", password: "hunter2" } })
})
afterAll(async () => {
  await telemark.close()
  await own.close()
})
beforeEach(() => {
  own.forget()
})
afterEach(() => {
  own.follow()
})

interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly released: unknown
}

/** A new tenant, as its key sees it over HTTP. */
const account = async (scopes: typeof allScopes = allScopes) => {
  const name = `tenant-${String((tenants += 1))}`
  await telemark.tenants.create({ name })
  const tenant = telemark.tenant(name)
  const { key } = await tenant.apiKeys.create({ name: "test", scopes })
  const call = async (method: string, path: string, json?: unknown) => {
    const response = await telemark.fetch(
      new Request(`http://localhost/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(json === undefined ? {} : { "content-type": "application/json" })
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) })
      })
    )
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  const list = async (query = "") =>
    (await call("GET", `/inbox${query}`)).json as unknown as {
      readonly data: ReadonlyArray<Mail>
      readonly next: string | null
    }
  const send = async (to: string, subject = "Hello") =>
    (await tenant.emails.send({ to, subject, html: "<p>Hi <b>there</b></p>" })).queued[0]?.id ?? ""
  const ownServer = () =>
    tenant.smtpConfig.save({
      provider: "custom",
      host: "127.0.0.1",
      port: own.port,
      username: "shop",
      password: "hunter2",
      tls_required: false
    })
  return { name, tenant, call, list, send, ownServer }
}

describe("captured mail over HTTP", () => {
  it("is listed newest first, that of the tenant alone", async () => {
    const [acme, other] = [await account(), await account()]
    const first = await acme.send("ada@example.com", "One")
    await other.send("ada@example.com", "Theirs")
    await acme.send("grace@example.com", "Two")
    const { data, next } = await acme.list()
    expect(data.map(({ subject, to }) => [to, subject])).toEqual([
      ["grace@example.com", "Two"],
      ["ada@example.com", "One"]
    ])
    expect(data[1]).toEqual({
      id: first,
      from: "Shop <shop@example.com>",
      to: "ada@example.com",
      subject: "One",
      captured_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      released: null
    })
    expect(next).toBeNull()
  })

  it("is searched by recipient and subject, and read page by page", async () => {
    const { call, list, send } = await account()
    for (const subject of ["\u00dcber uns", "Receipt 1", "Receipt 2", "Receipt 3"])
      await send("Ada@example.com", subject)
    const subjects = async (query: string) => (await list(query)).data.map(({ subject }) => subject)
    expect(await subjects("?q=receipt")).toEqual(["Receipt 3", "Receipt 2", "Receipt 1"])
    expect(await subjects(`?q=${encodeURIComponent("\u00fcBER")}`)).toEqual(["\u00dcber uns"])
    expect(await subjects("?q=ADA@")).toHaveLength(4)
    // Words, in any order, as messages are searched: one in the recipient, another in the subject.
    expect(await subjects(`?q=${encodeURIComponent(" receipt  ada 2")}`)).toEqual(["Receipt 2"])
    expect(await subjects(`?q=${encodeURIComponent("receipt grace")}`)).toEqual([])
    expect(await subjects("?q=100%25")).toEqual([])
    const first = await list("?q=receipt&limit=2")
    expect(first.data.map(({ subject }) => subject)).toEqual(["Receipt 3", "Receipt 2"])
    expect(await subjects(`?q=receipt&limit=2&after=${first.next ?? ""}`)).toEqual(["Receipt 1"])
    expect((await call("GET", "/inbox?after=em_1")).json).toMatchObject({
      details: { "query.after": [expect.stringContaining("begin again")] }
    })
    expect((await call("GET", `/inbox?after=${first.next ?? ""}&offset=1`)).status).toBe(400)
  })

  it("is removed one by one or all at once, and stays in the log", async () => {
    const [acme, other] = [await account(), await account()]
    const ids = [
      await acme.send("a@example.com"),
      await acme.send("b@example.com"),
      await acme.send("c@example.com")
    ]
    await other.send("d@example.com")
    expect((await other.call("DELETE", `/inbox/${ids[0] ?? ""}`)).status).toBe(404)
    expect((await acme.call("DELETE", `/inbox/${ids[0] ?? ""}`)).json).toEqual({ success: true })
    expect((await acme.call("DELETE", `/inbox/${ids[0] ?? ""}`)).status).toBe(404)
    expect((await acme.list()).data.map(({ to }) => to)).toEqual(["c@example.com", "b@example.com"])
    expect((await acme.call("DELETE", "/inbox")).json).toEqual({ success: true })
    expect((await acme.list()).data).toEqual([])
    expect((await other.list()).data).toHaveLength(1)
    expect(await acme.tenant.emails.get(ids[0] ?? "")).toMatchObject({ status: "sent" })
  })

  it("is released through the tenant's own server, octet for octet, and marked", async () => {
    const { call, list, ownServer, send } = await account()
    const id = await send("ada@example.com", "Your receipt")
    await ownServer()
    own.forget()
    const answer = await call("POST", `/inbox/${id}/release`, { to: "grace@example.com" })
    expect(answer).toMatchObject({
      status: 200,
      json: { id, to: "ada@example.com", released: { to: "grace@example.com" } }
    })
    expect(own.mails.map(({ envelope, user }) => [envelope, user])).toEqual([
      [{ from: "shop@example.com", to: ["grace@example.com"] }, "shop"]
    ])
    expect(own.mails[0]?.source.equals(Buffer.from((await telemark.inbox.get(id)).source))).toBe(
      true
    )
    expect((await list()).data[0]?.released).toEqual(answer.json["released"])
  })

  it("isn't released without a server: it says how to have one", async () => {
    const { call, list, send } = await account()
    const id = await send("ada@example.com")
    expect(await call("POST", `/inbox/${id}/release`, { to: "grace@example.com" })).toEqual({
      status: 400,
      json: {
        error: "no_release_server",
        message: expect.stringContaining("TELEMARK_SMTP_URL") as unknown
      }
    })
    expect((await list()).data[0]?.released).toBeNull()
  })

  it("isn't marked as released if the server refuses it: it says what the server said", async () => {
    const { call, list, ownServer, send } = await account()
    const id = await send("ada@example.com")
    await ownServer()
    own.follow(say("rcpt", "550 5.1.1 No such user"))
    expect(await call("POST", `/inbox/${id}/release`, { to: "grace@example.com" })).toEqual({
      status: 400,
      json: {
        error: "release_failed",
        message: expect.stringContaining("does not exist") as unknown,
        details: { smtp_response: "550 5.1.1 No such user" }
      }
    })
    expect((await list()).data[0]?.released).toBeNull()
  })

  it("isn't released to a suppressed address, to no address, while sending is paused, or by another tenant", async () => {
    const [acme, other] = [await account(), await account()]
    const id = await acme.send("ada@example.com")
    await acme.ownServer()
    own.forget()
    const release = (to: string, by = acme) => by.call("POST", `/inbox/${id}/release`, { to })
    await acme.tenant.suppressions.add({ email_address: "gone@example.com" })
    expect((await release("GONE@example.com")).json).toMatchObject({
      details: { to: [expect.stringContaining("suppressed")] }
    })
    expect((await release("nobody")).json).toMatchObject({
      details: { to: [expect.stringContaining("email address")] }
    })
    expect((await release("grace@example.com", other)).status).toBe(404)
    await telemark.tenants.pause(acme.name)
    expect((await release("grace@example.com")).json).toMatchObject({ error: "sending_paused" })
    expect(own.mails).toEqual([])
  })

  it("is read with email:read, and changed with email:send alone", async () => {
    const { call } = await account(["email:read"])
    expect((await call("GET", "/inbox")).status).toBe(200)
    for (const [method, path] of [
      ["DELETE", "/inbox"],
      ["DELETE", "/inbox/em_1"],
      ["POST", "/inbox/em_1/release"]
    ] as const) {
      expect(
        (await call(method, path, method === "POST" ? { to: "a@example.com" } : undefined)).json
      ).toMatchObject({ details: { required: "email:send" } })
    }
  })
})
