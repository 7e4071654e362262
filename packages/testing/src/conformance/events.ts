import { EventStore } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { claimOne, noon, queued, record, settlement } from "./fixtures.js"
import { suite } from "./suite.js"

/** The port `EventStore`; that events are written is up to `MailQueue.record`. */
export const events = suite("EventStore", (test) => {
  test("tells the events of a message, oldest first, to its tenant only", () =>
    Effect.gen(function*() {
      const store = yield* EventStore
      const [id = ""] = yield* queued()
      assert.deepEqual(yield* store.ofEmail("tn_a", id), [])
      yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      assert.equal((yield* store.ofEmail("tn_a", id)).length, 1)
      assert.deepEqual(yield* store.ofEmail("tn_b", id), [])
    }))
})
