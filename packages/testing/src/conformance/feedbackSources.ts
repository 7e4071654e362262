import {
  type FeedbackSourceRecord,
  FeedbackSourceStore,
  type SourceOwner,
  TenantStore
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { addTenant, minute, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

let made = 0

/** Inserts a source of `tn_a`, created at noon; ids ascend. */
const source = (overrides: Partial<FeedbackSourceRecord> = {}) =>
  Effect.gen(function* () {
    const { insert } = yield* FeedbackSourceStore
    const id = `fsrc_${String(++made).padStart(32, "0")}`
    const record: FeedbackSourceRecord = {
      id,
      tenant_id: "tn_a",
      provider: "ses",
      secret_digest: `digest of ${id}`,
      credential: null,
      created_at: noon,
      called_at: null,
      refused_at: null,
      refused_reason: null,
      ...overrides
    }
    assert.ok(yield* insert(record, 20))
    return record
  })

/** Tests of the port `FeedbackSourceStore`. */
export const feedbackSources = suite("FeedbackSourceStore", (test) => {
  const store = FeedbackSourceStore

  test("returns what was inserted, every member as given, to its owner and by its digest", () =>
    Effect.gen(function* () {
      const { find, findByDigest } = yield* store
      const full = yield* source({
        credential: "sealed",
        called_at: noon + 1,
        refused_at: noon + 2,
        refused_reason: "wrong_topic"
      })
      const bare = yield* source({ provider: "sparkpost" })
      const platform = yield* source({ tenant_id: null })
      for (const one of [full, bare, platform]) {
        assert.deepEqual(yield* find(one.tenant_id, one.id), one)
        assert.deepEqual(yield* findByDigest(one.secret_digest), one)
        for (const other of ["tn_b", one.tenant_id === null ? "tn_a" : null])
          assert.equal(yield* find(other, one.id), undefined)
      }
      assert.equal(yield* find("tn_a", "fsrc_none"), undefined)
      assert.equal(yield* findByDigest("digest"), undefined)
    }))

  test("lists an owner's sources, newest first, and nobody else's", () =>
    Effect.gen(function* () {
      const { list } = yield* store
      const first = yield* source()
      const second = yield* source()
      const older = yield* source({ created_at: noon - 1 })
      const theirs = yield* source({ tenant_id: "tn_b" })
      const platform = yield* source({ tenant_id: null })
      assert.deepEqual(yield* list("tn_a"), [second, first, older])
      assert.deepEqual(yield* list("tn_b"), [theirs])
      assert.deepEqual(yield* list(null), [platform])
      assert.deepEqual(yield* list("tn_c"), [])
    }))

  test("stores at most the given number for each owner, of a tenant's also under concurrency", () =>
    Effect.gen(function* () {
      const { insert, list, remove } = yield* store
      yield* addTenant("tn_a")
      const like = yield* source({ tenant_id: "tn_b" })
      const add = (owner: SourceOwner, index: number) =>
        insert(
          { ...like, id: `fsrc_${String(index)}`, secret_digest: String(index), tenant_id: owner },
          5
        )
      const added = yield* together(times(12, (index) => add("tn_a", index)))
      assert.equal(added.filter((isIn) => isIn).length, 5)
      const [first] = yield* list("tn_a")
      assert.equal(yield* remove("tn_a", first?.id ?? ""), true)
      assert.equal(yield* add("tn_a", 100), true)
      assert.equal(yield* add("tn_a", 101), false)
      for (const index of times(5, (nth) => 200 + nth)) assert.equal(yield* add(null, index), true)
      assert.equal(yield* add(null, 300), false)
    }))

  test("replaces the credential and nothing else, and nothing of another owner's source", () =>
    Effect.gen(function* () {
      const { find, setCredential } = yield* store
      const one = yield* source()
      const other = yield* source({ tenant_id: null })
      assert.deepEqual(yield* setCredential("tn_a", one.id, "sealed"), {
        ...one,
        credential: "sealed"
      })
      assert.deepEqual(yield* setCredential(null, other.id, "sealed 2"), {
        ...other,
        credential: "sealed 2"
      })
      for (const owner of ["tn_b", null])
        assert.equal(yield* setCredential(owner, one.id, "theirs"), undefined)
      assert.deepEqual(yield* find("tn_a", one.id), { ...one, credential: "sealed" })
    }))

  test("removes a source once, and only for its owner", () =>
    Effect.gen(function* () {
      const { findByDigest, remove } = yield* store
      const one = yield* source()
      for (const owner of ["tn_b", null]) assert.equal(yield* remove(owner, one.id), false)
      assert.deepEqual(yield* findByDigest(one.secret_digest), one)
      assert.equal(yield* remove("tn_a", one.id), true)
      assert.equal(yield* remove("tn_a", one.id), false)
      assert.equal(yield* findByDigest(one.secret_digest), undefined)
    }))

  test("finds no source of a removed tenant by its digest, even before its rows are gone", () =>
    Effect.gen(function* () {
      const { findByDigest } = yield* store
      yield* addTenant("tn_a")
      const [ours, platform] = [yield* source(), yield* source({ tenant_id: null })]
      yield* (yield* TenantStore).markRemoved("a", noon)
      assert.equal(yield* findByDigest(ours.secret_digest), undefined)
      assert.deepEqual(yield* findByDigest(platform.secret_digest), platform)
    }))

  test("notes calls and refusals, unless a later one than asked for is noted", () =>
    Effect.gen(function* () {
      const { find, noteCall, noteRefusal } = yield* store
      const one = yield* source()
      const noted = Effect.map(find("tn_a", one.id), (found) => [
        found?.called_at,
        found?.refused_at,
        found?.refused_reason
      ])
      yield* noteCall(one.id, noon, noon - minute)
      yield* noteCall(one.id, noon + 1, noon - minute)
      yield* noteRefusal(one.id, "too_old", noon + 2, noon - minute)
      yield* noteRefusal(one.id, "malformed", noon + 3, noon - minute)
      assert.deepEqual(yield* noted, [noon, noon + 2, "too_old"])
      yield* noteCall(one.id, noon + minute, noon)
      yield* noteRefusal(one.id, "malformed", noon + minute, noon + 2)
      assert.deepEqual(yield* noted, [noon + minute, noon + minute, "malformed"])
    }))
})
