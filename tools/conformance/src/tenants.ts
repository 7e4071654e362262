import { ApiKeyStore, EmailStore, TenantStore } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
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

/** Tests of the port `TenantStore`. */
export const tenants = suite("TenantStore", (test) => {
  test("finds by name what was stored", () =>
    Effect.gen(function* () {
      const store = yield* TenantStore
      const tenant = aTenant("tn_acme", {
        default_from: "Acme <a@example.com>",
        monthly_limit: 1000,
        track_opens: true
      })
      assert.equal(yield* store.insert(tenant), true)
      assert.deepEqual(yield* store.findByName("acme"), tenant)
      assert.equal(yield* store.findByName("other"), undefined)
    }))

  test("refuses a second tenant of one name, also under concurrency, and keeps the first", () =>
    Effect.gen(function* () {
      const store = yield* TenantStore
      const inserted = yield* together(
        times(5, (index) => store.insert(aTenant(`tn_${String(index)}`, { name: "acme" })))
      )
      assert.equal(inserted.filter(Boolean).length, 1)
      assert.equal((yield* store.list).length, 1)
      assert.equal((yield* store.findByName("acme"))?.id, `tn_${String(inserted.indexOf(true))}`)
    }))

  test("lists newest first", () =>
    Effect.gen(function* () {
      yield* addTenant("tn_a")
      yield* addTenant("tn_c", { created_at: noon + 1 })
      yield* addTenant("tn_b")
      assert.deepEqual(ids(yield* Effect.flatMap(TenantStore, (store) => store.list)), [
        "tn_c",
        "tn_b",
        "tn_a"
      ])
    }))

  test("pages through them newest first, those alone whose name contains a text", () =>
    Effect.gen(function* () {
      const store = yield* TenantStore
      for (const [index, name] of ["Acme", "acme-dev", "a_me", "zeta", "100"].entries())
        yield* addTenant(`tn_${String(index)}`, { name, created_at: noon + Math.floor(index / 2) })
      const page = (query?: string, after?: string, limit = 10, offset = 0) =>
        Effect.map(store.page({ limit, offset, after }, query), (found) => found && ids(found))
      assert.deepEqual(yield* page(), ["tn_4", "tn_3", "tn_2", "tn_1", "tn_0"])
      assert.deepEqual(yield* page(undefined, "tn_3", 2), ["tn_2", "tn_1"])
      assert.deepEqual(yield* page(undefined, "tn_0"), [])
      assert.deepEqual(yield* page(undefined, undefined, 2, 3), ["tn_1", "tn_0"])
      assert.deepEqual(yield* page("ACME"), ["tn_1", "tn_0"])
      assert.deepEqual(yield* page("acme", "tn_1"), ["tn_0"])
      assert.deepEqual([yield* page("_"), yield* page("%"), yield* page("!")], [["tn_2"], [], []])
      assert.equal(yield* page(undefined, "tn_9"), undefined)
      yield* store.markRemoved("zeta", noon + 9)
      assert.deepEqual(yield* page(undefined, "tn_3"), ["tn_2", "tn_1", "tn_0"])
      assert.deepEqual(yield* page(), ["tn_4", "tn_2", "tn_1", "tn_0"])
    }))

  test("changes the given members, and nothing else", () =>
    Effect.gen(function* () {
      const store = yield* TenantStore
      yield* addTenant("tn_acme", { default_from: "a@example.com", monthly_limit: 1000 })
      yield* addTenant("tn_zeta")
      assert.equal((yield* store.update("acme", { monthly_limit: 5 }))?.monthly_limit, 5)
      assert.deepEqual(
        yield* store.update("acme", { default_from: null }),
        aTenant("tn_acme", { default_from: null, monthly_limit: 5 })
      )
      assert.deepEqual(
        yield* store.findByName("acme"),
        aTenant("tn_acme", { default_from: null, monthly_limit: 5 })
      )
      assert.equal(
        (yield* store.update("acme", { track_clicks: true, track_opens: undefined }))?.track_clicks,
        true
      )
      assert.deepEqual(yield* store.list, [
        aTenant("tn_zeta"),
        aTenant("tn_acme", { default_from: null, monthly_limit: 5, track_clicks: true })
      ])
      assert.equal((yield* store.update("acme", { missing: "refuse" }))?.missing, "refuse")
      assert.deepEqual(yield* store.findByName("zeta"), aTenant("tn_zeta"))
      assert.equal(yield* store.update("nobody", { monthly_limit: 5 }), undefined)
    }))

  test("neither finds nor lists a removed tenant, refuses its keys, and frees its name", () =>
    Effect.gen(function* () {
      const store = yield* TenantStore
      const keys = yield* ApiKeyStore
      yield* addTenant("tn_acme")
      yield* keys.insert({
        id: "key_1",
        tenant_id: "tn_acme",
        prefix: "tmk_1",
        hash: "hash",
        name: "",
        scopes: [],
        rate_limit: 1,
        created_at: noon,
        last_used_at: null,
        revoked_at: null
      })
      assert.equal(yield* store.markRemoved("acme", noon), "tn_acme")
      assert.equal(yield* store.markRemoved("acme", noon), undefined)
      assert.equal(yield* store.findByName("acme"), undefined)
      assert.equal(yield* store.update("acme", { monthly_limit: 5 }), undefined)
      assert.deepEqual(yield* store.list, [])
      assert.equal(yield* keys.findByPrefix("tmk_1"), undefined)
      assert.equal(yield* store.insert(aTenant("tn_other", { name: "acme" })), true)
      assert.equal(yield* store.markRemoved("acme", noon), "tn_other")
    }))

  test("deletes all data of a tenant that is cleared, gives none of its mail to a worker, and doesn't affect others", () =>
    Effect.gen(function* () {
      const store = yield* TenantStore
      const emails = yield* EmailStore
      yield* addTenant("tn_a", { name: "acme" })
      yield* addTenant("tn_b")
      const theirs = yield* queued({
        to: times(3, (index) => `u${String(index)}@example.com`),
        tags: { order: "1" }
      })
      const others = yield* queued({ tenant_id: "tn_b" })
      yield* store.markRemoved("acme", noon)
      assert.ok((yield* store.clear("tn_a")) > 0)
      assert.equal(yield* store.clear("tn_a"), 0)
      assert.deepEqual(ids(yield* claim("w", 10, noon + 1)), others)
      for (const id of theirs) assert.equal(yield* emails.find("tn_a", id), undefined)
    }))

  test("deletes a tenant that was removed before an instant once none of its data is left", () =>
    Effect.gen(function* () {
      const store = yield* TenantStore
      yield* addTenant("tn_a", { name: "acme" })
      yield* store.markRemoved("acme", noon)
      // A request that began before.
      yield* accept()
      yield* store.finishRemovals(noon + 1)
      assert.deepEqual(yield* claim("w", 10, noon + 1), [])
      yield* accept()
      yield* store.finishRemovals(noon)
      yield* store.finishRemovals(noon + 1)
      yield* accept()
      // It is forgotten: nobody looks for more.
      yield* store.finishRemovals(noon + 1)
      assert.equal((yield* claim("w", 10, noon + 1)).length, 1)
    }))

  test("stops the links of a removed tenant, and of no other, for ever", () =>
    Effect.gen(function* () {
      const { finishRemovals, hasStoppedLinks, markRemoved } = yield* TenantStore
      // Of the SHA-256 of `tn_a` and `tn_b`.
      const marks = ["bd1fdd041ab2", "acebdf7090f5"]
      const stopped = Effect.forEach(marks, hasStoppedLinks)
      yield* addTenant("tn_a", { name: "acme" })
      yield* addTenant("tn_b")
      assert.deepEqual(yield* stopped, [false, false])
      yield* markRemoved("acme", noon)
      assert.deepEqual(yield* stopped, [true, false])
      yield* finishRemovals(noon + 1)
      yield* addTenant("tn_c", { name: "acme" })
      assert.deepEqual(yield* stopped, [true, false])
    }))
})
