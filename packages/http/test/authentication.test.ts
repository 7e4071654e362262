import { allScopes, type KeyScope } from "@telemark/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Account, hostsOfRun, type Service, startService } from "./support/service.js"

const endpoints: ReadonlyArray<readonly [method: string, path: string, scope: KeyScope]> = [
  ["POST", "/v1/emails/send", "email:send"],
  ["GET", "/v1/emails", "email:read"],
  ["GET", "/v1/emails/em_0", "email:read"],
  ["GET", "/v1/emails/em_0/events", "email:read"],
  ["GET", "/v1/analytics/summary", "email:read"],
  ["GET", "/v1/analytics/series", "email:read"],
  ["GET", "/v1/analytics/delivery", "email:read"],
  ["POST", "/v1/domains", "domain:write"],
  ["GET", "/v1/domains", "domain:read"],
  ["GET", "/v1/domains/example.com", "domain:read"],
  ["POST", "/v1/domains/example.com/verify", "domain:write"],
  ["POST", "/v1/domains/example.com/rotate-dkim", "domain:write"],
  ["DELETE", "/v1/domains/example.com", "domain:write"],
  ["POST", "/v1/smtp-config", "smtp:write"],
  ["GET", "/v1/smtp-config", "smtp:read"],
  ["POST", "/v1/smtp-config/verify", "smtp:write"],
  ["DELETE", "/v1/smtp-config", "smtp:write"],
  ["POST", "/v1/topics", "topic:write"],
  ["GET", "/v1/topics", "topic:read"],
  ["PATCH", "/v1/topics/news", "topic:write"],
  ["DELETE", "/v1/topics/news", "topic:write"],
  ["POST", "/v1/suppressions", "suppression:write"],
  ["GET", "/v1/suppressions", "suppression:read"],
  ["GET", "/v1/suppressions/check/a@example.com", "suppression:read"],
  ["DELETE", "/v1/suppressions/a@example.com", "suppression:write"],
  ["POST", "/v1/people/export", "person:manage"],
  ["POST", "/v1/people/erase", "person:manage"],
  ["POST", "/v1/webhook-endpoints", "webhook:write"],
  ["GET", "/v1/webhook-endpoints", "webhook:read"],
  ["GET", "/v1/webhook-endpoints/1", "webhook:read"],
  ["PATCH", "/v1/webhook-endpoints/1", "webhook:write"],
  ["DELETE", "/v1/webhook-endpoints/1", "webhook:write"],
  ["POST", "/v1/webhook-endpoints/1/rotate-secret", "webhook:write"],
  ["POST", "/v1/webhook-endpoints/1/test", "webhook:write"],
  ["GET", "/v1/webhook-endpoints/1/deliveries", "webhook:read"],
  ["GET", "/v1/webhook-endpoints/1/deliveries/dlv_1", "webhook:read"],
  ["POST", "/v1/webhook-endpoints/1/replay", "webhook:write"],
  ["POST", "/v1/api-keys", "apikey:manage"],
  ["GET", "/v1/api-keys", "apikey:manage"],
  ["DELETE", "/v1/api-keys/key_0", "apikey:manage"]
]

