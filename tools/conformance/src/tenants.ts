import {
  type Tenant,
  tenantQueries,
  tenantRemoval,
  Tenants,
  ApiKeys,
  emailQueries
} from "@telemark/core"
import { Effect, Layer } from "effect"
import assert from "node:assert/strict"
import { at, layerApiKeys, newKey } from "./accounts.js"
import {
  accept,
  addTenant,
  aTenant,
  claim,
  ids,
  noon,
  queued,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"

const named = (tenants: ReadonlyArray<Pick<Tenant, "name">>) => tenants.map(({ name }) => name)

/** Creates, finds, changes and removes them as an operator does. */
export const tenants = suite("Tenants", (test) => {
  const provided = Effect.provide(Layer.merge(Tenants.layer, layerApiKeys))

  test("finds by name what was created", () =>
    provided(
      Effect.gen(function* () {
        const { create, get, update } = yield* Tenants
        const settings = { default_from: "Acme <a@example.com>", monthly_limit: 1000 }
        const created = yield* at(noon)(create({ name: "acme", ...settings }))
        assert.deepEqual(created, aTenant("tn_acme", { ...settings, id: created.id }))
        assert.deepEqual(yield* get("acme"), created)
        const changed = yield* update("acme", { track_opens: true })
        assert.deepEqual(changed, { ...created, track_opens: true })
        assert.deepEqual(yield* get("acme"), changed)
        assert.equal((yield* Effect.flip(get("other")))._tag, "NotFound")
      })
    ))

  test("refuses a second tenant of one name, also under concurrency, and keeps the first", () =>
    provided(
      Effect.gen(function* () {
        const { create, get, getOrCreate, list } = yield* Tenants
        const outcomes = yield* together(times(5, () => Effect.result(create({ name: "acme" }))))
        const created = outcomes.flatMap((one) => (one._tag === "Success" ? [one.success] : []))
        const refused = outcomes.flatMap((one) =>
          one._tag === "Failure" ? [one.failure._tag] : []
        )
        assert.deepEqual(
          refused,
          times(4, () => "TenantExists")
        )
        assert.deepEqual(yield* list, created)
        assert.deepEqual(yield* get("acme"), created[0])
        const same = yield* together(times(5, () => getOrCreate("zeta")))
        assert.equal(new Set(ids(same)).size, 1)
      })
    ))

  test("lists newest first", () =>
    provided(
      Effect.gen(function* () {
        yield* addTenant("tn_a")
        yield* addTenant("tn_c", { created_at: noon + 1 })
        yield* addTenant("tn_b")
        assert.deepEqual(ids(yield* (yield* Tenants).list), ["tn_c", "tn_b", "tn_a"])
      })
    ))

  test("pages through them newest first, those alone whose name contains a text", () =>
    provided(
      Effect.gen(function* () {
        const service = yield* Tenants
        const names = ["Acme", "acme-dev", "a_me", "zeta", "100"]
        const idOf = (name: string) => `tn_${String(1 + names.indexOf(name)).padStart(32, "0")}`
        for (const [index, name] of names.entries())
          yield* addTenant(idOf(name), { name, created_at: noon + Math.floor(index / 2) })
        const page = (q?: string, after?: string, limit = 10, offset = 0) =>
          Effect.map(
            service.page({
              limit,
              offset,
              q,
              after: after === undefined ? undefined : idOf(after)
            }),
            ({ data }) => named(data)
          )
        assert.deepEqual(yield* page(), ["100", "zeta", "a_me", "acme-dev", "Acme"])
        assert.deepEqual(yield* page(undefined, "zeta", 2), ["a_me", "acme-dev"])
        assert.deepEqual(yield* page(undefined, "Acme"), [])
        assert.deepEqual(yield* page(undefined, undefined, 2, 3), ["acme-dev", "Acme"])
        assert.deepEqual(yield* page("ACME"), ["acme-dev", "Acme"])
        assert.deepEqual(yield* page("acme", "acme-dev"), ["Acme"])
        assert.deepEqual([yield* page("_"), yield* page("%"), yield* page("!")], [["a_me"], [], []])
        assert.equal((yield* Effect.flip(page(undefined, "nobody")))._tag, "ValidationFailed")
        const whole = yield* service.page({ limit: 5 })
        assert.equal(whole.next, idOf("Acme"))
        assert.equal((yield* service.page({ limit: 6 })).next, null)
        yield* (yield* tenantQueries).markRemoved("zeta", noon + 9)
        assert.deepEqual(yield* page(undefined, "zeta"), ["a_me", "acme-dev", "Acme"])
        assert.deepEqual(yield* page(), ["100", "a_me", "acme-dev", "Acme"])
      })
    ))

  test("changes the given members, and nothing else", () =>
    provided(
      Effect.gen(function* () {
        const { get, list, update } = yield* Tenants
        yield* addTenant("tn_acme", { default_from: "a@example.com", monthly_limit: 1000 })
        yield* addTenant("tn_zeta")
        assert.equal((yield* update("acme", { monthly_limit: 5 })).monthly_limit, 5)
        const changed = aTenant("tn_acme", { default_from: null, monthly_limit: 5 })
        assert.deepEqual(yield* update("acme", { default_from: null }), changed)
        assert.deepEqual(yield* get("acme"), changed)
        const tracked = yield* update("acme", { track_clicks: true, track_opens: undefined })
        assert.equal(tracked.track_clicks, true)
        assert.deepEqual(yield* list, [aTenant("tn_zeta"), { ...changed, track_clicks: true }])
        assert.equal((yield* update("acme", { missing: "refuse" })).missing, "refuse")
        assert.deepEqual(yield* get("zeta"), aTenant("tn_zeta"))
        const unknown = yield* Effect.flip(update("nobody", { monthly_limit: 5 }))
        assert.equal(unknown._tag, "NotFound")
      })
    ))

  test("neither finds nor lists a removed tenant, refuses its keys, and frees its name", () =>
    provided(
      Effect.gen(function* () {
        const { create, get, list, remove, update } = yield* Tenants
        const { markRemoved } = yield* tenantQueries
        const { authenticate } = yield* ApiKeys
        const failed = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>) =>
          Effect.map(Effect.flip(effect), ({ _tag }) => _tag)
        yield* addTenant("tn_acme")
        const { key } = yield* newKey("tn_acme")
        assert.equal((yield* authenticate(key)).tenant.id, "tn_acme")
        assert.equal(yield* markRemoved("acme", noon), "tn_acme")
        assert.equal(yield* markRemoved("acme", noon), undefined)
        assert.equal(yield* failed(get("acme")), "NotFound")
        assert.equal(yield* failed(update("acme", { monthly_limit: 5 })), "NotFound")
        assert.equal(yield* failed(remove("acme")), "NotFound")
        assert.deepEqual(yield* list, [])
        assert.equal(yield* failed(authenticate(key)), "InvalidApiKey")
        yield* create({ name: "acme" })
        yield* remove("acme")
        assert.equal(yield* failed(get("acme")), "NotFound")
      })
    ))

  test("deletes all data of a tenant that is removed, gives none of its mail to a worker, and doesn't affect others", () =>
    provided(
      Effect.gen(function* () {
        const emails = yield* emailQueries
        yield* addTenant("tn_a", { name: "acme" })
        yield* addTenant("tn_b")
        const theirs = yield* queued({
          to: times(3, (index) => `u${String(index)}@example.com`),
          tags: { order: "1" }
        })
        const others = yield* queued({ tenant_id: "tn_b" })
        yield* (yield* Tenants).remove("acme")
        assert.equal(yield* (yield* tenantRemoval).clear("tn_a"), 0)
        assert.deepEqual(ids(yield* claim("w", 10, noon + 1)), others)
        for (const id of theirs) assert.equal(yield* emails.find("tn_a", id), undefined)
      })
    ))

  test("deletes a tenant that was removed before an instant once none of its data is left", () =>
    Effect.gen(function* () {
      const { markRemoved } = yield* tenantQueries
      const { finish } = yield* tenantRemoval
      yield* addTenant("tn_a", { name: "acme" })
      yield* markRemoved("acme", noon)
      // A request that began before.
      yield* accept()
      yield* finish(noon + 1)
      assert.deepEqual(yield* claim("w", 10, noon + 1), [])
      yield* accept()
      yield* finish(noon)
      yield* finish(noon + 1)
      yield* accept()
      // It is forgotten: nobody looks for more.
      yield* finish(noon + 1)
      assert.equal((yield* claim("w", 10, noon + 1)).length, 1)
    }))

  test("stops the links of a removed tenant, and of no other, for ever", () =>
    Effect.gen(function* () {
      const { hasStoppedLinks, markRemoved } = yield* tenantQueries
      // Of the SHA-256 of `tn_a` and `tn_b`.
      const marks = ["bd1fdd041ab2", "acebdf7090f5"]
      const stopped = Effect.forEach(marks, hasStoppedLinks)
      yield* addTenant("tn_a", { name: "acme" })
      yield* addTenant("tn_b")
      assert.deepEqual(yield* stopped, [false, false])
      yield* markRemoved("acme", noon)
      assert.deepEqual(yield* stopped, [true, false])
      yield* (yield* tenantRemoval).finish(noon + 1)
      yield* addTenant("tn_c", { name: "acme" })
      assert.deepEqual(yield* stopped, [true, false])
    }))
})
