import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fixture, sendgridRequest } from "../Providers/support.js"
import { type Hooks, startHooks } from "./hookService.js"
import { about } from "./signedCall.js"

describe("SendGrid's events", () => {
  let hooks: Hooks
  beforeAll(async () => {
    hooks = await startHooks()
  })
  afterAll(() => hooks.close())

  /** Posts an event, and the same again as SendGrid repeats it. */
  const start = async () => {
    const tenant = await hooks.newTenant()
    const id = await hooks.send(tenant)
    const { url } = await hooks.newSource(tenant.id, "sendgrid")
    let calls = 0
    const twice = async (name: string, changes: object = {}) => {
      const [event] = JSON.parse(about(id, fixture("sendgrid", name))) as ReadonlyArray<object>
      for (let time = 0; time < 2; time++) {
        const sg_event_id = `event-${String(++calls)}`
        const body = JSON.stringify([{ ...event, ...changes, sg_event_id }])
        const { headers } = sendgridRequest(body)
        expect((await hooks.call("POST", url, { body, headers })).status).toBe(200)
      }
    }
    return { twice, state: () => hooks.state(tenant, id) }
  }

  it("count once when a call comes again, whatever ids they have then", async () => {
    const { state, twice } = await start()
    for (const name of ["open", "click", "delivered"]) await twice(name)
    expect(await state()).toMatchObject({
      status: "delivered",
      events: ["email.sent", "email.opened", "email.clicked", "email.delivered"]
    })
  })

  it("of a second delay, with another time and reply, are an event of their own", async () => {
    const { state, twice } = await start()
    await twice("deferred")
    await twice("deferred", {
      timestamp: 1795161615,
      response: "452 4.2.2 Over quota",
      attempt: "4"
    })
    expect(await state()).toMatchObject({
      status: "deferred",
      events: ["email.sent", "email.deferred", "email.deferred"]
    })
  })
})
