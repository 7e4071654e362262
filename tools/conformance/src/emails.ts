import { emailQueries, makeRetention } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { accepting } from "./accepting.js"
import { cancelling } from "./cancelling.js"
import { deepPages } from "./deepPages.js"
import { filtering } from "./filtering.js"
import {
  aSend,
  claimOne,
  ids,
  listed,
  minute,
  noon,
  queued,
  record,
  settlement
} from "./fixtures.js"
import { idempotency } from "./idempotency.js"
import { quota } from "./quota.js"
import { searching } from "./searching.js"
import { senders } from "./senders.js"
import { type Conformance, suite } from "./suite.js"

const reading = suite("Emails", (test) => {
  const list = (
    tenantId: string,
    page: { readonly limit?: number; readonly offset?: number } = {},
    status?: "sent" | "queued"
  ) => listed({ status }, page, tenantId)

  test("lists newest first, and those of one instant by id, descending", () =>
    Effect.gen(function* () {
      const old = yield* queued({ created_at: noon - 1 })
      const tied = yield* queued({ to: ["a@example.com", "b@example.com", "c@example.com"] })
      const fresh = yield* queued({ created_at: noon + 1 })
      const expected = [...fresh, ...[...tied].sort().reverse(), ...old]
      assert.deepEqual(ids(yield* list("tn_a")), expected)
      assert.deepEqual(ids(yield* list("tn_a", { limit: 2, offset: 1 })), expected.slice(1, 3))
      assert.deepEqual(yield* list("tn_a", { offset: 5 }), [])
    }))

  test("lists by status", () =>
    Effect.gen(function* () {
      const [first = "", second = ""] = yield* queued({ to: ["a@example.com", "b@example.com"] })
      const message = yield* claimOne("w", noon)
      yield* record("w", [settlement(message, noon)])
      const other = message.id === first ? second : first
      assert.deepEqual(ids(yield* list("tn_a", {}, "sent")), [message.id])
      assert.deepEqual(ids(yield* list("tn_a", {}, "queued")), [other])
    }))

  test("finds all messages of a send by any of them, and none of another tenant's", () =>
    Effect.gen(function* () {
      const { ofSends } = yield* emailQueries
      const to = ["a@example.com", "b@example.com", "c@example.com"]
      const several = yield* queued({ to })
      const [one = ""] = yield* queued()
      const sends = (tenantId: string, wanted: ReadonlyArray<string>) =>
        Effect.map(ofSends(tenantId, wanted), (found) =>
          found.map(ids).sort((a, b) => b.length - a.length)
        )
      assert.deepEqual(yield* sends("tn_a", [several[1] ?? "", one]), [several, [one]])
      assert.deepEqual(yield* sends("tn_a", several), [several])
      assert.deepEqual(yield* sends("tn_b", several), [])
      assert.deepEqual(yield* sends("tn_a", []), [])
    }))

  test("finds a message as it was accepted, with its body", () =>
    Effect.gen(function* () {
      const { findAccepted } = yield* emailQueries
      const file = { filename: "a.txt", content_type: null, content_id: null, size: 1 }
      const { body } = aSend()
      const send = aSend({
        to: ["Ada <ada@example.com>", "Bob@Example.org"],
        template_id: "welcome",
        template_version: 3,
        metadata: { order: 7 },
        tags: { a: "b" },
        scheduled_at: noon + minute,
        body: {
          ...body,
          text: "Hello",
          shown: { to: [{ name: "Ada", address: "ada@example.com" }], cc: [] },
          attachments: [file],
          track: { opens: true, clicks: false }
        },
        attachments: [{ ...file, content: Uint8Array.from([1]) }]
      })
      yield* Effect.flatMap(emailQueries, (store) => store.accept(send))
      const [ada = "", bob = ""] = ids(send.recipients)
      const shared = {
        tenant_id: "tn_a",
        sender: send.sender,
        subject: "Hello",
        template_id: "welcome",
        template_version: 3,
        metadata: { order: 7 },
        tags: { a: "b" },
        topic: null,
        scheduled_at: noon + minute,
        created_at: noon,
        body: send.body
      }
      assert.deepEqual(yield* findAccepted("tn_a", ada), {
        ...shared,
        id: ada,
        recipient: "ada@example.com",
        recipient_name: "Ada"
      })
      assert.deepEqual(yield* findAccepted("tn_a", bob), {
        ...shared,
        id: bob,
        recipient: "Bob@Example.org",
        recipient_name: null
      })
      assert.deepEqual(
        [yield* findAccepted("tn_b", ada), yield* findAccepted("tn_a", "em_unknown")],
        [undefined, undefined]
      )
    }))

  test("finds a message without its body once that was removed", () =>
    Effect.gen(function* () {
      const { findAccepted } = yield* emailQueries
      const [id = ""] = yield* queued()
      assert.equal((yield* findAccepted("tn_a", id))?.body?.html, "<p>Hello</p>")
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      yield* Effect.flatMap(makeRetention, (store) => store.removeBodies(noon + 1))
      assert.equal((yield* findAccepted("tn_a", id))?.body, null)
    }))

  test("shows a tenant nothing of another", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      const store = yield* emailQueries
      assert.equal(yield* store.find("tn_b", id), undefined)
      assert.equal((yield* store.find("tn_a", id))?.id, id)
      assert.deepEqual(yield* list("tn_b"), [])
    }))
})

/** Tests of accepting emails and of their log. */
export const emails: Conformance = (...storage) => {
  for (const part of [
    accepting,
    senders,
    idempotency,
    quota,
    reading,
    deepPages,
    filtering,
    searching,
    cancelling
  ])
    part(...storage)
}
