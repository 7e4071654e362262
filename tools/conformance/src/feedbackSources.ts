import {
  FeedbackReader,
  feedbackSourceQueries,
  type FeedbackSourceRecord,
  FeedbackSources,
  makeRetention,
  Secrets,
  type SourceOwner,
  tenantQueries,
  tenantRemoval
} from "@telemark/core"
import { Effect, Layer } from "effect"
import assert from "node:assert/strict"
import { addTenant, minute, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

let made = 0

/** Inserts a source of `tn_a`, created at noon; ids ascend. */
const source = (overrides: Partial<FeedbackSourceRecord> = {}) =>
  Effect.gen(function* () {
    const { insert } = yield* feedbackSourceQueries
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
    yield* insert(record)
    return record
  })

const unused = () => Effect.die(new Error("unused"))

/** The service, for sources without credentials. */
const layerSources = Layer.provide(
  FeedbackSources.layer(),
  Layer.mergeAll(
    Layer.succeed(FeedbackReader, {
      instructions: () => ({ title: "", steps: [], events: [], credential: null }),
      takesCredential: () => false,
      problemOf: () => undefined,
      read: unused
    }),
    Layer.succeed(Secrets, { seal: unused, open: unused, isCurrent: unused })
  )
)

/** Sources and their calls. */
export const feedbackSources = suite("Feedback sources", (test) => {
  const store = feedbackSourceQueries

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

  test("creates at most twenty for each owner, of a tenant's also under concurrency", () =>
    Effect.gen(function* () {
      const { create, list, remove } = yield* FeedbackSources
      yield* addTenant("tn_a")
      yield* source({ tenant_id: "tn_b" })
      const add = (owner: SourceOwner) =>
        Effect.match(create(owner, { provider: "ses" }), {
          onFailure: ({ _tag }) => _tag,
          onSuccess: () => "created"
        })
      const added = yield* together(times(24, () => add("tn_a")))
      assert.deepEqual([...added].sort(), [
        ...times(4, () => "ValidationFailed"),
        ...times(20, () => "created")
      ])
      const [first] = (yield* list("tn_a")).data
      yield* remove("tn_a", first?.id ?? "")
      assert.equal(yield* add("tn_a"), "created")
      assert.equal(yield* add("tn_a"), "ValidationFailed")
      for (const owner of times(20, () => null)) assert.equal(yield* add(owner), "created")
      assert.equal(yield* add(null), "ValidationFailed")
    }).pipe(Effect.provide(layerSources)))

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
      yield* (yield* tenantQueries).markRemoved("a", noon)
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

  test("remembers a call by its source and token: open until it was handled, and for one body", () =>
    Effect.gen(function* () {
      const { noteHandled, rememberCall } = yield* store
      const call = { token_digest: "token", body_digest: "body", expires_at: noon }
      const other = { ...call, body_digest: "other" }
      assert.equal(yield* rememberCall("fsrc_a", call), "open")
      assert.equal(yield* rememberCall("fsrc_a", call), "open")
      assert.equal(yield* rememberCall("fsrc_a", other), "other_body")
      yield* noteHandled("fsrc_a", call)
      assert.equal(yield* rememberCall("fsrc_a", call), "handled")
      assert.equal(yield* rememberCall("fsrc_a", other), "other_body")
      // The tokens of another source, and another token of this one.
      assert.equal(yield* rememberCall("fsrc_b", other), "open")
      assert.equal(yield* rememberCall("fsrc_a", { ...call, token_digest: "second" }), "open")
    }))

  test("takes a token for one of many bodies that come at once", () =>
    Effect.gen(function* () {
      const { rememberCall } = yield* store
      const known = yield* together(
        times(10, (index) =>
          rememberCall("fsrc_a", {
            token_digest: "token",
            body_digest: String(index),
            expires_at: noon
          })
        )
      )
      assert.equal(known.filter((one) => one === "open").length, 1)
      assert.equal(known.filter((one) => one === "other_body").length, 9)
    }))

  test("forgets the calls of a tenant that is cleared", () =>
    Effect.gen(function* () {
      const { rememberCall } = yield* store
      const { clear } = yield* tenantRemoval
      const call = { token_digest: "token", body_digest: "body", expires_at: noon }
      const sources = [yield* source(), yield* source({ tenant_id: "tn_b" })]
      for (const { id } of sources) yield* rememberCall(id, call)
      yield* clear("tn_a")
      const again = yield* Effect.forEach(sources, ({ id }) =>
        rememberCall(id, { ...call, body_digest: "other" })
      )
      assert.deepEqual(again, ["open", "other_body"])
    }))

  test("forgets calls that have expired, and no others", () =>
    Effect.gen(function* () {
      const { rememberCall } = yield* store
      const { removeFeedbackCalls } = yield* makeRetention
      const call = (index: number) => ({
        token_digest: String(index),
        body_digest: "body",
        expires_at: noon + index
      })
      for (const index of times(4, (each) => each)) yield* rememberCall("fsrc_a", call(index))
      assert.equal(yield* removeFeedbackCalls(noon), 0)
      assert.equal(yield* removeFeedbackCalls(noon + 2), 2)
      assert.equal(yield* removeFeedbackCalls(noon + 2), 0)
      const other = (index: number) => ({ ...call(index), body_digest: "other" })
      assert.equal(yield* rememberCall("fsrc_a", other(0)), "open")
      assert.equal(yield* rememberCall("fsrc_a", other(2)), "other_body")
    }))
})
