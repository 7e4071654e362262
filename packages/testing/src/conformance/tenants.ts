import { TenantStore } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { addTenant, aTenant, ids, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

/** The port `TenantStore`. */
export const tenants = suite("TenantStore", (test) => {
  test("finds by name what was kept", () =>
    Effect.gen(function*() {
      const store = yield* TenantStore
      const tenant = aTenant("tn_acme", { default_from: "Acme <a@example.com>", monthly_limit: 1000 })
      assert.equal(yield* store.insert(tenant), true)
      assert.deepEqual(yield* store.findByName("acme"), tenant)
      assert.equal(yield* store.findByName("other"), undefined)
    }))

  test("refuses a second tenant of one name, also when both come at once, and keeps the first", () =>
    Effect.gen(function*() {
      const store = yield* TenantStore
      const inserted = yield* together(times(5, (index) => store.insert(aTenant(`tn_${String(index)}`, { name: "acme" }))))
      assert.equal(inserted.filter(Boolean).length, 1)
      assert.equal((yield* store.list).length, 1)
      assert.equal((yield* store.findByName("acme"))?.id, `tn_${String(inserted.indexOf(true))}`)
    }))

  test("lists newest first", () =>
    Effect.gen(function*() {
      yield* addTenant("tn_a")
      yield* addTenant("tn_c", { created_at: noon + 1 })
      yield* addTenant("tn_b")
      assert.deepEqual(ids(yield* Effect.flatMap(TenantStore, (store) => store.list)), ["tn_c", "tn_b", "tn_a"])
    }))
})
