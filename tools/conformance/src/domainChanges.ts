import { type DomainRecord } from "@telemark/core"
import { Effect, Exit } from "effect"
import assert from "node:assert/strict"
import {
  added,
  aDomain,
  aKey,
  aVerification,
  keyOf,
  verified,
  storedDomains
} from "./domainFixtures.js"
import { noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

const example = keyOf("example.com")

/** Tests that each change is atomic: no other change comes between its read and its write. */
export const domainChanges = suite("domainChanges", (test) => {
  const own = (record: DomainRecord): DomainRecord => ({ ...record, ...verified })

  test("stores the changed domain, and keeps the remaining keys in their order", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      const before = yield* added("example.com", { keys: [aKey("tm1"), aKey("tm2"), aKey("tm3")] })
      const other = yield* added("other.example")
      const after: DomainRecord = {
        ...before,
        ...verified,
        spf_failing_since: noon + 1,
        verification: aVerification,
        next_check_at: noon + 2,
        keys: [
          aKey("tm4"),
          aKey("tm3", { state: "retired", ends_at: noon + 3, private_key: "sealed anew" }),
          aKey("tm1", { algorithm: "ed25519" })
        ]
      }
      const seen: Array<DomainRecord> = []
      const change = (current: DomainRecord) => {
        seen.push(current)
        return after
      }
      assert.deepEqual(yield* store.change(example, change), { _tag: "Changed", domain: after })
      assert.deepEqual(seen[0], before)
      assert.deepEqual(yield* store.find(example), after)
      const unset = {
        ...after,
        spf_failing_since: null,
        verification: null,
        verified_at: null,
        owned: false
      }
      yield* store.change(example, () => unset)
      assert.deepEqual(yield* store.find(example), unset)
      assert.deepEqual(yield* store.find(keyOf("other.example")), other)
    }))

  test("keeps unchanged the keys that a change passes through", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      const before = yield* added("example.com", { keys: [aKey("tm2"), aKey("tm1")] })
      yield* store.change(example, (current) => ({ ...current, next_check_at: noon + 1 }))
      assert.deepEqual(yield* store.find(example), { ...before, next_check_at: noon + 1 })
    }))

  test("applies 20 concurrent changes, each to the result of the one before it", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      yield* added("example.com", { keys: [aKey("first")] })
      const changed = yield* together(
        times(20, (index) =>
          store.change(example, (current) => ({
            ...current,
            next_check_at: current.next_check_at + 1,
            keys: [...current.keys, aKey(`tm${String(index)}`, { state: "next" })]
          }))
        )
      )
      assert.ok(changed.every(({ _tag }) => _tag === "Changed"))
      const found = yield* store.find(example)
      assert.equal(found?.next_check_at, noon + 20)
      const selectors = found.keys.map(({ selector }) => selector)
      assert.equal(new Set(selectors).size, 21)
      assert.equal(selectors[0], "first")
    }))

  test("lets one of many tenants own a domain that all verify concurrently, and writes nothing for the others", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      const tenants = times(8, (index) => `tn_${String(index)}`)
      for (const tenant_id of tenants) yield* added("example.com", { tenant_id })
      const changes = yield* together(
        tenants.map((tenant) => store.change(keyOf("example.com", tenant), own))
      )
      assert.deepEqual(changes.map(({ _tag }) => _tag).sort(), [
        "Changed",
        ...times(7, () => "Taken")
      ])
      const winner = tenants[changes.findIndex(({ _tag }) => _tag === "Changed")] ?? ""
      assert.equal((yield* store.findOwned("example.com"))?.tenant_id, winner)
      for (const tenant_id of tenants) {
        if (tenant_id !== winner)
          assert.deepEqual(
            yield* store.find(keyOf("example.com", tenant_id)),
            aDomain("example.com", { tenant_id })
          )
      }
      assert.equal(
        (yield* store.change(keyOf("example.com", winner), (current) => ({
          ...current,
          next_check_at: noon + 9
        })))._tag,
        "Changed"
      )
    }))

  test("lets another tenant own a domain that its owner gave up or removed", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      const theirs = keyOf("example.com", "tn_b")
      yield* added("example.com")
      yield* added("example.com", { tenant_id: "tn_b" })
      yield* store.change(example, own)
      assert.equal((yield* store.change(theirs, own))._tag, "Taken")
      yield* store.change(example, (current) => ({ ...current, owned: false }))
      assert.equal((yield* store.change(theirs, own))._tag, "Changed")
      assert.equal((yield* store.change(example, own))._tag, "Taken")
      yield* store.remove(theirs)
      assert.equal((yield* store.change(example, own))._tag, "Changed")
      assert.equal((yield* store.findOwned("example.com"))?.tenant_id, "tn_a")
    }))

  test("changes nothing if the tenant doesn't have the domain or if the change fails", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      const before = yield* added("example.com")
      const missing = yield* store.change(keyOf("example.com", "tn_b"), () =>
        assert.fail("there is nothing to change")
      )
      assert.deepEqual(missing, { _tag: "Missing" })
      assert.ok(
        Exit.isFailure(yield* Effect.exit(store.change(example, () => assert.fail("broken"))))
      )
      assert.deepEqual(yield* store.find(example), before)
      assert.equal((yield* store.change(example, own))._tag, "Changed")
    }))

  test("and removing at once leave no key behind", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      yield* added("example.com")
      const add = (index: number) =>
        store.change(example, (current) => ({
          ...current,
          keys: [...current.keys, aKey(`tm9${String(index)}`)]
        }))
      const work: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        ...times(5, add),
        store.remove(example),
        ...times(5, (index) => add(index + 5))
      ]
      yield* together(work)
      assert.equal(yield* store.find(example), undefined)
      yield* added("example.com")
      assert.deepEqual(yield* store.find(example), aDomain("example.com"))
    }))
})
