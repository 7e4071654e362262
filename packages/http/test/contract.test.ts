// Long: one test for each rule of the interface, over one service.
import { allScopes } from "@telemark/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostNames, instant, type Service, startService } from "./support/service.js"

/** One recipient, with a body. */
const hello = { to: "ada@example.com", subject: "Hello", html: "<p>Hello</p>" }

describe.each(hostNames)("the interface behind %s", (host) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ host })
  })
  afterAll(() => service.close())

  const account = async () => {
    const {
      key: { key },
      tenant
    } = await service.newAccount()
    const send = (json: unknown, headers = {}) =>
      service.call("POST", "/v1/emails/send", { key, json, headers })
    const get = (path: string) => service.call("GET", path, { key })
    return { tenant, key, send, get }
  }

  it("answers a new send with 201 and one entry per recipient, in their order", async () => {
    const { send } = await account()
    const answer = await send({ ...hello, to: ["b@example.com", "a@example.com"] })
    expect(answer.status).toBe(201)
    expect(answer.headers.get("content-type")).toBe("application/json")
    expect(answer.json).toEqual({
      queued: [
        {
          id: expect.stringMatching(/^em_[0-9a-f]{32}$/),
          recipient: "b@example.com",
          status: "queued"
        },
        {
          id: expect.stringMatching(/^em_[0-9a-f]{32}$/),
          recipient: "a@example.com",
          status: "queued"
        }
      ],
      suppressed: [],
      idempotent_replay: false
    })
  })

  it("names suppressed recipients and answers 201 even if no recipient is left", async () => {
    const { key, send } = await account()
    await service.call("POST", "/v1/suppressions", {
      key,
      json: { email_address: "ada@example.com" }
    })
    const some = await send({ ...hello, to: ["ADA@example.com", "b@example.com"] })
    expect(some.json).toEqual({
      queued: [{ id: expect.any(String), recipient: "b@example.com", status: "queued" }],
      suppressed: ["ADA@example.com"],
      idempotent_replay: false
    })
    const none = await send(hello)
    expect(none.status).toBe(201)
    expect(none.json).toEqual({
      queued: [],
      suppressed: ["ada@example.com"],
      idempotent_replay: false
    })
  })

  it("warns of headers that it writes itself", async () => {
    const { send } = await account()
    const answer = await send({ ...hello, headers: { "Message-ID": "<a@b>", "X-Order": "1\r\n2" } })
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({ warnings: [expect.stringContaining("Message-ID")] })
  })

  it("answers a repeated Idempotency-Key with 200 and the first result", async () => {
    const { send } = await account()
    const first = await send(hello, { "idempotency-key": "order-1" })
    const second = await send(hello, { "idempotency-key": "order-1" })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.json).toEqual({ ...(first.json as object), idempotent_replay: true })
  })

  it("warns when a repeated Idempotency-Key comes with another body", async () => {
    const { send } = await account()
    const first = await send(hello, { "idempotency-key": "order-1" })
    const second = await send({ ...hello, subject: "Other" }, { "idempotency-key": "order-1" })
    expect(second.status).toBe(200)
    expect(second.json).toEqual({
      ...(first.json as object),
      idempotent_replay: true,
      warning: expect.any(String)
    })
  })

  it("gives 25 simultaneous sends of one Idempotency-Key one 201 and 24 times 200, all with the same ids", async () => {
    const { get, send } = await account()
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => send(hello, { "idempotency-key": "k" }))
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(24).fill(200),
      201
    ])
    expect(
      new Set(answers.map(({ json }) => JSON.stringify((json as { queued: unknown }).queued))).size
    ).toBe(1)
    expect((await get("/v1/emails")).json).toMatchObject({ data: { length: 1 } })
  })

  it("doesn't use an Idempotency-Key up on a refused request", async () => {
    const { send } = await account()
    expect((await send({ ...hello, to: "nobody" }, { "idempotency-key": "k" })).status).toBe(400)
    expect((await send(hello, { "idempotency-key": "k" })).status).toBe(201)
  })

  it("shows an email with every member of its log", async () => {
    const { get, send } = await account()
    const sent = await send({ ...hello, metadata: { order: 1, none: null } })
    const [{ id }] = (sent.json as { queued: [{ id: string }] }).queued
    const answer = await get(`/v1/emails/${id}`)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      id,
      recipient_email: "ada@example.com",
      sender_email: "shop@example.com",
      template_id: null,
      template_version: null,
      subject: "Hello",
      status: "queued",
      smtp_provider: "",
      smtp_response: null,
      error_message: null,
      failure_code: null,
      attempts: 0,
      sent_at: null,
      created_at: expect.stringMatching(instant),
      next_attempt_at: expect.stringMatching(instant),
      metadata: { order: 1, none: null },
      tags: {},
      topic: null,
      scheduled_at: null
    })
  })

  it("lists emails newest first, with exactly seven members, and pages through them", async () => {
    const { get, send } = await account()
    for (const subject of ["one", "two", "three"]) await send({ ...hello, subject })
    const all = await get("/v1/emails")
    expect(all.status).toBe(200)
    const entry = (subject: string) => ({
      id: expect.stringMatching(/^em_/),
      recipient_email: "ada@example.com",
      sender_email: "shop@example.com",
      subject,
      status: "queued",
      sent_at: null,
      created_at: expect.stringMatching(instant)
    })
    expect(all.json).toEqual({
      data: ["three", "two", "one"].map(entry),
      limit: 50,
      offset: 0,
      next: null
    })
    expect((await get("/v1/emails?limit=1&offset=1")).json).toEqual({
      data: [entry("two")],
      limit: 1,
      offset: 1,
      next: expect.stringMatching(/^em_/)
    })
    expect((await get("/v1/emails?status=sent")).json).toEqual({
      data: [],
      limit: 50,
      offset: 0,
      next: null
    })
    expect((await get("/v1/emails?status=queued&limit=100&unknown=1")).json).toMatchObject({
      limit: 100,
      data: { length: 3 }
    })
  })

  it("sums up a period, 30 days by default", async () => {
    const { get, send } = await account()
    await send({ ...hello, to: ["a@example.com", "b@example.com"] })
    const answer = await get("/v1/analytics/summary")
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      period: "30d",
      total_sent: 0,
      delivered: 0,
      bounced: 0,
      failed: 0,
      opened: 0,
      clicked: 0,
      unsubscribed: 0,
      complaint_rate: 0,
      before: { total_sent: 0, delivered: 0, bounced: 0, failed: 0, complained: 0 },
      statuses: {
        queued: 2,
        sending: 0,
        sent: 0,
        failed: 0,
        bounced: 0,
        complained: 0,
        delivered: 0,
        deferred: 0
      },
      monthly_usage: [{ month: expect.stringMatching(/^\d{4}-\d\d$/), sent: 2, limit: null }]
    })
    for (const period of ["24h", "7d", "30d", "90d"]) {
      expect((await get(`/v1/analytics/summary?period=${period}`)).json).toMatchObject({ period })
    }
  })

  it("counts a period by hour or day, 30 days by default", async () => {
    const { get, send } = await account()
    await send({ ...hello, to: ["a@example.com", "b@example.com"] })
    const { json, status } = await get("/v1/analytics/series")
    expect(status).toBe(200)
    expect(json).toMatchObject({ period: "30d", interval: "day", data: { length: 30 } })
    expect((json as { readonly data: ReadonlyArray<unknown> }).data.at(-1)).toEqual({
      start: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`,
      sent: 0,
      delivered: 0,
      bounced: 0,
      complained: 0,
      failed: 0,
      opened: 0,
      clicked: 0,
      unsubscribed: 0
    })
    for (const [period, interval, length] of [
      ["24h", "hour", 24],
      ["7d", "hour", 168],
      ["90d", "day", 90]
    ] as const) {
      expect((await get(`/v1/analytics/series?period=${period}`)).json).toMatchObject({
        period,
        interval,
        data: { length }
      })
    }
  })

  it("says what waits, and how fast mail was delivered", async () => {
    const { get, send } = await account()
    await send({ ...hello, to: ["a@example.com", "b@example.com"] })
    await send({
      ...hello,
      to: "c@example.com",
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString()
    })
    const answer = await get("/v1/analytics/delivery")
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      period: "24h",
      queued: 2,
      sending: 0,
      deferred: 0,
      scheduled: 1,
      oldest_due_at: expect.stringMatching(/^\d{4}-.+Z$/),
      own_server: null,
      handover_ms: { count: 0, p50: null, p95: null }
    })
    expect((await get("/v1/analytics/delivery?period=90d")).json).toMatchObject({ period: "90d" })
  })

  it("suppresses an address once: 201, then 200, and the first reason and instant stay", async () => {
    const { get, key } = await account()
    const add = (json: unknown) => service.call("POST", "/v1/suppressions", { key, json })
    const first = await add({ email_address: "Ada@Example.com", reason: "asked" })
    expect([first.status, first.json]).toEqual([201, { status: "suppressed" }])
    const second = await add({ email_address: "ada@example.com" })
    expect([second.status, second.json]).toEqual([200, { status: "suppressed" }])
    expect((await get("/v1/suppressions")).json).toEqual({
      data: [
        {
          email_address: "Ada@Example.com",
          reason: "asked",
          added_at: expect.stringMatching(instant),
          topic: null
        }
      ],
      limit: 50,
      offset: 0,
      next: null
    })
  })

  it("checks and removes addresses however they are spelled or escaped", async () => {
    const { get, key } = await account()
    const address = "jürgen+a/b?c#d&e%41@bücher.example"
    const path = encodeURIComponent(address)
    await service.call("POST", "/v1/suppressions", { key, json: { email_address: address } })
    expect((await get(`/v1/suppressions/check/${path}`)).json).toEqual({
      suppressed: true,
      reason: "manual",
      since: expect.stringMatching(instant),
      topics: []
    })
    const removed = await service.call("DELETE", `/v1/suppressions/${path}`, { key })
    expect([removed.status, removed.json]).toEqual([200, { success: true }])
    expect((await service.call("DELETE", `/v1/suppressions/${path}`, { key })).json).toEqual({
      error: "not_found",
      message: expect.any(String)
    })
    expect((await get(`/v1/suppressions/check/${path}`)).json).toEqual({
      suppressed: false,
      reason: "",
      since: "",
      topics: []
    })
  })

  it("checks the longest address there may be", async () => {
    const { get } = await account()
    const address = `${"a".repeat(64)}@${"b".repeat(61)}.${"c".repeat(61)}.${"d".repeat(61)}.ee`
    expect(address.length).toBe(253)
    expect((await get(`/v1/suppressions/check/${encodeURIComponent(address)}`)).status).toBe(200)
  })

  it("creates a key, shows it once, and lists it without its secret", async () => {
    const { get, key } = await account()
    const created = await service.call("POST", "/v1/api-keys", {
      key,
      json: { name: "CI", scopes: ["email:read"], rate_limit: 7 }
    })
    expect(created.status).toBe(201)
    expect(created.json).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{32}$/),
      key: expect.stringMatching(/^tmk_[0-9A-Za-z]{10}_[0-9A-Za-z]{49}$/),
      prefix: expect.stringMatching(/^tmk_[0-9A-Za-z]{10}$/),
      name: "CI",
      scopes: ["email:read"],
      rate_limit: 7,
      warning: expect.any(String)
    })
    const { id, key: raw, prefix } = created.json as { id: string; key: string; prefix: string }
    const list = await get("/v1/api-keys")
    expect(list.json).toEqual({
      data: [
        {
          id,
          prefix,
          name: "CI",
          scopes: ["email:read"],
          rate_limit: 7,
          created_at: expect.stringMatching(instant),
          last_used_at: null,
          revoked_at: null
        },
        {
          id: expect.any(String),
          prefix: key.slice(0, 14),
          name: "test",
          scopes: allScopes,
          rate_limit: 10_000,
          created_at: expect.stringMatching(instant),
          last_used_at: expect.stringMatching(instant),
          revoked_at: null
        }
      ]
    })
    expect(list.text).not.toContain(raw.slice(15))
  })

  it("fills in scopes and rate limit of a key that names none", async () => {
    const { key } = await account()
    const created = await service.call("POST", "/v1/api-keys", { key, json: { name: "plain" } })
    expect(created.json).toMatchObject({ scopes: ["email:send", "email:read"], rate_limit: 600 })
  })

  it("revokes a key by id or prefix, at once and once", async () => {
    const { key, tenant } = await account()
    for (const named of ["id", "prefix"] as const) {
      const other = await service.newKey(tenant)
      expect((await service.call("GET", "/v1/emails", { key: other.key })).status).toBe(200)
      const revoked = await service.call("DELETE", `/v1/api-keys/${other[named]}`, { key })
      expect([revoked.status, revoked.json]).toEqual([200, { success: true }])
      expect((await service.call("GET", "/v1/emails", { key: other.key })).status).toBe(401)
      expect((await service.call("DELETE", `/v1/api-keys/${other[named]}`, { key })).status).toBe(
        404
      )
    }
  })

  it("lets one tenant neither see nor touch what another has", async () => {
    const one = await account()
    const two = await account()
    const sent = await one.send(hello)
    const [{ id }] = (sent.json as { queued: [{ id: string }] }).queued
    await service.call("POST", "/v1/suppressions", {
      key: one.key,
      json: { email_address: "ada@example.com" }
    })
    const missing = [404, { error: "not_found", message: expect.any(String) }]
    const seen = async (method: string, path: string) => {
      const answer = await service.call(method, path, { key: two.key })
      return [answer.status, answer.json]
    }
    expect(await seen("GET", `/v1/emails/${id}`)).toEqual(missing)
    expect(await seen("DELETE", "/v1/suppressions/ada@example.com")).toEqual(missing)
    expect(await seen("DELETE", `/v1/api-keys/${one.key.slice(0, 14)}`)).toEqual(missing)
    expect(await seen("GET", "/v1/emails")).toEqual([
      200,
      { data: [], limit: 50, offset: 0, next: null }
    ])
    expect(await seen("GET", "/v1/suppressions")).toEqual([
      200,
      { data: [], limit: 50, offset: 0, next: null }
    ])
    expect(await seen("GET", "/v1/suppressions/check/ada@example.com")).toMatchObject([
      200,
      { suppressed: false }
    ])
    expect((await one.get(`/v1/emails/${id}`)).status).toBe(200)
  })

  it("says that it is up and ready without a key", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const answer = await service.call("GET", path)
      expect([answer.status, answer.json]).toEqual([200, { status: "ok" }])
    }
  })

  it("keeps every answer of the interface out of caches, the ones with secrets and refusals too", async () => {
    const {
      key: { key }
    } = await service.newAccount()
    const made = await service.call("POST", "/v1/api-keys", { key, json: { name: "a" } })
    const endpoint = await service.call("POST", "/v1/webhook-endpoints", {
      key,
      json: { url: "https://hooks.example.com/", events: ["email.sent"] }
    })
    const others = [
      await service.call("GET", "/v1/emails", { key }),
      await service.call("GET", "/v1/emails"),
      await service.call("GET", "/v1/nothing", { key })
    ]
    expect([made.status, endpoint.status, ...others.map(({ status }) => status)]).toEqual([
      201, 201, 200, 401, 404
    ])
    expect([made, endpoint, ...others].map(({ headers }) => headers.get("cache-control"))).toEqual(
      Array(5).fill("no-store")
    )
  })

  it("shows its documentation without a key and without another host", async () => {
    const document = await service.call("GET", "/openapi.json")
    expect(document.json).toMatchObject({ openapi: "3.1.0", info: { title: "Telemark" } })
    const page = await service.call("GET", "/docs")
    expect(page.status).toBe(200)
    expect(page.headers.get("content-type")).toContain("text/html")
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(page.headers.get("x-content-type-options")).toBe("nosniff")
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(page.text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)=/)
  })
})
