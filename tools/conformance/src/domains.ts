import { Effect } from "effect"
import assert from "node:assert/strict"
import { domainChanges } from "./domainChanges.js"
import { domainChecks } from "./domainChecks.js"
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
import { type Conformance, suite } from "./suite.js"

const records = suite("domainQueries", (test) => {
  const full = aDomain("xn--bcher-kva.example", {
    ...verified,
    dmarc_verified: true,
    return_path_verified: true,
    tracking_verified: true,
    spf_failing_since: noon + 1,
    dkim_failing_since: noon + 2,
    dmarc_failing_since: noon + 3,
    return_path_failing_since: noon + 4,
    tracking_failing_since: noon + 6,
    next_check_at: noon + 4,
    verification: aVerification,
    keys: [
      aKey("tmzzz"),
      aKey("tmaaa", { algorithm: "ed25519" }),
      aKey("tmmmm", { state: "next" }),
      aKey("tmbbb", { state: "retired", ends_at: noon + 5, created_at: noon - 5 })
    ]
  })

  test("stores every member as given, and the keys in their order", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      assert.equal(yield* store.insert(full), "inserted")
      assert.deepEqual(yield* store.find(keyOf(full.domain)), full)
      assert.deepEqual(yield* store.list("tn_a"), [full])
      assert.deepEqual(yield* store.findOwned(full.domain), full)
      const bare = yield* added("bare.example")
      assert.deepEqual(yield* store.find(keyOf("bare.example")), bare)
      assert.equal(yield* store.find(keyOf("missing.example")), undefined)
    }))

  test("stores a tenant's domain once, also under concurrency, and doesn't change an existing one", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      const inserted = yield* together(
        times(20, (index) =>
          store.insert(
            aDomain("example.com", {
              keys: [aKey(`tm${String(index)}`)],
              next_check_at: noon + index
            })
          )
        )
      )
      assert.equal(inserted.filter((insertion) => insertion === "inserted").length, 1)
      const kept = yield* store.find(keyOf("example.com"))
      assert.equal(kept?.next_check_at, noon + inserted.indexOf("inserted"))
      assert.deepEqual(kept.keys, [aKey(`tm${String(inserted.indexOf("inserted"))}`)])
      assert.equal(yield* store.insert(aDomain("example.com", { keys: [aKey("late")] })), "exists")
      assert.deepEqual(yield* store.find(keyOf("example.com")), kept)
    }))

  test("accepts a domain that another tenant has, unless that tenant owns it", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      yield* added("both.example")
      const theirs = yield* added("both.example", { tenant_id: "tn_b", keys: [aKey("tm2")] })
      assert.deepEqual(yield* store.find(keyOf("both.example", "tn_b")), theirs)
      assert.equal(yield* store.findOwned("both.example"), undefined)
      yield* added("owned.example", verified)
      assert.equal(yield* store.insert(aDomain("owned.example", { tenant_id: "tn_b" })), "exists")
      assert.equal(yield* store.find(keyOf("owned.example", "tn_b")), undefined)
      assert.equal((yield* store.findOwned("owned.example"))?.tenant_id, "tn_a")
    }))

  test("lets one tenant own a domain when several add it as their own concurrently", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      const inserted = yield* together(
        times(10, (index) =>
          store.insert(aDomain("example.com", { ...verified, tenant_id: `tn_${String(index)}` }))
        )
      )
      assert.equal(inserted.filter((insertion) => insertion === "inserted").length, 1)
      assert.equal(
        (yield* store.findOwned("example.com"))?.tenant_id,
        `tn_${String(inserted.indexOf("inserted"))}`
      )
    }))

  test("stores at most 1,000 domains per tenant, also under concurrency, and more once some are removed", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      const insert = (name: string, tenant_id = "tn_a") =>
        store.insert(aDomain(name, { tenant_id }))
      const max = 1000
      yield* Effect.forEach(
        times(max - 2, (index) => index),
        (index) => insert(`d${String(index)}.example`),
        { concurrency: 10 }
      )
      const last = yield* together(times(6, (index) => insert(`last${String(index)}.example`)))
      assert.deepEqual(last.toSorted(), [
        ...times(2, () => "inserted"),
        ...times(4, () => "too_many")
      ])
      assert.equal((yield* store.list("tn_a")).length, max)
      assert.deepEqual([yield* store.count("tn_a"), yield* store.count("tn_b")], [max, 0])
      assert.equal(yield* insert("d0.example"), "exists")
      assert.equal(yield* insert("d0.example", "tn_b"), "inserted")
      yield* store.remove(keyOf("d0.example"))
      assert.equal(yield* insert("next.example"), "inserted")
      assert.equal(yield* insert("other.example"), "too_many")
      assert.equal(yield* store.find(keyOf("other.example")), undefined)
    }))

  test("lists newest first, and those of one instant by domain, descending", () =>
    Effect.gen(function* () {
      yield* added("b.example")
      yield* added("newest.example", { created_at: noon + 1, keys: [aKey("tm9"), aKey("tm1")] })
      yield* added("c.example")
      yield* added("other.example", { tenant_id: "tn_b" })
      yield* added("a.example")
      const listed = yield* Effect.flatMap(storedDomains, (store) => store.list("tn_a"))
      assert.deepEqual(
        listed.map(({ domain }) => domain),
        ["newest.example", "c.example", "b.example", "a.example"]
      )
      assert.deepEqual(
        listed[0]?.keys.map(({ selector }) => selector),
        ["tm9", "tm1"]
      )
    }))

  test("removes a domain with its keys once; it may then be added again", () =>
    Effect.gen(function* () {
      const store = yield* storedDomains
      yield* added("example.com", { ...verified, keys: [aKey("tm1"), aKey("tm2")] })
      const theirs = yield* added("other.example", { tenant_id: "tn_b" })
      assert.equal(yield* store.remove(keyOf("other.example")), false)
      assert.equal(yield* store.remove(keyOf("example.com")), true)
      assert.equal(yield* store.remove(keyOf("example.com")), false)
      assert.equal(yield* store.find(keyOf("example.com")), undefined)
      assert.equal(yield* store.findOwned("example.com"), undefined)
      const again = yield* added("example.com", { tenant_id: "tn_b", keys: [aKey("tm1")] })
      assert.deepEqual(yield* store.list("tn_b"), [theirs, again])
      assert.deepEqual((yield* added("example.com")).keys, [aKey("tm1")])
    }))
})

/** How domains are stored, and what others may do meanwhile. */
export const domains: Conformance = (...storage) => {
  for (const part of [records, domainChanges, domainChecks]) part(...storage)
}
