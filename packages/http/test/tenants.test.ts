import { allOperations, allScopes } from "@telemark/contract"
import { type Implementations, makeImplementations, type Tenant, Tenants } from "@telemark/core"
import { Effect, Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { setImmediate } from "node:timers/promises"
import { hostsOfRun, instant, type Service, startService } from "./support/service.js"

const ofOperator = allOperations.filter(({ group }) => group === "tenants")

describe.each(hostsOfRun)("the operator's tenants behind %s", (host) => {
  let service: Service
  let own: Tenant
  let tenants: Implementations["tenants"]

  /** An operation's answer, or the details and tag of its error. */
  const ask = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>) =>
    service.runtime.runPromise(
      Effect.map(
        Effect.result(effect),
        Result.getOrElse((error) => ({ ...error }))
      )
    )

  const principal = () => ({ tenant: own, scopes: new Set(allScopes), rate_limit: 1 })

  beforeAll(async () => {
    service = await startService({ host })
    const found = await service.runtime.runPromise(
      Effect.all([
        makeImplementations,
        Effect.flatMap(Tenants, ({ create }) => create({ name: "own" }))
      ])
    )
    tenants = found[0].tenants
    own = found[1]
  })
  afterAll(() => service.close())

  it.each(ofOperator.map(({ name, operation }) => [name, operation] as const))(
    "are out of reach of every key: %s",
    async (_, { body, method, path, scope }) => {
      const {
        key: { key }
      } = await service.newAccount()
      const answer = await service.call(method, `/v1${path.replace(":name", "own")}`, {
        key,
        ...(body === undefined ? {} : { json: {} })
      })
      expect([answer.status, answer.json]).toEqual([
        403,
        {
          error: "Insufficient scope",
          message: expect.stringContaining("only the operator"),
          details: { required: scope }
        }
      ])
    }
  )

  it("are created, listed newest first, searched, read page by page, changed and shown with their figures", async () => {
    expect(
      await ask(
        tenants.create(principal(), {
          name: "shop-1",
          default_from: "Shop <shop@example.com>",
          monthly_limit: 5
        })
      )
    ).toEqual({
      id: expect.stringMatching(/^tn_/),
      name: "shop-1",
      default_from: "Shop <shop@example.com>",
      monthly_limit: 5,
      track_opens: false,
      track_clicks: false,
      missing: "warn",
      store: "always",
      created_at: expect.stringMatching(instant),
      paused: null
    })
    // Those of one millisecond are listed by their ids.
    const before = Date.now()
    while (Date.now() === before) await setImmediate()
    expect(
      await ask(tenants.create(principal(), { name: "Shop-2", missing: "refuse" }))
    ).toMatchObject({ missing: "refuse" })
    expect(await ask(tenants.get(principal(), "Shop-2"))).toMatchObject({ missing: "refuse" })
    const names = async (request: Parameters<typeof tenants.list>[1]) =>
      (await service.runtime.runPromise(tenants.list(principal(), request))).data.map(
        ({ name }) => name
      )
    expect(await names({ q: "shop" })).toEqual(["Shop-2", "shop-1"])
    const { data, next } = await service.runtime.runPromise(
      tenants.list(principal(), { q: "shop", limit: 1 })
    )
    expect([data.length, await names({ q: "shop", limit: 1, after: next ?? "" })]).toEqual([
      1,
      ["shop-1"]
    ])
    expect(await ask(tenants.list(principal(), { after: "tn_1" }))).toMatchObject({
      details: { after: [expect.stringContaining("begin again")] }
    })
    expect(
      await ask(tenants.update(principal(), "shop-1", { monthly_limit: null, track_opens: true }))
    ).toMatchObject({ monthly_limit: null, track_opens: true })
    expect(await ask(tenants.get(principal(), "shop-1"))).toMatchObject({
      name: "shop-1",
      track_opens: true,
      reputation: { level: "ok", day: { sent: 0 } }
    })
  })

  it("are refused what isn't allowed", async () => {
    expect(await ask(tenants.create(principal(), { name: "own" }))).toMatchObject({
      _tag: "TenantExists"
    })
    for (const name of ["", "a b", "-x", "events"])
      expect(await ask(tenants.create(principal(), { name }))).toMatchObject({
        details: { name: [expect.stringContaining("must")] }
      })
    expect(
      await ask(tenants.create(principal(), { name: "strict", missing: "reject" as "refuse" }))
    ).toMatchObject({ details: { missing: [expect.stringContaining("refuse")] } })
    for (const asked of [tenants.get, tenants.resume, tenants.pause])
      expect(await ask(asked(principal(), "nobody"))).toMatchObject({ _tag: "NotFound" })
    expect(await ask(tenants.update(principal(), "own", {}))).toMatchObject({
      _tag: "ValidationFailed"
    })
    expect(await ask(tenants.pause(principal(), "own", { note: "" }))).toMatchObject({
      details: { note: [expect.stringContaining("1 to 500")] }
    })
  })

  it("are paused with a note and resumed, which the operator's events say", async () => {
    await ask(tenants.create(principal(), { name: "paused" }))
    expect(
      await ask(tenants.pause(principal(), "paused", { note: "Asked about a list" }))
    ).toMatchObject({
      paused: {
        reason: "operator",
        since: expect.stringMatching(instant),
        note: "Asked about a list",
        links_stopped: false
      }
    })
    expect(await ask(tenants.pause(principal(), "paused", { stop_links: true }))).toMatchObject({
      paused: { note: "Asked about a list", links_stopped: true }
    })
    expect(await ask(tenants.resume(principal(), "paused"))).toMatchObject({ paused: null })
    const { data } = await service.runtime.runPromise(tenants.events(principal()))
    expect(data).toMatchObject([
      { type: "tenant.resumed", tenant: "paused" },
      { type: "tenant.paused", tenant: "paused", reason: "operator", note: "Asked about a list" }
    ])
    expect(data[0]?.created_at).toMatch(instant)
  })

  it("are removed only if their name is given once more, as often as one likes", async () => {
    await ask(tenants.create(principal(), { name: "gone" }))
    for (const request of [undefined, {} as never, { confirm: "" }, { confirm: "Gone" }]) {
      expect(await ask(tenants.remove(principal(), "gone", request))).toMatchObject({
        details: { confirm: [expect.any(String)] }
      })
    }
    for (const times of [1, 2])
      expect([times, await ask(tenants.remove(principal(), "gone", { confirm: "gone" }))]).toEqual([
        times,
        { success: true }
      ])
    expect(await ask(tenants.get(principal(), "gone"))).toMatchObject({ _tag: "NotFound" })
  })
})
