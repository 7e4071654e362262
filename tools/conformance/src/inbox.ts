import { Inbox, inboxCapacity, inboxOctets } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { ids, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

export const inbox = suite("Inbox", (test) => {
  const bytes = Uint8Array.from([0, 13, 10, 200, 255])
  const put = (id: string, captured_at: number, subject = "Hello", source = bytes) =>
    Effect.flatMap(Inbox, (store) =>
      store.put(
        {
          id,
          tenant_id: "tn_a",
          sender: "a@example.com",
          recipient: "b@example.com",
          subject,
          captured_at
        },
        source
      )
    )

  test("returns a message and its bytes", () =>
    Effect.gen(function* () {
      yield* put("em_1", noon)
      const store = yield* Inbox
      assert.deepEqual(yield* store.find("em_1"), {
        mail: {
          id: "em_1",
          tenant_id: "tn_a",
          sender: "a@example.com",
          recipient: "b@example.com",
          subject: "Hello",
          captured_at: noon
        },
        source: bytes
      })
      assert.equal(yield* store.find("em_2"), undefined)
    }))

  test("lists newest first", () =>
    Effect.gen(function* () {
      yield* together([put("em_1", noon), put("em_3", noon + 1), put("em_2", noon)])
      const store = yield* Inbox
      assert.deepEqual(ids(yield* store.list(10)), ["em_3", "em_2", "em_1"])
      assert.deepEqual(ids(yield* store.list(1)), ["em_3"])
    }))

  test("replaces a message that is captured again", () =>
    Effect.gen(function* () {
      yield* put("em_1", noon)
      yield* put("em_1", noon + 1, "Again", Uint8Array.from([1]))
      const store = yield* Inbox
      assert.equal((yield* store.list(10)).length, 1)
      const found = yield* store.find("em_1")
      assert.deepEqual(
        [found?.mail.subject, found?.mail.captured_at, found?.source],
        ["Again", noon + 1, Uint8Array.from([1])]
      )
    }))

  test("is empty after it was cleared", () =>
    Effect.gen(function* () {
      yield* together([put("em_1", noon), put("em_2", noon)])
      const store = yield* Inbox
      yield* store.clear()
      assert.deepEqual(yield* store.list(10), [])
      assert.equal(yield* store.find("em_1"), undefined)
    }))

  test("lists, removes and clears the mail of one tenant", () =>
    Effect.gen(function* () {
      const store = yield* Inbox
      yield* put("em_1", noon)
      yield* put("em_2", noon + 1)
      yield* store.put(
        {
          id: "em_3",
          tenant_id: "tn_b",
          sender: "a@example.com",
          recipient: "b@example.com",
          subject: "Theirs",
          captured_at: noon + 2
        },
        bytes
      )
      assert.deepEqual(ids(yield* store.list(10, "tn_a")), ["em_2", "em_1"])
      assert.deepEqual(ids(yield* store.list(1, "tn_a")), ["em_2"])
      assert.deepEqual(
        [yield* store.remove("tn_b", "em_1"), yield* store.remove("tn_a", "em_9")],
        [false, false]
      )
      assert.deepEqual(
        [yield* store.remove("tn_a", "em_1"), yield* store.remove("tn_a", "em_1")],
        [true, false]
      )
      assert.deepEqual(ids(yield* store.list(10)), ["em_3", "em_2"])
      yield* store.clear("tn_a")
      assert.deepEqual(ids(yield* store.list(10)), ["em_3"])
    }))

  test("records to whom and when a message was sent after all, until it is captured again", () =>
    Effect.gen(function* () {
      const store = yield* Inbox
      yield* put("em_1", noon)
      yield* put("em_2", noon)
      const first = yield* store.markReleased("em_1", { to: "c@example.com", at: noon + 1 })
      assert.deepEqual(
        [first?.id, first?.released],
        ["em_1", { to: "c@example.com", at: noon + 1 }]
      )
      yield* store.markReleased("em_1", { to: "d@example.com", at: noon + 2 })
      const released = { to: "d@example.com", at: noon + 2 }
      assert.deepEqual(
        (yield* store.list(10)).map((mail) => mail.released),
        [undefined, released]
      )
      assert.deepEqual((yield* store.find("em_1"))?.mail.released, released)
      assert.equal(yield* store.markReleased("em_9", released), undefined)
      yield* put("em_1", noon + 3)
      assert.equal((yield* store.find("em_1"))?.mail.released, undefined)
    }))

  test("keeps only the newest", () =>
    Effect.gen(function* () {
      const store = yield* Inbox
      yield* together(
        times(inboxCapacity + 20, (index) =>
          put(`em_${String(index).padStart(4, "0")}`, noon + index)
        )
      )
      const kept = yield* store.list(2 * inboxCapacity)
      assert.equal(kept.length, inboxCapacity)
      assert.equal(kept.at(-1)?.id, "em_0020")
    }))

  test("stores no more than the maximum number of bytes, those of the newest", () =>
    Effect.gen(function* () {
      const store = yield* Inbox
      const kept = Effect.map(store.list(50), ids)
      // The largest size of a message; all share one buffer.
      const large = new Uint8Array(12 * 1024 * 1024)
      const max = Math.floor(inboxOctets / large.length)
      yield* Effect.all(
        times(max + 1, (index) => put(`em_${String(index)}`, noon + index, "Large", large)),
        { discard: true }
      )
      const newest = times(max, (index) => `em_${String(max - index)}`)
      assert.deepEqual(yield* kept, newest)
      yield* put("em_small", noon + max + 1, "What fits beside them")
      assert.deepEqual(yield* kept, ["em_small", ...newest])
    }))
})
