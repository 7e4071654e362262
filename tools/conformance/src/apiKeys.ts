import { type ApiKey, ApiKeyStore } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { addTenant, aTenant, ids, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

/** Tests of the port `ApiKeyStore`. */
export const apiKeys = suite("ApiKeyStore", (test) => {
  const aKey = (id: string, overrides: Partial<ApiKey> = {}): ApiKey => ({
    id,
    tenant_id: "tn_a",
    prefix: `tmk_${id}`,
    hash: "$argon2id$",
    name: "Key",
    scopes: ["email:send", "email:read"],
    rate_limit: 600,
    created_at: noon,
    last_used_at: null,
    revoked_at: null,
    ...overrides
  })

  const withKeys = (...keys: ReadonlyArray<ApiKey>) =>
    Effect.gen(function* () {
      yield* addTenant("tn_a", { monthly_limit: 5, track_clicks: true, missing: "refuse" })
      yield* addTenant("tn_b")
      const store = yield* ApiKeyStore
      for (const key of keys) yield* store.insert(key)
      return store
    })

  test("finds a key by its prefix, together with its tenant", () =>
    Effect.gen(function* () {
      const store = yield* withKeys(aKey("key_1"), aKey("key_2", { tenant_id: "tn_b" }))
      const tenant = aTenant("tn_a", { monthly_limit: 5, track_clicks: true, missing: "refuse" })
      assert.deepEqual(yield* store.findByPrefix("tmk_key_1"), { key: aKey("key_1"), tenant })
      assert.equal(yield* store.findByPrefix("tmk_key_3"), undefined)
    }))

  test("lists a tenant's keys newest first, revoked ones too", () =>
    Effect.gen(function* () {
      const store = yield* withKeys(
        aKey("key_1"),
        aKey("key_2"),
        aKey("key_3", { created_at: noon - 1 }),
        aKey("key_4", { tenant_id: "tn_b" })
      )
      yield* store.revoke("tn_a", "key_1", noon)
      assert.deepEqual(ids(yield* store.list("tn_a")), ["key_2", "key_1", "key_3"])
      assert.deepEqual(ids(yield* store.list("tn_b")), ["key_4"])
    }))

  test("counts a tenant's keys that aren't revoked", () =>
    Effect.gen(function* () {
      const store = yield* withKeys(
        aKey("key_1"),
        aKey("key_2"),
        aKey("key_3"),
        aKey("key_4", { tenant_id: "tn_b" })
      )
      yield* store.revoke("tn_a", "key_1", noon)
      assert.deepEqual(
        [
          yield* store.countActive("tn_a"),
          yield* store.countActive("tn_b"),
          yield* store.countActive("tn_c")
        ],
        [2, 1, 0]
      )
    }))

  test("revokes by id or by prefix, once", () =>
    Effect.gen(function* () {
      const store = yield* withKeys(aKey("key_1"), aKey("key_2"))
      assert.equal(yield* store.revoke("tn_a", "key_1", noon + 1), true)
      assert.equal(yield* store.revoke("tn_a", "tmk_key_1", noon + 2), false)
      assert.equal((yield* store.findByPrefix("tmk_key_1"))?.key.revoked_at, noon + 1)
      assert.equal(yield* store.revoke("tn_a", "tmk_key_2", noon + 3), true)
    }))

  test("changes a key's name and limit independently, by id or by prefix", () =>
    Effect.gen(function* () {
      const store = yield* withKeys(aKey("key_1"), aKey("key_2"))
      assert.deepEqual(
        yield* store.update("tn_a", "key_1", { name: "Reports" }),
        aKey("key_1", { name: "Reports" })
      )
      assert.deepEqual(
        yield* store.update("tn_a", "tmk_key_1", { rate_limit: 5 }),
        aKey("key_1", { name: "Reports", rate_limit: 5 })
      )
      assert.deepEqual(
        yield* store.update("tn_a", "key_1", {}),
        aKey("key_1", { name: "Reports", rate_limit: 5 })
      )
      assert.deepEqual((yield* store.findByPrefix("tmk_key_2"))?.key, aKey("key_2"))
    }))

  test("changes no key that belongs to another tenant, is revoked or doesn't exist", () =>
    Effect.gen(function* () {
      const store = yield* withKeys(aKey("key_1"), aKey("key_2"))
      yield* store.revoke("tn_a", "key_2", noon)
      for (const [tenantId, id] of [
        ["tn_b", "key_1"],
        ["tn_a", "key_2"],
        ["tn_a", "key_3"]
      ] as const) {
        assert.equal(yield* store.update(tenantId, id, { name: "Mine" }), undefined)
      }
      assert.deepEqual((yield* store.findByPrefix("tmk_key_1"))?.key, aKey("key_1"))
    }))

  test("doesn't let a tenant revoke another's key", () =>
    Effect.gen(function* () {
      const store = yield* withKeys(aKey("key_1"))
      assert.equal(yield* store.revoke("tn_b", "key_1", noon), false)
      assert.equal((yield* store.findByPrefix("tmk_key_1"))?.key.revoked_at, null)
    }))

  test("sees what was written before each of many concurrent look-ups", () =>
    Effect.gen(function* () {
      const store = yield* withKeys()
      const seen = yield* together(
        times(60, (index) =>
          Effect.gen(function* () {
            const key = aKey(`key_${String(index)}`)
            yield* store.insert(key)
            const fresh = yield* store.findByPrefix(key.prefix)
            yield* store.revoke("tn_a", key.id, noon)
            const revoked = yield* store.findByPrefix(key.prefix)
            return [fresh?.key.id, fresh?.key.revoked_at, revoked?.key.revoked_at]
          })
        )
      )
      assert.deepEqual(
        seen,
        times(60, (index) => [`key_${String(index)}`, null, noon])
      )
    }))

  test("returns to each of many concurrent look-ups its own key", () =>
    Effect.gen(function* () {
      const store = yield* withKeys(aKey("key_1"), aKey("key_2", { tenant_id: "tn_b" }))
      const asked = times(300, (index) => `tmk_key_${String((index % 3) + 1)}`)
      const found = yield* together(asked.map(store.findByPrefix))
      assert.deepEqual(
        found.map((one) => one?.tenant.id),
        times(300, (index) => ["tn_a", "tn_b", undefined][index % 3])
      )
    }))

  test("stores when a key was last used", () =>
    Effect.gen(function* () {
      const store = yield* withKeys(aKey("key_1"), aKey("key_2"))
      yield* store.touch("key_1", noon + 7)
      assert.equal((yield* store.findByPrefix("tmk_key_1"))?.key.last_used_at, noon + 7)
      assert.equal((yield* store.findByPrefix("tmk_key_2"))?.key.last_used_at, null)
    }))
})
