import type { ApiKeyView, CreatedApiKey } from "@telemark/contract"
import { ApiKeys } from "@telemark/core"
import { Clock, Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Account, hostsOfRun, type Service, startService } from "./support/service.js"

const day = 24 * 60 * 60_000

describe.each(hostsOfRun)("a key with bounds behind %s", (host) => {
  let service: Service
  let account: Account
  let now = 20_000 * day + 23 * 60 * 60_000

  beforeAll(async () => {
    const own = Clock.Clock.defaultValue()
    service = await startService({
      host,
      around: Layer.succeed(
        Clock.Clock,
        Object.assign(Object.create(own) as Clock.Clock, {
          currentTimeMillisUnsafe: () => now,
          currentTimeMillis: Effect.sync(() => now)
        })
      )
    })
    account = await service.newAccount()
  })
  afterAll(() => service.close())

  const create = async (json: object, key = account.key.key) =>
    service.call("POST", "/v1/api-keys", { key, json: { name: "Agent", ...json } })
  const limited = async (json: object) => (await create(json)).json as CreatedApiKey
  const toTeam = { allowed_recipients: ["ada@example.com", "@Bücher.example"] }
  const send = (key: string, to: unknown, more: object = {}) =>
    service.call("POST", "/v1/emails/send", { key, json: { to, text: "x", ...more } })
  const refused = [
    400,
    expect.objectContaining({ details: { to: [expect.stringContaining("allowed_recipients")] } })
  ]

  it("is shown with them, also to itself", async () => {
    const made = await limited({ ...toTeam, max_sends_per_day: 3 })
    expect(made).toMatchObject({ ...toTeam, max_sends_per_day: 3 })
    const answer = await service.call("GET", "/v1/api-keys/current", { key: made.key })
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { id: made.id, ...toTeam, max_sends_per_day: 3 }
    ])
    expect(answer.text).not.toContain(made.key)
    const { data } = (await service.call("GET", "/v1/api-keys", { key: account.key.key })).json as {
      data: ReadonlyArray<ApiKeyView>
    }
    expect(data.find(({ id }) => id === made.id)).toMatchObject(toTeam)
    expect(data.find(({ id }) => id === account.key.id)).not.toHaveProperty("allowed_recipients")
  })

  it.each([
    ["an address", "ada@example.com", 201],
    ["the address in other letters", "Ada <ADA@Example.COM>", 201],
    ["the domain, as A-labels", "eva@xn--bcher-kva.example", 201],
    ["the domain, in other letters", "eva@BÜCHER.example", 201],
    ["another address", "bob@example.com", 400],
    ["a name below the domain", "eva@mail.bücher.example", 400],
    ["a domain that ends so", "eva@xbücher.example", 400],
    ["the domain in a quoted local part", '"x@bücher.example"@evil.example', 400],
    ["one that is allowed and one that isn't", ["ada@example.com", "bob@example.com"], 400]
  ])("sends to %s as its list says", async (_, to, status) => {
    const { key } = await limited(toTeam)
    const answer = await send(key, to)
    expect(answer.status).toBe(status)
    if (status === 400) expect([answer.status, answer.json]).toEqual(refused)
  })

  it("sends copies only to its list", async () => {
    const { key } = await limited(toTeam)
    for (const copy of ["cc", "bcc"]) {
      const answer = await send(key, "ada@example.com", { [copy]: "bob@example.com" })
      expect([answer.status, answer.json]).toEqual(refused)
    }
  })

  it("is held to its list by each way to send", async () => {
    const { key } = await limited(toTeam)
    const { json } = await send(account.key.key, "bob@example.com")
    const [{ id }] = (json as { queued: [{ id: string }] }).queued
    const again = await service.call("POST", `/v1/emails/${id}/resend`, { key })
    expect([again.status, again.json]).toEqual(refused)
    const batch = await service.call("POST", "/v1/emails/batch", {
      key,
      json: {
        emails: [
          { to: "bob@example.com", text: "x" },
          { to: "ada@example.com", text: "x" }
        ]
      }
    })
    expect((batch.json as { data: ReadonlyArray<{ status: number }> }).data).toMatchObject([
      { status: 400 },
      { status: 201 }
    ])
    const front = (to: string) =>
      service.call("POST", "/resend/emails", {
        key,
        json: { from: "shop@example.com", to, subject: "x", text: "x" }
      })
    expect([
      (await front("bob@example.com")).status,
      (await front("ada@example.com")).status
    ]).toEqual([422, 200])
    const released = await service.call("POST", `/v1/inbox/${id}/release`, {
      key,
      json: { to: "bob@example.com" }
    })
    expect([released.status, released.json]).toEqual(refused)
  })

  it("can't manage keys, so that it makes none that may do more", async () => {
    const answer = await create({ ...toTeam, scopes: ["email:send", "apikey:manage"] })
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { details: { allowed_recipients: [expect.stringContaining("apikey:manage")] } }
    ])
    const { key } = await limited(toTeam)
    expect((await create({}, key)).status).toBe(403)
  })

  it.each([
    [[]],
    [["example.com"]],
    [["@"]],
    [["@a b"]],
    [Array.from({ length: 101 }, () => "@a.b")]
  ])("isn't made with the list %j", async (allowed_recipients) => {
    expect((await create({ allowed_recipients })).status).toBe(400)
  })

  it("sends so often a day, however many ask at once, and again on the next", async () => {
    const { key } = await limited({ max_sends_per_day: 3 })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(key, "ada@example.com"))
    )
    expect(answers.filter(({ status }) => status === 201).length).toBe(3)
    const limit = answers.find(({ status }) => status === 429)
    expect(limit?.json).toMatchObject({ error: "Rate limit exceeded" })
    expect(limit?.headers.get("retry-after")).toBe("3600")
    now += 60 * 60_000
    expect((await send(key, "ada@example.com")).status).toBe(201)
    const batch = await service.call("POST", "/v1/emails/batch", {
      key,
      json: { emails: [1, 2, 3].map(() => ({ to: "ada@example.com", text: "x" })) }
    })
    expect(batch.status).toBe(429)
  })

  it("isn't looked up where no key is", async () => {
    const found = await service.runtime.runPromise(
      Effect.flip(Effect.flatMap(ApiKeys, ({ current }) => current(undefined)))
    )
    expect(found._tag).toBe("NotFound")
  })
})
