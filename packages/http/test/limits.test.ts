import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostsOfRun, type Service, startService } from "./support/service.js"

const send = "/v1/emails/send"
const hello = { to: "ada@example.com", html: "<p>Hello</p>" }
const limitHeaders = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]
const mebibyte = 1024 * 1024

/** A body in pieces, without a length. */
const chunked = (octets: number): ReadableStream<Uint8Array> => {
  let left = octets
  return new ReadableStream({
    pull: (controller) => {
      if (left <= 0) return controller.close()
      const size = Math.min(left, 64 * 1024)
      left -= size
      controller.enqueue(new Uint8Array(size).fill(0x20))
    }
  })
}

describe.each(hostsOfRun)("limits behind %s", (host) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ host })
  })
  afterAll(() => service.close())

  it("refuses a send beyond the key's rate with 429, and says when to come back", async () => {
    const {
      key: { key }
    } = await service.newAccount({ rate_limit: 2 })
    const answers = [
      await service.call("POST", send, { key, json: hello }),
      await service.call("POST", send, { key, json: hello })
    ]
    expect(
      answers.map(({ headers, status }) => [
        status,
        headers.get("ratelimit-limit"),
        headers.get("ratelimit-remaining")
      ])
    ).toEqual([
      [201, "2", "1"],
      [201, "2", "0"]
    ])
    const refused = await service.call("POST", send, { key, json: hello })
    expect([refused.status, refused.json]).toEqual([
      429,
      { error: "Rate limit exceeded", message: expect.any(String) }
    ])
    expect(refused.headers.get("ratelimit-remaining")).toBe("0")
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(30)
    expect(Number(refused.headers.get("ratelimit-reset"))).toBeGreaterThan(30)
    expect((await service.call("GET", "/v1/emails", { key })).status).toBe(200)
  })

  it("counts a key's sends separately from other keys'", async () => {
    const {
      key: { key },
      tenant
    } = await service.newAccount({ rate_limit: 1 })
    const { key: other } = await service.newKey(tenant, ["email:send"], 1)
    expect((await service.call("POST", send, { key, json: hello })).status).toBe(201)
    expect((await service.call("POST", send, { key: other, json: hello })).status).toBe(201)
  })

  it("shows the limit on every answer to a counted send, and on no other", async () => {
    const {
      key: { key }
    } = await service.newAccount({ rate_limit: 100 })
    const shown = async (options: Parameters<Service["call"]>[2], method = "POST", path = send) => {
      const { headers, status } = await service.call(method, path, options)
      return [status, limitHeaders.every((name) => /^\d+$/.test(headers.get(name) ?? ""))]
    }
    expect(await shown({ key, json: hello, headers: { "idempotency-key": "k" } })).toEqual([
      201,
      true
    ])
    expect(await shown({ key, json: hello, headers: { "idempotency-key": "k" } })).toEqual([
      200,
      true
    ])
    expect(await shown({ key, json: {} })).toEqual([400, true])
    expect(await shown({ key, body: "{" })).toEqual([400, true])
    expect(await shown({ key, json: "x".repeat(16 * mebibyte) })).toEqual([413, true])
    expect(await shown({ json: hello })).toEqual([401, false])
    expect(await shown({ key }, "GET", "/v1/emails")).toEqual([200, false])
  })

  it("refuses a send that doesn't fit whole into the month's quota, and queues nothing of it", async () => {
    const {
      key: { key }
    } = await service.newAccount({ monthly_limit: 3 })
    expect(
      (
        await service.call("POST", send, {
          key,
          json: { ...hello, to: ["a@example.com", "b@example.com"] }
        })
      ).status
    ).toBe(201)
    const refused = await service.call("POST", send, {
      key,
      json: { ...hello, to: ["c@example.com", "d@example.com"] }
    })
    expect([refused.status, refused.json]).toEqual([
      429,
      { error: "Monthly email limit exceeded", message: expect.any(String) }
    ])
    const now = new Date()
    const toNextMonth =
      (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000
    expect(Math.abs(Number(refused.headers.get("retry-after")) - toNextMonth)).toBeLessThan(60)
    expect(limitHeaders.map((name) => refused.headers.get(name))).not.toContain(null)
    expect((await service.call("POST", send, { key, json: hello })).status).toBe(201)
    expect((await service.call("GET", "/v1/emails", { key })).json).toMatchObject({
      data: { length: 3 }
    })
  })

  it("validates before it looks at the quota, and replays don't count", async () => {
    const {
      key: { key }
    } = await service.newAccount({ monthly_limit: 1 })
    const headers = { "idempotency-key": "k" }
    expect((await service.call("POST", send, { key, json: hello, headers })).status).toBe(201)
    expect((await service.call("POST", send, { key, json: hello, headers })).status).toBe(200)
    expect((await service.call("POST", send, { key, json: { ...hello, to: "x" } })).status).toBe(
      400
    )
    expect((await service.call("POST", send, { key, json: hello })).status).toBe(429)
  })

  it.each([
    [send, 15],
    ["/v1/emails/batch", 15],
    ["/v1/templates", 5],
    ["/v1/templates/preview", 5],
    ["/v1/suppressions", 1],
    ["/v1/api-keys", 1],
    ["/v1/domains", 1],
    ["/v1/smtp-config", 1],
    ["/v1/webhook-endpoints", 1]
  ])("POST %s reads %i MiB and not an octet more", async (path, mebibytes) => {
    const {
      key: { key }
    } = await service.newAccount()
    const filled = (octets: number) => `{"data":1,"x":"${"x".repeat(octets - 17)}"}`
    expect(
      (await service.call("POST", path, { key, body: filled(mebibytes * mebibyte) })).status
    ).toBe(400)
    const refused = await service.call("POST", path, {
      key,
      body: filled(mebibytes * mebibyte + 1)
    })
    expect([refused.status, refused.json]).toEqual([
      413,
      { error: "Payload too large", message: expect.any(String) }
    ])
  })

  it.each([
    [send, 16],
    ["/v1/emails/batch", 16],
    ["/v1/suppressions", 12],
    ["/v1/api-keys", 12],
    ["/v1/domains", 12],
    ["/v1/smtp-config", 12],
    ["/v1/webhook-endpoints", 12]
  ])("POST %s refuses %i MB without a length as well", async (path, megabytes) => {
    const {
      key: { key }
    } = await service.newAccount()
    const headers = { "content-type": "application/json" }
    const refused = await service.call("POST", path, {
      key,
      headers,
      body: chunked(megabytes * 1_000_000)
    })
    expect([refused.status, refused.json]).toEqual([
      413,
      { error: "Payload too large", message: expect.any(String) }
    ])
    expect((await service.call("GET", "/v1/emails", { key })).status).toBe(200)
  })

  it("requires the key before it reads 16 MB", async () => {
    for (const path of [send, "/v1/emails/batch"]) {
      expect((await service.call("POST", path, { body: " ".repeat(16_000_000) })).status).toBe(401)
    }
  })
})
