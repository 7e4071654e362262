import type { FeedbackProviderName } from "@telemark/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { feedbackProviders } from "../../src/reader/layerFeedbackReader.js"
import { fixture, fixtureNames, readSigned } from "../Providers/support.js"
import { type Hooks, startHooks } from "./hookService.js"
import { about, signedCall } from "./signedCall.js"

const providers = Object.keys(feedbackProviders) as Array<FeedbackProviderName>

/** What a message that was sent is after this report. */
const after = (reports: Awaited<ReturnType<typeof reportsIn>>) => {
  const [report] = reports
  // A report that names the message only by the provider's id finds none that wasn't sent there.
  if (report?.message.email_id === undefined)
    return { status: "sent", events: ["email.sent"], suppressed: null }
  const { kind } = report
  const changes = kind !== "opened" && kind !== "clicked" && kind !== "unsubscribed"
  const suppressed =
    kind === "complained"
      ? "complaint"
      : kind === "unsubscribed"
        ? "unsubscribe"
        : report.kind === "bounced" && report.verdict === "invalid_recipient"
          ? "bounce"
          : null
  return { status: changes ? kind : "sent", events: ["email.sent", `email.${kind}`], suppressed }
}

const reportsIn = async (provider: FeedbackProviderName, body: string) => {
  const reading = await readSigned(provider, body)
  return reading._tag === "Events" ? reading.events : []
}

describe("a provider's call", () => {
  let hooks: Hooks
  beforeAll(async () => {
    hooks = await startHooks()
  })
  afterAll(() => hooks.close())

  it.each(providers)(
    "of %s is recorded once, though it comes twice: every fixture",
    async (provider) => {
      const tenant = await hooks.newTenant()
      const { url } = await hooks.newSource(tenant.id, provider)
      for (const [index, name] of fixtureNames(provider).entries()) {
        const address = `${name.toLowerCase()}@example.org`
        const id = await hooks.send(tenant, address)
        const body = about(id, fixture(provider, name), address)
        const call = signedCall(provider, body)
        // Of one the very same call comes as well; of each, one that is signed anew.
        for (const again of [call, ...(index === 0 ? [call] : []), signedCall(provider, body)]) {
          expect([name, await hooks.call("POST", url, again)]).toMatchObject([
            name,
            { status: 200, text: '{"status":"ok"}' }
          ])
        }
        expect([name, await hooks.state(tenant, id, address)]).toStrictEqual([
          name,
          after(await reportsIn(provider, body))
        ])
      }
    }
  )

  it.each(providers)("of %s may come before those of earlier events", async (provider) => {
    const tenant = await hooks.newTenant()
    const { url } = await hooks.newSource(tenant.id, provider)
    const names = fixtureNames(provider)
    // In two orders, of which neither is the order of time.
    for (const order of [names, [...names].reverse()]) {
      const id = await hooks.send(tenant, `${order[0] ?? ""}@example.net`.toLowerCase())
      for (const name of order) {
        expect(
          await hooks.call("POST", url, signedCall(provider, about(id, fixture(provider, name))))
        ).toMatchObject({ status: 200 })
      }
      const { events, status } = await hooks.state(tenant, id)
      const reports = await Promise.all(
        names.map((name) => reportsIn(provider, fixture(provider, name)))
      )
      const kinds = reports.flat().map(({ kind }) => kind)
      expect(status).toBe(kinds.includes("complained") ? "complained" : "bounced")
      expect(events.filter((type) => type === `email.${status}`).length).toBeGreaterThan(0)
    }
  })
})
