import { openApiDocument } from "@telemark/http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostNames, type Service, startService } from "./support/service.js"

const limitHeaders = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]

describe.each(hostNames)("the limit of writes behind %s", (host) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ host, writeRateLimit: 3 })
  })
  afterAll(() => service.close())

  const write = (key: string) => service.call("DELETE", "/v1/webhook-endpoints/1", { key })
  const shown = ({ headers }: { readonly headers: Headers }) =>
    limitHeaders.map((name) => headers.get(name))

  it("answers 429 beyond it, says when to come back, and leaves reads and sends alone", async () => {
    const {
      key: { key }
    } = await service.newAccount()
    const answers = [await write(key), await write(key), await write(key)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers.map(({ headers }) => headers.get("ratelimit-remaining"))).toEqual([
      "2",
      "1",
      "0"
    ])
    const refused = await write(key)
    expect([refused.status, refused.json]).toMatchObject([429, { error: "Rate limit exceeded" }])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(shown(refused).slice(0, 2)).toEqual(["3", "0"])
    const read = await service.call("GET", "/v1/webhook-endpoints", { key })
    expect([read.status, ...shown(read)]).toEqual([200, null, null, null])
    const sent = await service.call("POST", "/v1/emails/send", {
      key,
      json: { to: "ada@example.com", html: "<p>Hello</p>" }
    })
    expect([sent.status, sent.headers.get("ratelimit-limit")]).toEqual([201, "10000"])
  })

  it("is twice as much for all of a tenant's keys together, and another tenant's own", async () => {
    const {
      key: { key },
      tenant
    } = await service.newAccount()
    const keys = [key, (await service.newKey(tenant)).key, (await service.newKey(tenant)).key]
    const statuses: Array<number> = []
    for (const one of keys)
      for (let count = 0; count < 3; count++) statuses.push((await write(one)).status)
    expect(statuses).toEqual([...Array.from({ length: 6 }, () => 404), 429, 429, 429])
    expect((await write((await service.newAccount()).key.key)).status).toBe(404)
  })

  it("is looked at after key and scope, and before the body", async () => {
    const {
      key: { key },
      tenant
    } = await service.newAccount()
    const { key: reader } = await service.newKey(tenant, ["email:read"])
    const add = (key: string) => service.call("POST", "/v1/domains", { key, body: "{" })
    expect([
      (await add(key)).status,
      (await add(key)).status,
      (await add(key)).status,
      (await add(key)).status
    ]).toEqual([400, 400, 400, 429])
    expect((await add(reader)).status).toBe(403)
  })
})

describe("the document", () => {
  it("has 429 at every operation that isn't a read, and at no other", () => {
    for (const [path, operations] of Object.entries(openApiDocument().paths)) {
      for (const [method, { responses }] of Object.entries(
        operations as Record<string, { readonly responses: object }>
      )) {
        expect([path, method, Object.hasOwn(responses, "429")]).toEqual([
          path,
          method,
          method !== "get"
        ])
      }
    }
  })
})

describe("keys and domains", () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  it("a key grants no rate_limit above its own, by default neither", async () => {
    const { tenant } = await service.newAccount()
    const create = async (limit: number, json: object) => {
      const { key } = await service.newKey(tenant, undefined, limit)
      return await service.call("POST", "/v1/api-keys", { key, json: { name: "new", ...json } })
    }
    const beyond = await create(1, { rate_limit: 10_000 })
    expect([beyond.status, beyond.json]).toMatchObject([
      400,
      {
        error: "Validation failed",
        details: {
          rate_limit: [
            "must be at most 1, which is the rate_limit of the key that makes the request"
          ]
        }
      }
    ])
    expect((await create(1, { rate_limit: 1 })).json).toMatchObject({ rate_limit: 1 })
    expect((await create(1, {})).json).toMatchObject({ rate_limit: 1 })
    expect((await create(10_000, {})).json).toMatchObject({ rate_limit: 600 })
    expect((await create(10_000, { rate_limit: 10_000 })).json).toMatchObject({
      rate_limit: 10_000
    })
  })

  it.each([
    ["a line break", "a\nb"],
    ["a terminal's escape", "\u001b[2J"],
    ["a control of eight bits", "\u009b2J"],
    ["a line separator", "a\u2028b"]
  ])("names with %s are refused", async (_, name) => {
    const {
      key: { key }
    } = await service.newAccount()
    const reasons = ["must not contain line breaks or other control characters"]
    const refused = [
      await service.call("POST", "/v1/api-keys", { key, json: { name } }),
      await service.call("POST", "/v1/templates", {
        key,
        json: { id: "a", name, subject_template: "a", html: "<p>a</p>" }
      }),
      await service.call("PUT", "/v1/brand", { key, json: { name } })
    ]
    for (const { json, status } of refused)
      expect([status, json]).toMatchObject([400, { details: { name: reasons } }])
  })
})
