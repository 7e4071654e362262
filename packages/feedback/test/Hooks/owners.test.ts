import { FeedbackSources } from "@telemark/core"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { credentials, fixture } from "../Providers/support.js"
import { type Hooks, startHooks } from "./hookService.js"
import { about, signedCall } from "./signedCall.js"

describe("a source of feedback", () => {
  let hooks: Hooks
  beforeEach(async () => {
    hooks = await startHooks()
  })
  afterEach(() => hooks.close())

  const bounce = (id: string) =>
    signedCall("postmark", about(id, fixture("postmark", "bounceHard")))

  it("of a tenant reports on its mail and never on another's, the operator's on that of all", async () => {
    const [ours, theirs] = [await hooks.newTenant(), await hooks.newTenant()]
    const [a, b] = [await hooks.send(ours), await hooks.send(theirs)]
    const { url } = await hooks.newSource(ours.id, "postmark")
    expect((await hooks.call("POST", url, bounce(b))).status).toBe(200)
    expect((await hooks.call("POST", url, bounce(a))).status).toBe(200)
    expect(await hooks.state(ours, a)).toMatchObject({ status: "bounced", suppressed: "bounce" })
    expect(await hooks.state(theirs, b)).toStrictEqual({
      status: "sent",
      events: ["email.sent"],
      suppressed: null
    })

    const platform = await hooks.newSource(null, "postmark")
    expect((await hooks.call("POST", platform.url, bounce(b))).status).toBe(200)
    expect(await hooks.state(theirs, b)).toMatchObject({ status: "bounced", suppressed: "bounce" })
  })

  it("takes nothing more from the moment that it is removed, while calls come", async () => {
    const tenant = await hooks.newTenant()
    const id = await hooks.send(tenant)
    const { id: sourceId, url } = await hooks.newSource(tenant.id, "postmark")
    const calls = Array.from({ length: 40 }, async (_, index) => {
      if (index === 20)
        await hooks.run(
          Effect.flatMap(FeedbackSources, ({ remove }) => remove(tenant.id, sourceId))
        )
      return (
        await hooks.call(
          "POST",
          url,
          signedCall("postmark", about(id, fixture("postmark", "open")))
        )
      ).status
    })
    const statuses = await Promise.all(calls)
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
    expect(statuses[20]).toBe(404)
    expect((await hooks.call("POST", url, bounce(id))).status).toBe(404)
    expect(await hooks.state(tenant, id)).toMatchObject({ status: "sent", suppressed: null })
  })

  it("shows its secrets neither in the log nor in traces", async () => {
    const tenant = await hooks.newTenant()
    const id = await hooks.send(tenant)
    const secrets: Array<string> = []
    for (const provider of ["postmark", "mailgun", "resend"] as const) {
      const { secret, url } = await hooks.newSource(tenant.id, provider)
      secrets.push(secret, credentials[provider])
      for (const body of [
        about(
          id,
          fixture(
            provider,
            provider === "resend" || provider === "mailgun" ? "delivered" : "delivery"
          )
        ),
        "x",
        "[{},{}]"
      ]) {
        await hooks.call("POST", url, signedCall(provider, body.startsWith("{") ? body : "{}"))
        await hooks.call("POST", url, { body })
      }
      for (const method of ["GET", "HEAD", "PUT", "OPTIONS"]) await hooks.call(method, url)
      await hooks.call("POST", `${url}/x`, { body: "{}" })
      await hooks.call("POST", url.replace("/hooks", "/v1/hooks"), { body: "{}" })
    }
    const seen = hooks.seen.join("\n")
    expect(seen).toContain("POST /hooks/:provider/:secret 200")
    expect(seen).toContain("http.server POST http.route /hooks/:provider/:secret")
    for (const secret of secrets.filter((each) => each !== "")) expect(seen).not.toContain(secret)
  })
})
