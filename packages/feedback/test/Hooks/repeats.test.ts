import { Suppressions } from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { fixture, mailgunBody, nowSeconds } from "../Providers/support.js"
import { type Hooks, startHooks } from "./hookService.js"
import { about } from "./signedCall.js"

const hour = 60 * 60 * 1000

/** Processes on one database. */
const open = () => {
  const folder = mkdtempSync(join(tmpdir(), "telemark-repeats-"))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  return async (): Promise<Hooks> => {
    const hooks = await startHooks(layerSqlite({ filename: join(folder, "mail.db") }))
    onTestFinished(() => hooks.close())
    return hooks
  }
}

const account = async (hooks: Hooks) => {
  const tenant = await hooks.newTenant()
  const id = await hooks.send(tenant)
  const { url } = await hooks.newSource(tenant.id, "mailgun")
  const signed = (name: string, seconds = nowSeconds, token = "token") => ({
    body: mailgunBody(about(id, fixture("mailgun", name)), { time: String(seconds), token })
  })
  return { tenant, id, url, signed }
}

const replayed = {
  status: 403,
  text: expect.stringContaining('"reason":"replayed_token"') as unknown
}

describe("a call of Mailgun", () => {
  it("that comes again after eight hours, with the signature of the first try, is recorded", async () => {
    const hooks = await open()()
    const { id, signed, tenant, url } = await account(hooks)
    const eightHoursAgo = nowSeconds - 8 * 3600
    expect(await hooks.call("POST", url, signed("failedPermanent", eightHoursAgo))).toMatchObject({
      status: 200
    })
    expect(await hooks.state(tenant, id)).toMatchObject({
      status: "bounced",
      suppressed: "bounce"
    })
  })

  it("has its signature taken for no other body, in no process and after no restart, for as long as its time is", async () => {
    const start = open()
    const first = await start()
    const { id, signed, tenant, url } = await account(first)
    expect(await first.call("POST", url, signed("delivered"))).toMatchObject({ status: 200 })
    expect(await first.call("POST", url, signed("complained"))).toMatchObject(replayed)
    const second = await start()
    for (const passed of [0, 8 * hour, 4 * hour]) {
      second.time.now += passed
      expect(await second.call("POST", url, signed("complained"))).toMatchObject(replayed)
    }
    second.time.now += 1
    expect(await second.call("POST", url, signed("complained"))).toMatchObject({
      status: 403,
      text: expect.stringContaining('"reason":"too_old"') as unknown
    })
    expect(await second.state(tenant, id)).toMatchObject({ status: "delivered", suppressed: null })
  })

  it("that was dealt with is answered 200 and changes nothing any more", async () => {
    const hooks = await open()()
    const { id, signed, tenant, url } = await account(hooks)
    const bounce = signed("failedPermanent", nowSeconds, "second")
    expect(await hooks.call("POST", url, signed("complained"))).toMatchObject({ status: 200 })
    expect(await hooks.call("POST", url, bounce)).toMatchObject({ status: 200 })
    const state = await hooks.state(tenant, id)
    expect(state).toMatchObject({ status: "complained", suppressed: "complaint" })
    await hooks.run(
      Effect.flatMap(Suppressions, ({ remove }) => remove(tenant.id, "ada@example.org"))
    )
    for (const call of [signed("complained"), bounce])
      expect(await hooks.call("POST", url, call)).toMatchObject({ status: 200 })
    expect(await hooks.state(tenant, id)).toStrictEqual({ ...state, suppressed: null })
  })

  it("is remembered for its own source, whatever others send", async () => {
    const hooks = await open()()
    const [ours, theirs] = [await account(hooks), await account(hooks)]
    expect(await hooks.call("POST", ours.url, ours.signed("delivered"))).toMatchObject({
      status: 200
    })
    expect(await hooks.call("POST", theirs.url, theirs.signed("opened"))).toMatchObject({
      status: 200
    })
    expect(await hooks.call("POST", ours.url, ours.signed("complained"))).toMatchObject(replayed)
  })
})
