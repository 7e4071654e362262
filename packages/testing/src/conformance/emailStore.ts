import { EmailStore } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { accepting } from "./accepting.js"
import { cancelling } from "./cancelling.js"
import { deepPages } from "./deepPages.js"
import { filtering } from "./filtering.js"
import { claimOne, ids, listed, noon, queued, record, settlement } from "./fixtures.js"
import { idempotency } from "./idempotency.js"
import { quota } from "./quota.js"
import { senders } from "./senders.js"
import { type Conformance, suite } from "./suite.js"

const reading = suite("EmailStore", (test) => {
  const list = (tenantId: string, page: { readonly limit?: number; readonly offset?: number } = {}, status?: "sent" | "queued") =>
    listed({ status }, page, tenantId)

  test("lists newest first, and those of one instant by id, descending", () =>
    Effect.gen(function*() {
      const old = yield* queued({ created_at: noon - 1 })
      const tied = yield* queued({ to: ["a@example.com", "b@example.com", "c@example.com"] })
      const fresh = yield* queued({ created_at: noon + 1 })
      const expected = [...fresh, ...[...tied].sort().reverse(), ...old]
      assert.deepEqual(ids(yield* list("tn_a")), expected)
      assert.deepEqual(ids(yield* list("tn_a", { limit: 2, offset: 1 })), expected.slice(1, 3))
      assert.deepEqual(yield* list("tn_a", { offset: 5 }), [])
    }))

  test("lists by status", () =>
    Effect.gen(function*() {
      const [first = "", second = ""] = yield* queued({ to: ["a@example.com", "b@example.com"] })
      const message = yield* claimOne("w", noon)
      yield* record("w", [settlement(message, noon)])
      const other = message.id === first ? second : first
      assert.deepEqual(ids(yield* list("tn_a", {}, "sent")), [message.id])
      assert.deepEqual(ids(yield* list("tn_a", {}, "queued")), [other])
    }))

  test("shows a tenant nothing of another", () =>
    Effect.gen(function*() {
      const [id = ""] = yield* queued()
      const store = yield* EmailStore
      assert.equal(yield* store.find("tn_b", id), undefined)
      assert.equal((yield* store.find("tn_a", id))?.id, id)
      assert.deepEqual(yield* list("tn_b"), [])
    }))
})

/** Tests of the port `EmailStore`. */
export const emailStore: Conformance = (...storage) => {
  for (const part of [accepting, senders, idempotency, quota, reading, deepPages, filtering, cancelling]) part(...storage)
}
