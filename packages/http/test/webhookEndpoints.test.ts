import { type DnsPeer, startDnsPeer } from "@telemark/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { instant, type Service, startService } from "./support/service.js"
import {
  type Created,
  hook,
  hosts,
  notFound,
  outcome,
  refusedAt,
  webhookAccount
} from "./support/webhooks.js"

const secret = /^whsec_[A-Za-z0-9+/]{43}=$/

describe.each(hosts)("webhook endpoints behind %s", (_host, options) => {
  let service: Service
  let dns: DnsPeer
  beforeAll(async () => {
    dns = await startDnsPeer()
    dns.set("hooks.example.com", "A", ["93.184.216.34"])
    service = await startService({ ...options, dnsServers: [dns.address] })
  })
  afterAll(async () => {
    await service.close()
    await dns.close()
  })
  const account = () => webhookAccount(service)

  it("are made active, with a secret that is shown in that answer alone", async () => {
    const { call } = await account()
    const made = await call("POST", "", hook)
    expect(outcome(made)).toEqual([
      201,
      {
        id: expect.any(Number),
        ...hook,
        active: true,
        secret: expect.stringMatching(secret),
        warning: expect.stringMatching(/./),
        created_at: expect.stringMatching(instant)
      }
    ])
    const { created_at, id, secret: first } = made.json as Created
    expect(Number.isSafeInteger(id) && id > 0).toBe(true)
    const shown = {
      id,
      ...hook,
      active: true,
      failing_since: null,
      disabled_reason: null,
      created_at
    }
    const asked = Date.now()
    const rotated = await call("POST", `/${String(id)}/rotate-secret`)
    expect(outcome(rotated)).toEqual([
      200,
      {
        id,
        secret: expect.stringMatching(secret),
        former_secret_until: expect.stringMatching(instant),
        warning: expect.stringMatching(/./)
      }
    ])
    const { former_secret_until, secret: second } = rotated.json as Created & {
      former_secret_until: string
    }
    expect(second).not.toBe(first)
    const until = Date.parse(former_secret_until)
    expect(until).toBeGreaterThanOrEqual(asked + 86_400_000)
    expect(until).toBeLessThanOrEqual(Date.now() + 86_400_000)
    const later = [
      await call("GET", ""),
      await call("GET", `/${String(id)}`),
      await call("PATCH", `/${String(id)}`, {}),
      await call("GET", `/${String(id)}/deliveries`)
    ]
    expect(later.slice(0, 3).map(outcome)).toEqual([
      [200, { data: [shown] }],
      [200, shown],
      [200, shown]
    ])
    for (const { text } of later) {
      expect(text).not.toContain("whsec_")
      expect(text).not.toContain("secret")
    }
  })

  it("are listed newest first, each tenant's own", async () => {
    const [one, two] = [await account(), await account()]
    expect(outcome(await one.call("GET", ""))).toEqual([200, { data: [] }])
    const ids = [(await one.create()).id, (await one.create()).id, (await one.create()).id]
    const listed = (await one.call("GET", "?limit=1")).json as {
      data: ReadonlyArray<{ id: number }>
    }
    expect(listed.data.map(({ id }) => id)).toEqual(ids.reverse())
    expect((await two.call("GET", "")).json).toEqual({ data: [] })
  })

  it("change where a PATCH says so and nowhere else", async () => {
    const { call, create } = await account()
    const { created_at, id } = await create()
    const path = `/${String(id)}`
    const before = {
      id,
      ...hook,
      active: true,
      failing_since: null,
      disabled_reason: null,
      created_at
    }
    expect(outcome(await call("PATCH", path, {}))).toEqual([200, before])
    expect((await call("PATCH", path, { active: false })).json).toEqual({
      ...before,
      active: false
    })
    expect((await call("PATCH", path, { events: ["email.clicked"] })).json).toEqual({
      ...before,
      active: false,
      events: ["email.clicked"]
    })
    expect(
      (await call("PATCH", path, { url: "http://hooks.example.com:8080/#a", active: true })).json
    ).toEqual({ ...before, url: "http://hooks.example.com:8080/#a", events: ["email.clicked"] })
    expect((await call("GET", path)).json).toEqual({
      ...before,
      url: "http://hooks.example.com:8080/#a",
      events: ["email.clicked"]
    })
  })

  it("take two PATCHes at once, both of which have effect", async () => {
    const { call, create } = await account()
    const path = `/${String((await create()).id)}`
    const changes = [
      { events: ["email.failed"] },
      { url: "https://hooks.example.com/other" },
      { active: false }
    ]
    const answers = await Promise.all(changes.map((change) => call("PATCH", path, change)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await call("GET", path)).json).toMatchObject({
      events: ["email.failed"],
      url: "https://hooks.example.com/other",
      active: false
    })
  })

  it("are removed once", async () => {
    const { call, create } = await account()
    const path = `/${String((await create()).id)}`
    expect(outcome(await call("DELETE", path))).toEqual([200, { success: true }])
    expect(outcome(await call("DELETE", path))).toEqual(notFound)
    expect(outcome(await call("GET", path))).toEqual(notFound)
    expect((await call("GET", "")).json).toEqual({ data: [] })
  })

  it("never get the number of another one, not even of one that was removed", async () => {
    const { call, create } = await account()
    const first = (await create()).id
    await call("DELETE", `/${String(first)}`)
    expect((await create()).id).toBeGreaterThan(first)
  })

  it("of other tenants look as if they were missing, and don't change", async () => {
    const [one, two] = [await account(), await account()]
    const { id } = await one.create()
    const before = (await one.call("GET", `/${String(id)}`)).json
    for (const name of [String(id), "999999"]) {
      for (const [method, path, json] of operations) {
        expect(
          outcome(await two.call(method, `/${name}${path}`, json)),
          `${method} ${path}`
        ).toEqual(notFound)
      }
    }
    expect((await one.call("GET", `/${String(id)}`)).json).toEqual(before)
    expect((await one.call("GET", `/${String(id)}/deliveries`)).json).toMatchObject({ data: [] })
  })

  it.each([
    "abc",
    "1.5",
    "1.0",
    "01",
    "+1",
    "-1",
    "0",
    "1e0",
    "0x1",
    "9007199254740993",
    "1".repeat(400),
    "%201",
    "1%20",
    "%00",
    "Infinity",
    "NaN",
    "\u0661",
    "__proto__",
    "rotate-secret",
    "1'%20OR%20'1'='1"
  ])("is missing under the id %s", async (name) => {
    const { call, create } = await account()
    await create()
    for (const [method, path, json] of operations) {
      expect(
        outcome(await call(method, `/${encodeURI(name).replaceAll("%25", "%")}${path}`, json)),
        `${method} ${path}`
      ).toEqual(notFound)
    }
  })

  it("are ten at most, also when twelve are made at once, and one may follow one that was removed", async () => {
    const { call, create } = await account()
    const answers = await Promise.all(Array.from({ length: 12 }, () => call("POST", "", hook)))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(201),
      400,
      400
    ])
    for (const answer of answers.filter(({ status }) => status === 400))
      expect(outcome(answer)).toEqual(refusedAt("body"))
    expect(outcome(await call("POST", "", hook))).toEqual(refusedAt("body"))
    const { data } = (await call("GET", "")).json as { data: ReadonlyArray<Created> }
    expect(data).toHaveLength(10)
    expect((await (await account()).call("POST", "", hook)).status).toBe(201)
    await call("DELETE", `/${String(data[0]?.id)}`)
    expect((await create()).id).toEqual(expect.any(Number))
  })

  it("ignore members, queries and bodies that they don't use", async () => {
    const { call } = await account()
    const made = await call("POST", "?active=false", {
      ...hook,
      id: 7,
      active: false,
      secret: "whsec_mine",
      tenant_id: "tn_0",
      unknown: { deep: [] }
    })
    expect(made.json).toMatchObject({ active: true, secret: expect.stringMatching(secret) })
    const path = `/${String((made.json as Created).id)}`
    expect(
      (
        await call("PATCH", path, {
          id: 7,
          secret: "whsec_mine",
          failing_since: "x",
          disabled_reason: "gone"
        })
      ).json
    ).toMatchObject({ id: (made.json as Created).id, failing_since: null, disabled_reason: null })
    expect(
      (await call("POST", `${path}/rotate-secret?x=1`, { secret: "whsec_mine" })).json
    ).toMatchObject({ secret: expect.stringMatching(secret) })
    expect((await call("DELETE", `${path}?x=1`, { x: 1 })).status).toBe(200)
  })
})

/** Every operation on one endpoint, with a body that is fine. */
const operations = [
  ["GET", "", undefined],
  ["PATCH", "", { active: false }],
  ["DELETE", "", undefined],
  ["POST", "/rotate-secret", undefined],
  ["POST", "/test", {}],
  ["GET", "/deliveries", undefined],
  ["POST", "/replay", { since: "2026-01-01T00:00:00Z" }]
] as const
