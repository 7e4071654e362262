import { analyticsQueries, type ClaimedMessage, type LocalWorker, MailQueue } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { added, aKey, saved, verified } from "./domainFixtures.js"
import { accept, claim, logged, minute, noon, record, settlement, suppress } from "./fixtures.js"
import { suite } from "./suite.js"
import { addTopic } from "./topics.js"

/** Attaches a worker that takes up to `room` messages; returns what it was given. */
const attached = (room: number, over: Partial<LocalWorker> = {}) =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const begun: Array<ClaimedMessage> = []
    const worker: LocalWorker = {
      takes: (count) => Math.min(count, room - begun.length),
      lease: () => ({ owner: "local", until: noon + minute }),
      begin: (messages) => {
        begun.push(...messages)
      },
      ...over
    }
    assert.ok(
      queue.attach,
      "a storage that has a queue of its own lets workers take mail as it is accepted"
    )
    yield* queue.attach(worker)
    return begun
  })

const withoutInstant = ({ created_at: _, ...message }: ClaimedMessage) => message

export const takingAccepted = suite(
  "Mail that MailQueue leases to a worker of the process as it accepts it",
  (test) => {
    test("is leased to the worker by the commit that accepts it, and equals claimed mail", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const begun = yield* attached(10)
          yield* addTopic("news")
          const outcome = yield* accept({
            to: ["Ada <ada@example.com>", "bob@example.com"],
            metadata: { order: 1 },
            tags: { kind: "order" },
            topic: "news"
          })
          assert.equal(outcome._tag === "Accepted" && outcome.isTaken, true)
          assert.deepEqual(
            begun.map(({ topic }) => topic),
            ["news", "news"]
          )
          const [first] = begun
          assert.equal((yield* logged(first?.id ?? "")).status, "sending")
          assert.equal((yield* logged(first?.id ?? "")).attempts, 1)
          assert.deepEqual(yield* claim("other", 10, noon + minute - 1), [])
          // Its lease runs out as any other.
          const again = yield* claim("other", 10, noon + minute)
          assert.deepEqual(
            again.map(withoutInstant),
            begun.map((message) => withoutInstant({ ...message, attempts: 2 }))
          )
        })
      ))

    test("is counted as being sent, and as sent once it is recorded", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const begun = yield* attached(10)
          yield* accept()
          const counts = () =>
            Effect.flatMap(analyticsQueries, (store) => store.countByStatus("tn_a", noon - minute))
          assert.equal((yield* counts()).get("sending"), 1)
          const [message] = begun
          if (message !== undefined)
            assert.deepEqual(yield* record("local", [settlement(message, noon)]), [message.id])
          assert.equal((yield* counts()).get("sending") ?? 0, 0)
          assert.equal((yield* counts()).get("sent"), 1)
        })
      ))

    test("consists of whole sends, as far as the worker has permits; the others are claimed", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const begun = yield* attached(3)
          yield* accept({ to: ["a@example.com", "b@example.com"] })
          const outcome = yield* accept({ to: ["c@example.com", "d@example.com"] })
          assert.equal(outcome._tag === "Accepted" && outcome.isTaken, undefined)
          assert.equal(begun.length, 2)
          assert.equal((yield* claim("w", 10, noon)).length, 2)
        })
      ))

    test("includes the keys that sign it", () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* added("example.com", { ...verified, keys: [aKey("s1")] })
          const begun = yield* attached(10)
          yield* accept()
          assert.deepEqual(
            begun[0]?.keys.map(({ selector }) => selector),
            ["s1"]
          )
        })
      ))

    test("excludes scheduled mail, mail of a tenant with its own server or of the operator's own sender there, and suppressed mail", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const begun = yield* attached(10)
          yield* accept({ scheduled_at: noon + minute })
          yield* saved({ tenant_id: "tn_own" })
          yield* accept({ tenant_id: "tn_own" })
          yield* accept({ tenant_id: "tn_own", sender_policy: "trusted" })
          yield* suppress("bob@example.com")
          yield* accept({ to: ["bob@example.com"] })
          assert.deepEqual(begun, [])
          assert.equal((yield* claim("w", 10, noon)).length, 2)
        })
      ))

    test("is none when a send repeats an Idempotency-Key", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const begun = yield* attached(10)
          yield* accept({ key: "order-1" })
          yield* accept({ key: "order-1" })
          assert.equal(begun.length, 1)
        })
      ))

    test("is none if the worker has no free permit or is detached", () =>
      Effect.gen(function* () {
        const none = yield* Effect.scoped(
          Effect.gen(function* () {
            const begun = yield* attached(0)
            yield* accept()
            return begun
          })
        )
        yield* accept()
        assert.deepEqual(none, [])
        assert.equal((yield* claim("w", 10, noon)).length, 2)
      }))
  }
)
