import { layer as layerPostgres } from "@telemark/postgres"
import { freshDatabase, type TestDatabase } from "@telemark-tools/postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fixture } from "../Providers/support.js"
import { type Hooks, startHooks } from "./hookService.js"
import { about, signedCall } from "./signedCall.js"

describe("providers' calls on Postgres", () => {
  let database: TestDatabase
  let hooks: Hooks
  beforeAll(async () => {
    database = await freshDatabase()
    hooks = await startHooks(layerPostgres({ url: database.url }))
  })
  afterAll(async () => {
    await hooks.close()
    await database.drop()
  })

  const events = [
    ["ses", "bouncePermanentGeneral"],
    ["sendgrid", "bounce"],
    ["mailgun", "failedPermanent"],
    ["postmark", "bounceHard"],
    ["resend", "bouncedGeneral"],
    ["brevo", "hardBounce"],
    ["mailjet", "bounceUnknown"],
    ["sparkpost", "bounceInvalid"]
  ] as const

  it.each(events)("of %s are recorded once, however many come at once", async (provider, name) => {
    const tenant = await hooks.newTenant()
    const id = await hooks.send(tenant)
    const { id: source, url } = await hooks.newSource(tenant.id, provider)
    const call = signedCall(provider, about(id, fixture(provider, name)))
    expect(
      (await Promise.all([1, 2, 3, 4, 5, 6].map(() => hooks.call("POST", url, call)))).map(
        ({ status }) => status
      )
    ).toEqual([200, 200, 200, 200, 200, 200])
    expect(await hooks.state(tenant, id)).toStrictEqual({
      status: "bounced",
      events: ["email.sent", "email.bounced"],
      suppressed: "bounce"
    })
    expect(await hooks.source(tenant.id, source)).toMatchObject({
      last_called_at: "2026-11-20T08:01:00.000Z",
      last_refused_at: null
    })
  })

  it("reach no other tenant's mail, and that of all from the operator's source", async () => {
    const [ours, theirs] = [await hooks.newTenant(), await hooks.newTenant()]
    const id = await hooks.send(theirs)
    const call = signedCall("brevo", about(id, fixture("brevo", "spam")))
    expect(
      (await hooks.call("POST", (await hooks.newSource(ours.id, "brevo")).url, call)).status
    ).toBe(200)
    expect(await hooks.state(theirs, id)).toMatchObject({ status: "sent", suppressed: null })
    expect(
      (await hooks.call("POST", (await hooks.newSource(null, "brevo")).url, call)).status
    ).toBe(200)
    expect(await hooks.state(theirs, id)).toMatchObject({
      status: "complained",
      suppressed: "complaint"
    })
  })
})
