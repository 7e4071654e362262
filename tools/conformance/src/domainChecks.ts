import { Effect } from "effect"
import assert from "node:assert/strict"
import { added, keyOf, storedDomains } from "./domainFixtures.js"
import { minute, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

export const domainChecks = suite("makeTakeDueDomains", (test) => {
  test("takes due domains, oldest first and no more than requested, and postpones their next check", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      yield* added("late.example", { next_check_at: noon + 2 })
      yield* added("early.example", { next_check_at: noon })
      yield* added("middle.example", { next_check_at: noon + 1, tenant_id: "tn_b" })
      yield* added("young.example", { next_check_at: noon + 3 })
      const until = noon + minute
      assert.deepEqual(yield* store.takeDue(noon - 1, until, 10), [])
      assert.deepEqual(yield* store.takeDue(noon + 2, until, 2), [
        keyOf("early.example"),
        keyOf("middle.example", "tn_b")
      ])
      assert.deepEqual(yield* store.takeDue(noon + 2, until, 2), [keyOf("late.example")])
      assert.deepEqual(yield* store.takeDue(noon + 2, until, 2), [])
      assert.equal((yield* store.find(keyOf("early.example")))?.next_check_at, until)
      assert.deepEqual(
        (yield* store.takeDue(until, until + minute, 10)).map(({ domain }) => domain),
        ["young.example", "early.example", "late.example", "middle.example"]
      )
    }))

  test("lets tenants take turns: at most four of one while others' are due too, oldest first", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      const take = (limit: number) => store.takeDue(noon + minute, noon + 2 * minute, limit)
      for (const index of times(12, (nth) => nth))
        yield* added(`a${String(index).padStart(2, "0")}.example`, { next_check_at: noon + index })
      for (const index of times(6, (nth) => nth))
        yield* added(`b${String(index)}.example`, {
          tenant_id: "tn_b",
          next_check_at: noon + 2 + index
        })
      yield* added("c.example", { tenant_id: "tn_c", next_check_at: noon + 30 })
      yield* added("young.example", { tenant_id: "tn_d", next_check_at: noon + minute + 1 })
      assert.deepEqual(
        (yield* take(20)).map(({ domain }) => domain),
        [
          "a00.example",
          "a01.example",
          "a02.example",
          "b0.example",
          "a03.example",
          "b1.example",
          "b2.example",
          "b3.example",
          "c.example"
        ]
      )
      assert.deepEqual(
        (yield* take(3)).map(({ domain }) => domain),
        ["a04.example", "a05.example", "a06.example"]
      )
      assert.deepEqual(
        (yield* take(20)).map(({ domain }) => domain),
        ["b4.example", "a07.example", "b5.example", "a08.example", "a09.example", "a10.example"]
      )
      assert.deepEqual(yield* take(20), [keyOf("a11.example")])
    }))

  test("takes as many as requested if all are of one tenant", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      for (const index of times(12, (nth) => nth)) yield* added(`d${String(index)}.example`)
      assert.equal((yield* store.takeDue(noon, noon + minute, 10)).length, 10)
    }))

  test("gives each domain to one of many concurrent callers", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      for (const index of times(60, (nth) => nth))
        yield* added(`d${String(index)}.example`, { next_check_at: noon + index })
      const taken = (yield* together(
        times(20, () => store.takeDue(noon + minute, noon + 2 * minute, 5))
      )).flat()
      const rest = yield* store.takeDue(noon + minute, noon + 2 * minute, 100)
      const names = [...taken, ...rest].map(({ domain }) => domain)
      assert.equal(names.length, 60)
      assert.equal(new Set(names).size, 60)
    }))
})