describe.each(hostsOfRun)("keys and scopes behind %s", (host) => {
  let service: Service
  let account: Account
  beforeAll(async () => {
    service = await startService({ host })
    account = await service.newAccount()
  })
  afterAll(() => service.close())

  it.each(endpoints)("%s %s is refused without a key", async (method, path) => {
    const answer = await service.call(method, path)
    expect([answer.status, answer.json]).toEqual([
      401,
      { error: "Invalid API key", message: expect.any(String) }
    ])
    expect(answer.headers.get("www-authenticate")).toBe("Bearer")
  })

  it.each(endpoints)(
    "%s %s is refused to a key with every scope but its own, before the body is looked at",
    async (method, path, scope) => {
      const { key } = await service.newKey(
        account.tenant,
        allScopes.filter((other) => other !== scope)
      )
      const answer = await service.call(method, path, {
        key,
        ...(["POST", "PATCH"].includes(method) ? { body: "{" } : {})
      })
      expect([answer.status, answer.json]).toEqual([
        403,
        { error: "Insufficient scope", message: expect.any(String), details: { required: scope } }
      ])
    }
  )

  it.each(endpoints)(
    "%s %s is open to a key with that scope alone",
    async (method, path, scope) => {
      const { key } = await service.newKey(account.tenant, [scope])
      const answer = await service.call(method, path, {
        key,
        ...(["POST", "PATCH"].includes(method) ? { json: {} } : {})
      })
      expect([200, 400, 404]).toContain(answer.status)
    }
  )

  it.each([
    ["no scheme", (key: string) => key],
    ["another scheme of the same length", (key: string) => `Tokenn ${key}`],
    ["a scheme that merely begins alike", (key: string) => `Bearerer ${key}`],
    ["Basic", (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`],
    ["nothing after the scheme", () => "Bearer "],
    ["two keys", (key: string) => `Bearer ${key} ${key}`],
    ["a list", (key: string) => `Bearer ${key}, Bearer ${key}`],
    ["a key in quotes", (key: string) => `Bearer "${key}"`],
    ["a key cut short", (key: string) => `Bearer ${key.slice(0, -1)}`],
    [
      "a key of another secret",
      (key: string) => `Bearer ${key.slice(0, 20)}${key[20] === "x" ? "y" : "x"}${key.slice(21)}`
    ],
    ["a very long key", () => `Bearer tmk_${"a".repeat(8000)}`]
  ])("an Authorization header with %s is answered 401", async (_, header) => {
    const answer = await service.call("GET", "/v1/emails", {
      headers: { authorization: header(account.key.key) }
    })
    expect([answer.status, answer.json]).toEqual([
      401,
      { error: "Invalid API key", message: expect.any(String) }
    ])
  })

  it.each(["Bearer", "bearer", "BEARER", "Bearer  "])(
    "the scheme %j is understood",
    async (scheme) => {
      const answer = await service.call("GET", "/v1/emails", {
        headers: { authorization: `${scheme} ${account.key.key}` }
      })
      expect(answer.status).toBe(200)
    }
  )

  it("a key can't grant scopes that it doesn't have", async () => {
    const { key } = await service.newKey(account.tenant, ["apikey:manage", "email:read"])
    const create = (json: unknown) => service.call("POST", "/v1/api-keys", { key, json })
    const beyond = await create({ name: "x", scopes: ["email:read", "email:send", "smtp:write"] })
    expect([beyond.status, beyond.json]).toEqual([
      400,
      {
        error: "scope_exceeds_caller",
        message: expect.any(String),
        details: { scopes: ["email:send", "smtp:write"] }
      }
    ])
    expect((await create({ name: "x" })).json).toMatchObject({ scopes: ["email:read"] })
    const { key: bare } = await service.newKey(account.tenant, ["apikey:manage"])
    const nothingLeft = await service.call("POST", "/v1/api-keys", {
      key: bare,
      json: { name: "x" }
    })
    expect([nothingLeft.status, nothingLeft.json]).toEqual([
      400,
      {
        error: "scope_exceeds_caller",
        message: expect.any(String),
        details: { scopes: ["email:send", "email:read"] }
      }
    ])
  })

  it("a key can't have what only the operator may do, and is told so", async () => {
    const create = (key: string, scopes: ReadonlyArray<string>) =>
      service.call("POST", "/v1/api-keys", { key, json: { name: "x", scopes } })
    const answer = await create(account.key.key, ["email:read", "tenant:manage"])
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        error: "Validation failed",
        message: expect.any(String),
        details: { "scopes.1": [expect.stringContaining("the operator's alone")] }
      }
    ])
    expect((await create(account.key.key, allScopes)).json).toMatchObject({
      scopes: expect.not.arrayContaining(["tenant:manage"])
    })
  })

  it("no key may ask for the diagnosis of the deployment", async () => {
    const answer = await service.call("GET", "/v1/diagnosis", { key: account.key.key })
    expect([answer.status, answer.json]).toMatchObject([
      403,
      { details: { required: "tenant:manage" } }
    ])
  })

  it.each([
    ["/v1/domains", "domain:write"],
    ["/v1/smtp-config", "smtp:write"],
    ["/v1/webhook-endpoints", "webhook:write"]
  ] as const)(
    "checks path, then method, then key, then scope, then body of %s",
    async (path, scope) => {
      const { key: reader } = await service.newKey(
        account.tenant,
        allScopes.filter((other) => other !== scope)
      )
      const statusOf = async (method: string, path: string, key?: string) =>
        (
          await service.call(method, path, {
            ...(key === undefined ? {} : { key }),
            body: "{",
            headers: { "content-type": "text/plain" }
          })
        ).status
      expect(await statusOf("PUT", `${path}/a/b/c`)).toBe(404)
      expect(await statusOf("PUT", path)).toBe(405)
      expect(await statusOf("POST", path)).toBe(401)
      expect(await statusOf("POST", path, reader)).toBe(403)
      expect(await statusOf("POST", path, account.key.key)).toBe(400)
    }
  )

  it("checks path, then method, then key, then scope, then limit, then body", async () => {
    const send = "/v1/emails/send"
    const { key: reader } = await service.newKey(account.tenant, ["email:read"])
    const { key: spent } = await service.newKey(account.tenant, ["email:send"], 1)
    await service.call("POST", send, { key: spent, json: {} })
    const statusOf = async (method: string, path: string, key?: string) =>
      (
        await service.call(method, path, {
          ...(key === undefined ? {} : { key }),
          body: "{",
          headers: { "content-type": "text/plain" }
        })
      ).status
    expect(await statusOf("PUT", "/v1/nowhere")).toBe(404)
    expect(await statusOf("PUT", send)).toBe(405)
    expect(await statusOf("POST", send)).toBe(401)
    expect(await statusOf("POST", send, reader)).toBe(403)
    expect(await statusOf("POST", send, spent)).toBe(429)
    expect(await statusOf("POST", send, account.key.key)).toBe(400)
  })
})
