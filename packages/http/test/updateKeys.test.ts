import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"

const notFound = [404, { error: "not_found", message: expect.any(String) }]

describe("a key", () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  const account = async () => {
    const {
      key: { id, key, prefix },
      tenant
    } = await service.newAccount({ rate_limit: 100 })
    const { id: other, key: otherKey } = await service.newKey(tenant, ["email:send"], 50)
    const patch = async (id: string, json: unknown, by = key) => {
      const answer = await service.call("PATCH", `/v1/api-keys/${id}`, { key: by, json })
      return [answer.status, answer.json]
    }
    return { id, key, prefix, other, otherKey, patch }
  }

  it("gets another name and another limit, each by itself, by its id or its prefix", async () => {
    const { id, other, patch, prefix } = await account()
    expect(await patch(other, { name: "Reports" })).toMatchObject([
      200,
      { id: other, name: "Reports", rate_limit: 50, revoked_at: null }
    ])
    expect(await patch(other, { rate_limit: 60 })).toMatchObject([
      200,
      { name: "Reports", rate_limit: 60 }
    ])
    expect(await patch(prefix, {})).toMatchObject([200, { id, rate_limit: 100 }])
  })

  it("is limited anew from its next send on", async () => {
    const { other, otherKey, patch } = await account()
    await patch(other, { rate_limit: 1 })
    const send = () =>
      service.call("POST", "/v1/emails/send", {
        key: otherKey,
        json: { to: "ada@example.com", text: "hello" }
      })
    const [first, second] = [await send(), await send()]
    expect([first.status, first.headers.get("ratelimit-limit"), second.status]).toEqual([
      201,
      "1",
      429
    ])
  })

  it("keeps a limit above that of the key that requests another, which couldn't be put back", async () => {
    const { id, key, patch } = await account()
    const weak = await service.call("POST", "/v1/api-keys", {
      key,
      json: { name: "weak", scopes: ["apikey:manage"], rate_limit: 1 }
    })
    const { key: by } = weak.json as { readonly key: string }
    expect(await patch(id, { rate_limit: 1 }, by)).toMatchObject([
      400,
      { details: { rate_limit: [expect.stringContaining("higher than 1")] } }
    ])
    expect(await patch(id, { name: "Renamed" }, by)).toMatchObject([200, { rate_limit: 100 }])
  })

  it("gets no limit above that of the key that requests it", async () => {
    const { other, patch } = await account()
    expect(await patch(other, { rate_limit: 101 })).toMatchObject([
      400,
      {
        details: {
          rate_limit: [
            "must be at most 100, which is the rate_limit of the key that makes the request"
          ]
        }
      }
    ])
    expect(await patch(other, { rate_limit: 100 })).toMatchObject([200, { rate_limit: 100 }])
  })

  it.each([
    { name: "" },
    { name: 1 },
    { name: "a\nb" },
    { name: "a".repeat(256) },
    { rate_limit: 0 },
    { rate_limit: 10_001 },
    { rate_limit: "5" },
    [],
    null,
    "x"
  ])("is refused what it may not have: %j", async (json) => {
    const { other, patch } = await account()
    expect(await patch(other, json)).toMatchObject([400, { error: "Validation failed" }])
  })

  it("of another tenant, one that is revoked and one that doesn't exist can't be distinguished", async () => {
    const { key, other, patch } = await account()
    const stranger = await account()
    expect(await patch(stranger.other, { name: "Mine" })).toEqual(notFound)
    await service.call("DELETE", `/v1/api-keys/${other}`, { key })
    for (const id of [other, "key_0", "x", encodeURIComponent("../emails")])
      expect(await patch(id, { name: "Mine" })).toEqual(notFound)
  })

  it("needs apikey:manage to be changed, and counts as a write", async () => {
    const { other, otherKey, patch } = await account()
    expect(await patch(other, { rate_limit: 50 }, otherKey)).toMatchObject([
      403,
      { details: { required: "apikey:manage" } }
    ])
  })
})
