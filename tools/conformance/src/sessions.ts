import {
  ApiKeyStore,
  maxSessionsOfKey,
  SessionStore,
  type StoredSession,
  TenantStore
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { addTenant, aTenant, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

/** Tests of the port `SessionStore`. */
export const sessions = suite("SessionStore", (test) => {
  const aKey = (id: string, tenant_id = "tn_a") => ({
    id,
    tenant_id,
    prefix: `tmk_${id}`,
    hash: "$argon2id$",
    name: "Key",
    scopes: ["email:read" as const],
    rate_limit: 600,
    created_at: noon,
    last_used_at: null,
    revoked_at: null
  })

  const aSession = (hash: string, overrides: Partial<StoredSession> = {}): StoredSession => ({
    hash,
    key: { id: "key_1", tenant_id: "tn_a" },
    created_at: noon,
    expires_at: noon + 100,
    ...overrides
  })

  const anOperators = (hash: string, overrides: Partial<StoredSession> = {}) =>
    aSession(hash, { key: null, ...overrides })

  const withKeys = Effect.gen(function* () {
    yield* addTenant("tn_a", { monthly_limit: 5 })
    yield* addTenant("tn_b")
    const keys = yield* ApiKeyStore
    yield* keys.insert(aKey("key_1"))
    yield* keys.insert(aKey("key_2", "tn_b"))
    return yield* SessionStore
  })

  test("finds a session with its key and tenant as they are now, until it ends", () =>
    Effect.gen(function* () {
      const { find, insert } = yield* withKeys
      yield* insert(aSession("a"))
      assert.deepEqual(yield* find("a", noon + 99), {
        expires_at: noon + 100,
        bound: { key: aKey("key_1"), tenant: aTenant("tn_a", { monthly_limit: 5 }) }
      })
      assert.equal(yield* find("a", noon + 100), undefined)
      assert.equal(yield* find("b", noon), undefined)
      yield* (yield* ApiKeyStore).update("tn_a", "key_1", { rate_limit: 5 })
      assert.equal((yield* find("a", noon))?.bound?.key.rate_limit, 5)
    }))

  test("finds a session of the operator without a key", () =>
    Effect.gen(function* () {
      const { find, insert } = yield* withKeys
      yield* insert(anOperators("a"))
      assert.deepEqual(yield* find("a", noon), { expires_at: noon + 100, bound: null })
    }))

  test("no longer finds a session whose key is revoked, whose tenant is removed, or which was removed", () =>
    Effect.gen(function* () {
      const { find, insert, remove } = yield* withKeys
      yield* insert(aSession("a"))
      yield* insert(aSession("b", { key: { id: "key_2", tenant_id: "tn_b" } }))
      yield* insert(anOperators("c"))
      yield* (yield* ApiKeyStore).revoke("tn_a", "key_1", noon)
      assert.equal(yield* find("a", noon), undefined)
      yield* (yield* TenantStore).markRemoved(aTenant("tn_b").name, noon)
      assert.equal(yield* find("b", noon), undefined)
      yield* remove("c")
      yield* remove("c")
      assert.equal(yield* find("c", noon), undefined)
    }))

  test("removes a tenant's sessions with the tenant, and no others", () =>
    Effect.gen(function* () {
      const { find, insert } = yield* withKeys
      yield* insert(aSession("a"))
      yield* insert(aSession("b", { key: { id: "key_2", tenant_id: "tn_b" } }))
      yield* insert(anOperators("c"))
      assert.equal(yield* (yield* TenantStore).clear("tn_a"), 2)
      assert.equal(yield* find("a", noon), undefined)
      assert.notEqual(yield* find("b", noon), undefined)
      assert.notEqual(yield* find("c", noon), undefined)
    }))

  test("exchanges a token for a session once, and not after it has expired", () =>
    Effect.gen(function* () {
      const { find, insertToken, redeem } = yield* withKeys
      yield* insertToken({ hash: "token", created_at: noon, expires_at: noon + 10 })
      yield* insertToken({ hash: "late", created_at: noon, expires_at: noon + 10 })
      assert.equal(yield* find("token", noon), undefined)
      assert.equal(yield* redeem("late", anOperators("x", { created_at: noon + 10 })), false)
      const taken = yield* together(
        times(20, (index) =>
          redeem("token", anOperators(`s${String(index)}`, { created_at: noon + 9 }))
        )
      )
      assert.equal(taken.filter((one) => one).length, 1)
      const found = yield* together(times(20, (index) => find(`s${String(index)}`, noon)))
      assert.deepEqual(
        found.map((one) => one !== undefined),
        taken
      )
      assert.equal(yield* find("x", noon), undefined)
    }))

  test("takes no session for a token, and no token for a session", () =>
    Effect.gen(function* () {
      const { find, insert, insertToken, redeem, remove } = yield* withKeys
      yield* insert(anOperators("session"))
      yield* insertToken({ hash: "token", created_at: noon, expires_at: noon + 10 })
      assert.equal(yield* redeem("session", anOperators("x")), false)
      yield* remove("token")
      assert.equal(yield* redeem("token", anOperators("x")), true)
      assert.notEqual(yield* find("session", noon), undefined)
    }))

  test("ends the oldest session of a key that has too many, and no other's", () =>
    Effect.gen(function* () {
      const { find, insert } = yield* withKeys
      yield* insert(anOperators("operator", { created_at: noon - 2 }))
      yield* insert(
        aSession("other", { key: { id: "key_2", tenant_id: "tn_b" }, created_at: noon - 1 })
      )
      for (let index = 0; index <= maxSessionsOfKey; index++)
        yield* insert(
          aSession(`s${String(index)}`, { created_at: noon + index, expires_at: noon + 1000 })
        )
      assert.equal(yield* find("s0", noon), undefined)
      for (const hash of ["s1", `s${String(maxSessionsOfKey)}`, "other", "operator"])
        assert.notEqual(yield* find(hash, noon), undefined)
    }))

  test("removes sessions and tokens that have ended", () =>
    Effect.gen(function* () {
      const { find, insert, insertToken, redeem, removeExpired } = yield* withKeys
      yield* insert(aSession("a"))
      yield* insert(anOperators("b", { expires_at: noon + 200 }))
      yield* insertToken({ hash: "t", created_at: noon, expires_at: noon + 100 })
      yield* insertToken({ hash: "u", created_at: noon, expires_at: noon + 200 })
      assert.equal(yield* removeExpired(noon + 100), 0)
      assert.equal(yield* removeExpired(noon + 101), 2)
      assert.equal(yield* removeExpired(noon + 101), 0)
      assert.equal(yield* find("a", noon), undefined)
      assert.notEqual(yield* find("b", noon), undefined)
      assert.equal(yield* redeem("u", anOperators("x")), true)
    }))
})
