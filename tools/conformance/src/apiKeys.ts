import { allScopes } from "@telemark/contract"
import { type ApiKey, apiKeyQueries, ApiKeys, mintKey } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { at, layerApiKeys, newKey } from "./accounts.js"
import { addTenant, aTenant, ids, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

const aKey = (id: string, overrides: Partial<ApiKey> = {}): ApiKey => ({
  id,
  tenant_id: "tn_a",
  prefix: `tmk_${id}`,
  hash: "$argon2id$",
  name: "Key",
  scopes: ["email:send", "email:read"],
  rate_limit: 600,
  allowed_recipients: null,
  max_sends_per_day: null,
  created_at: noon,
  last_used_at: null,
  revoked_at: null,
  ...overrides
})

/** A well-formed key that nobody has. */
const nobodysKey = mintKey(new Uint8Array(40)).key

/** Creates, uses, changes and revokes them as callers do. */
export const apiKeys = suite("ApiKeys", (test) => {
  const provided = Effect.provide(layerApiKeys)

  const withTenants = Effect.gen(function* () {
    yield* addTenant("tn_a", { monthly_limit: 5, track_clicks: true, missing: "refuse" })
    yield* addTenant("tn_b")
    const service = yield* ApiKeys
    const outcome = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>) =>
      Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })
    return {
      ...service,
      outcome,
      found: (id: string, tenant = "tn_a") =>
        Effect.map(service.list(tenant), ({ data }) => data.find((key) => key.id === id))
    }
  })

  /** Keys with ids of their own. */
  const inserted = (...keys: ReadonlyArray<ApiKey>) =>
    Effect.flatMap(apiKeyQueries, ({ insert }) => Effect.forEach(keys, insert))

  test("identifies a caller by the key, together with its tenant", () =>
    provided(
      Effect.gen(function* () {
        const { authenticate, outcome } = yield* withTenants
        const ours = yield* newKey("tn_a", { rate_limit: 7 })
        const theirs = yield* newKey("tn_b")
        assert.deepEqual(yield* authenticate(ours.key), {
          tenant: aTenant("tn_a", { monthly_limit: 5, track_clicks: true, missing: "refuse" }),
          key_id: ours.id,
          key_name: "Key",
          scopes: new Set(["email:read"]),
          rate_limit: 7
        })
        assert.equal((yield* authenticate(theirs.key)).tenant.id, "tn_b")
        assert.equal(yield* outcome(authenticate(nobodysKey)), "InvalidApiKey")
      })
    ))

  test("lists a tenant's keys newest first, revoked ones too", () =>
    provided(
      Effect.gen(function* () {
        const { list } = yield* withTenants
        yield* inserted(
          aKey("key_1", { revoked_at: noon }),
          aKey("key_2"),
          aKey("key_3", { created_at: noon - 1 }),
          aKey("key_4", { tenant_id: "tn_b" })
        )
        assert.deepEqual(ids((yield* list("tn_a")).data), ["key_2", "key_1", "key_3"])
        assert.deepEqual(ids((yield* list("tn_b")).data), ["key_4"])
      })
    ))

  test("counts a tenant's keys that aren't revoked", () =>
    Effect.gen(function* () {
      for (const id of ["tn_a", "tn_b"]) yield* addTenant(id)
      yield* inserted(
        aKey("key_1", { revoked_at: noon }),
        aKey("key_2"),
        aKey("key_3"),
        aKey("key_4", { tenant_id: "tn_b" })
      )
      const { countActive } = yield* apiKeyQueries
      assert.deepEqual(yield* Effect.forEach(["tn_a", "tn_b", "tn_c"], countActive), [2, 1, 0])
    }))

  test("revokes by id or by prefix, once", () =>
    provided(
      Effect.gen(function* () {
        const { authenticate, found, outcome, revoke } = yield* withTenants
        const [one, other] = [yield* newKey(), yield* newKey()]
        assert.equal(yield* outcome(authenticate(one.key)), "done")
        yield* at(noon + 1)(revoke("tn_a", one.id))
        assert.equal(yield* outcome(revoke("tn_a", one.prefix)), "NotFound")
        const revokedAt = (yield* found(one.id))?.revoked_at ?? ""
        assert.equal(Date.parse(revokedAt), noon + 1)
        assert.equal(yield* outcome(authenticate(one.key)), "InvalidApiKey")
        assert.equal(yield* outcome(revoke("tn_a", other.prefix)), "done")
      })
    ))

  test("changes a key's name and limit independently, by id or by prefix", () =>
    provided(
      Effect.gen(function* () {
        const { found, update } = yield* withTenants
        const [one, other] = [yield* newKey(), yield* newKey()]
        const owner = { tenant_id: "tn_a", scopes: new Set(allScopes) }
        const before = yield* found(one.id)
        const untouched = yield* found(other.id)
        const renamed = { ...before, name: "Reports" }
        assert.deepEqual(yield* update(owner, one.id, { name: "Reports" }), renamed)
        const limited = { ...renamed, rate_limit: 5 }
        assert.deepEqual(yield* update(owner, one.prefix, { rate_limit: 5 }), limited)
        assert.deepEqual(yield* update(owner, one.id, {}), limited)
        assert.deepEqual(yield* found(one.id), limited)
        assert.deepEqual(yield* found(other.id), untouched)
      })
    ))

  test("changes no key that belongs to another tenant, is revoked or doesn't exist", () =>
    provided(
      Effect.gen(function* () {
        const { found, outcome, revoke, update } = yield* withTenants
        const [one, revoked] = [yield* newKey(), yield* newKey()]
        const before = yield* found(one.id)
        yield* revoke("tn_a", revoked.id)
        for (const [tenant_id, id] of [
          ["tn_b", one.id],
          ["tn_a", revoked.id],
          ["tn_a", `key_${"0".repeat(32)}`]
        ] as const)
          assert.equal(yield* outcome(update({ tenant_id }, id, { name: "Mine" })), "NotFound")
        assert.deepEqual(yield* found(one.id), before)
      })
    ))

  test("doesn't let a tenant revoke another's key", () =>
    provided(
      Effect.gen(function* () {
        const { found, outcome, revoke } = yield* withTenants
        const { id } = yield* newKey()
        assert.equal(yield* outcome(revoke("tn_b", id)), "NotFound")
        assert.equal((yield* found(id))?.revoked_at, null)
      })
    ))

  test("sees what was written before each of many concurrent look-ups", () =>
    provided(
      Effect.gen(function* () {
        const { authenticate, outcome, revoke } = yield* withTenants
        const tenants = times(40, (index) => `tn_${String(index)}`)
        yield* Effect.forEach(tenants, (id) => addTenant(id))
        const seen = yield* together(
          tenants.map((tenant) =>
            Effect.gen(function* () {
              const { id, key } = yield* newKey(tenant)
              const fresh = yield* authenticate(key)
              yield* revoke(tenant, id)
              return [fresh.key_id === id, yield* outcome(authenticate(key))]
            })
          )
        )
        assert.deepEqual(
          seen,
          tenants.map(() => [true, "InvalidApiKey"])
        )
      })
    ))

  test("returns to each of many concurrent look-ups its own key", () =>
    provided(
      Effect.gen(function* () {
        const { authenticate } = yield* withTenants
        const keys = [(yield* newKey("tn_a")).key, (yield* newKey("tn_b")).key, nobodysKey]
        const found = yield* together(
          times(300, (index) => Effect.option(authenticate(keys[index % 3] ?? "")))
        )
        assert.deepEqual(
          found.map((one) => (one._tag === "Some" ? one.value.tenant.id : undefined)),
          times(300, (index) => ["tn_a", "tn_b", undefined][index % 3])
        )
      })
    ))

  test("stores when a key was last used", () =>
    provided(
      Effect.gen(function* () {
        const { authenticate, found } = yield* withTenants
        const [one, other] = [yield* newKey(), yield* newKey()]
        yield* at(noon + 7)(authenticate(one.key))
        assert.equal(Date.parse((yield* found(one.id))?.last_used_at ?? ""), noon + 7)
        assert.equal((yield* found(other.id))?.last_used_at, null)
      })
    ))
})
