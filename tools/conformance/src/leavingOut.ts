import { Effect } from "effect"
import assert from "node:assert/strict"
import { claim, ids, minute, noon, queued, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

export const leavingOut = suite("MailQueue.claim with excluded tenants", (test) => {
  const send = (tenant_id: string, recipients: number, created_at = noon) =>
    together(
      times(Math.ceil(recipients / 50), (batch) =>
        queued({
          tenant_id,
          created_at,
          to: times(
            Math.min(50, recipients - 50 * batch),
            (nth) => `u${String(nth)}@${tenant_id.slice(3)}.example.com`
          )
        })
      )
    )

  const claimOthers = (limit: number, except: ReadonlyArray<string>, now = noon) =>
    claim("w", limit, now, now + minute, { except })
  const tenantsOf = (messages: ReadonlyArray<{ readonly tenant_id: string }>) =>
    [...new Set(messages.map(({ tenant_id }) => tenant_id))].sort()

  test("claims other tenants' mail, though a thousand messages of excluded tenants wait before it", () =>
    Effect.gen(function* () {
      yield* send("tn_a", 1000, noon - minute)
      const [single = ""] = yield* queued({ tenant_id: "tn_b" })
      assert.deepEqual(ids(yield* claimOthers(20, ["tn_a"])), [single])
      assert.deepEqual(yield* claimOthers(20, ["tn_a"]), [])
      assert.equal((yield* claim("w", 20, noon)).length, 20)
    }))

  test("claims nothing if only excluded tenants have mail, and that mail stays due", () =>
    Effect.gen(function* () {
      yield* send("tn_a", 3)
      yield* send("tn_c", 3)
      yield* send("tn_b", 3, noon + 1)
      assert.deepEqual(yield* claimOthers(20, ["tn_c", "tn_a", "tn_unknown"]), [])
      const claimed = yield* claim("w", 20, noon)
      assert.equal(claimed.length, 6)
      assert.ok(claimed.every(({ attempts }) => attempts === 1))
    }))

  test("claims all that is due if it fits, however unevenly it is distributed", () =>
    Effect.gen(function* () {
      yield* send("tn_left", 5)
      yield* send("tn_large", 80)
      for (const index of times(12, (nth) => nth)) yield* send(`tn_${String(index)}`, 1)
      assert.equal((yield* claimOthers(92, ["tn_left"])).length, 92)
      assert.deepEqual(tenantsOf(yield* claim("w", 100, noon)), ["tn_left"])
    }))

  test("fills a claim as long as anything is due, however unevenly it is distributed", () =>
    Effect.gen(function* () {
      yield* send("tn_large", 200)
      for (const index of times(30, (nth) => nth)) yield* send(`tn_${String(index)}`, 1)
      const claimed = yield* claim("w", 60, noon)
      assert.equal(claimed.length, 60)
      assert.equal(tenantsOf(claimed).length, 31)
      assert.equal((yield* claimOthers(60, ["tn_0"])).length, 60)
    }))

  test("fills a claim with the mail of more tenants than one query reads", () =>
    Effect.gen(function* () {
      const tenants = times(230, (index) => `tn_${String(index).padStart(3, "0")}`)
      yield* together(tenants.map((tenant_id) => queued({ tenant_id })))
      const first = yield* claim("w", 210, noon)
      assert.equal(tenantsOf(first).length, 210)
      const left = tenants.filter((tenant) => !tenantsOf(first).includes(tenant))
      assert.deepEqual(tenantsOf(yield* claimOthers(210, left.slice(0, 5))), left.slice(5))
    }))

  test("shares evenly among the other tenants, and lets them take turns", () =>
    Effect.gen(function* () {
      const tenants = times(7, (index) => `tn_${String(index)}`)
      for (const tenant of tenants) yield* send(tenant, 20)
      const even = yield* claimOthers(20, ["tn_2", "tn_5"])
      const shares = tenants.map(
        (tenant) => even.filter(({ tenant_id }) => tenant_id === tenant).length
      )
      assert.deepEqual(shares, [4, 4, 0, 4, 4, 0, 4])
      const turns = [
        ...(yield* claimOthers(2, ["tn_2"])),
        ...(yield* claimOthers(2, ["tn_2"])),
        ...(yield* claimOthers(2, ["tn_2"]))
      ]
      assert.deepEqual(
        turns.map(({ tenant_id }) => tenant_id).sort(),
        tenants.filter((tenant) => tenant !== "tn_2")
      )
    }))

  test("never gives a message to two owners that exclude different tenants", () =>
    Effect.gen(function* () {
      for (const tenant of ["tn_a", "tn_b", "tn_c"]) yield* send(tenant, 50)
      const excepts = [["tn_a"], ["tn_b"], [], ["tn_a", "tn_b"], ["tn_c"]]
      const claimed = yield* together(
        times(10, (index) => {
          const except = excepts[index % 5] ?? []
          return Effect.tap(
            claim(`w${String(index)}`, 15, noon, noon + minute, { except }),
            (messages) =>
              Effect.sync(() => {
                assert.ok(messages.every(({ tenant_id }) => !except.includes(tenant_id)))
              })
          )
        })
      )
      const all = claimed.flatMap(ids)
      assert.equal(new Set(all).size, all.length)
      assert.equal(all.length + (yield* claim("late", 1000, noon)).length, 150)
    }))
})
