import { type BackOff, backOffQueries, type ConnectionLimit } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { hour, minute, noon } from "./fixtures.js"
import { suite } from "./suite.js"

/** Tests of the table of back-offs, and of that of connections. */
export const backOffs = suite("Stored back-offs", (test) => {
  const ofSender: BackOff = {
    route: "platform",
    tenant_id: "tn_a",
    sender_domain: "a.example",
    cause: "asked_for_less",
    stage: "rcpt",
    smtp_response: "421 4.7.0 Zu schnell für ☃",
    error_message: "The mail server refused the message for now at the recipient.",
    since: noon,
    until: noon + minute
  }
  const ofTenant: BackOff = {
    ...ofSender,
    sender_domain: "",
    since: noon + 1,
    until: noon + 2 * minute
  }
  const ofRoute: BackOff = {
    ...ofTenant,
    tenant_id: "",
    cause: "refused",
    stage: "tls",
    smtp_response: null,
    until: noon + 5 * minute
  }

  test("lists stored back-offs, the latest end first, and replaces one by its key", () =>
    Effect.gen(function* () {
      const store = yield* backOffQueries
      assert.deepEqual(yield* store.list, [])
      for (const backOff of [ofSender, ofRoute, ofTenant]) yield* store.save(backOff)
      assert.deepEqual(yield* store.list, [ofRoute, ofTenant, ofSender])
      const longer: BackOff = {
        ...ofSender,
        cause: "daily_limit",
        stage: "mail",
        smtp_response: null,
        since: noon + minute,
        until: noon + hour
      }
      yield* store.save(longer)
      assert.deepEqual(yield* store.list, [longer, ofRoute, ofTenant])
    }))

  test("finds the back-offs that delay a sender: its own, its tenant's and the route's, and no others", () =>
    Effect.gen(function* () {
      const store = yield* backOffQueries
      const others = [
        { ...ofSender, tenant_id: "tn_b" },
        { ...ofSender, sender_domain: "b.example" },
        { ...ofTenant, tenant_id: "tn_b" }
      ]
      for (const backOff of [ofSender, ofTenant, ofRoute, ...others]) yield* store.save(backOff)
      const find = (now: number) =>
        store.ofSender({ tenant_id: "tn_a", sender_domain: "a.example" }, now)
      assert.deepEqual(yield* find(noon), [ofRoute, ofTenant, ofSender])
      assert.deepEqual(yield* find(noon + minute), [ofRoute, ofTenant])
      assert.deepEqual(yield* find(noon + 5 * minute), [])
      assert.deepEqual(
        yield* store.ofSender({ tenant_id: "tn_c", sender_domain: "c.example" }, noon),
        [ofRoute]
      )
    }))

  test("removes named back-offs, and deletes those left over one day after they end", () =>
    Effect.gen(function* () {
      const store = yield* backOffQueries
      for (const backOff of [ofSender, ofTenant, ofRoute]) yield* store.save(backOff)
      yield* store.remove([ofSender, { ...ofSender, sender_domain: "never.example" }])
      assert.deepEqual(yield* store.list, [ofRoute, ofTenant])
      const later = {
        ...ofSender,
        since: ofTenant.until + 24 * hour,
        until: ofTenant.until + 25 * hour
      }
      yield* store.save(later)
      assert.deepEqual(yield* store.list, [later, ofRoute])
    }))

  test("keeps one number of connections for each route, for a day", () =>
    Effect.gen(function* () {
      const store = yield* backOffQueries
      const platform: ConnectionLimit = {
        route: "platform",
        tenant_id: "",
        connections: 8,
        smtp_response: "421 4.7.0 Zu viele ☃",
        refused_at: noon
      }
      const own: ConnectionLimit = {
        ...platform,
        route: "smtp_a",
        tenant_id: "tn_a",
        smtp_response: null,
        refused_at: noon + hour
      }
      for (const limit of [own, platform]) yield* store.saveLimit(limit)
      assert.deepEqual(yield* store.limits(noon), [platform, own])
      const fewer: ConnectionLimit = { ...platform, connections: 7, refused_at: noon + minute }
      yield* store.saveLimit(fewer)
      assert.deepEqual(yield* store.limits(noon), [fewer, own])
      assert.deepEqual(yield* store.limits(noon + minute + 24 * hour), [own])
      yield* store.removeLimit("platform")
      assert.deepEqual(yield* store.limits(noon), [own])
      yield* store.saveLimit({ ...platform, refused_at: noon + 25 * hour })
      assert.deepEqual(
        (yield* store.limits(noon)).map(({ route }) => route),
        ["platform"]
      )
    }))
})
