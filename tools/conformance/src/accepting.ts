import { emailQueries, suppressionQueries } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import {
  accept,
  aSend,
  claim,
  hour,
  ids,
  listed,
  logged,
  noon,
  queued,
  resultOf,
  suppress,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"
import { addTopic } from "./topics.js"

export const accepting = suite("Accepting sends", (test) => {
  test("queues one message for each recipient in order, and logs every member of the send", () =>
    Effect.gen(function* () {
      yield* addTopic("news")
      const send = aSend({
        to: ["ada@example.com", "Bob@Example.org"],
        template_id: "welcome",
        template_version: 3,
        metadata: { order: 7, nothing: null, deep: { text: "ü\u0000" } },
        tags: { campaign: "spring", "ü'\"": "ä \\ 1" },
        topic: "news",
        scheduled_at: noon + hour,
        warnings: ["The header From was left out."]
      })
      const result = resultOf(yield* Effect.flatMap(emailQueries, (store) => store.accept(send)))
      const [first = "", second = ""] = ids(send.recipients)
      assert.deepEqual(result, {
        queued: [
          { id: first, recipient: "ada@example.com", status: "queued" },
          { id: second, recipient: "Bob@Example.org", status: "queued" }
        ],
        suppressed: [],
        idempotent_replay: false,
        warnings: ["The header From was left out."]
      })
      assert.deepEqual(yield* logged(second), {
        id: second,
        tenant_id: "tn_a",
        recipient_email: "Bob@Example.org",
        sender_email: "shop@example.com",
        template_id: "welcome",
        template_version: 3,
        subject: "Hello",
        status: "queued",
        smtp_provider: "",
        smtp_response: null,
        error_message: null,
        failure_code: null,
        attempts: 0,
        metadata: { order: 7, nothing: null, deep: { text: "ü\u0000" } },
        tags: { campaign: "spring", "ü'\"": "ä \\ 1" },
        topic: "news",
        scheduled_at: noon + hour,
        sent_at: null,
        next_attempt_at: noon + hour,
        created_at: noon
      })
    }))

  test("logs null or empty values for members that the send omits", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      const { metadata, next_attempt_at, scheduled_at, tags, template_id, topic } =
        yield* logged(id)
      assert.deepEqual(
        { metadata, next_attempt_at, scheduled_at, tags, template_id, topic },
        {
          metadata: null,
          next_attempt_at: noon,
          scheduled_at: null,
          tags: {},
          template_id: null,
          topic: null
        }
      )
    }))

  test("refuses a topic that the tenant doesn't have, writes nothing then, and leaves the key unused", () =>
    Effect.gen(function* () {
      yield* addTopic("news", { tenant_id: "tn_b" })
      assert.deepEqual(yield* accept({ topic: "news", key: "k" }), { _tag: "UnknownTopic" })
      assert.deepEqual(yield* listed(), [])
      yield* addTopic("news")
      assert.equal((yield* accept({ topic: "news", key: "k" }))._tag, "Accepted")
    }))

  test("leaves out recipients that are suppressed as a whole or for the topic of the send, each send by itself", () =>
    Effect.gen(function* () {
      for (const id of ["news", "offers"]) yield* addTopic(id)
      yield* suppress("whole@example.com")
      yield* suppress("topic@example.com", "news")
      const to = ["whole@example.com", "topic@example.com", "free@example.com"]
      const store = yield* emailQueries
      const outcomes = yield* together(
        [null, "news", "offers"].map((topic) => store.accept(aSend({ to, topic })))
      )
      assert.deepEqual(
        outcomes.map((outcome) => resultOf(outcome).suppressed),
        [["whole@example.com"], ["whole@example.com", "topic@example.com"], ["whole@example.com"]]
      )
    }))

  test("returns to each of many concurrent sends its own result, and stores them all", () =>
    Effect.gen(function* () {
      const sends = times(150, (index) =>
        aSend({ to: [`user${String(index)}@example.com`], subject: `No ${String(index)}` })
      )
      const store = yield* emailQueries
      const outcomes = yield* together(sends.map(store.accept))
      assert.deepEqual(
        outcomes.map((outcome) =>
          resultOf(outcome).queued.map(({ id, recipient }) => [id, recipient])
        ),
        sends.map(({ recipients }) => recipients.map(({ address, id }) => [id, address]))
      )
      assert.equal((yield* logged(sends[149]?.recipients[0]?.id ?? "")).subject, "No 149")
      assert.equal((yield* claim("w", 1000, noon)).length, 150)
    }))

  test("accepts a batch of the largest sends: 64 with 50 recipients each", () =>
    Effect.gen(function* () {
      const sends = times(64, (index) => ({
        to: times(50, (nth) => `u${String(nth)}@host${String(index)}.example.com`)
      }))
      const accepted = yield* together(sends.map(queued))
      assert.equal(new Set(accepted.flat()).size, 3200)
      assert.equal((yield* claim("w", 5000, noon)).length, 3200)
    }))

  test("queues nothing for suppressed addresses in any spelling, and returns them as the send spells them", () =>
    Effect.gen(function* () {
      yield* suppress("ada@example.com")
      const result = resultOf(yield* accept({ to: ["Ada@EXAMPLE.com", "bob@example.com"] }))
      assert.deepEqual(result.suppressed, ["Ada@EXAMPLE.com"])
      assert.deepEqual(
        result.queued.map(({ recipient }) => recipient),
        ["bob@example.com"]
      )
      assert.equal((yield* claim("w", 10, noon)).length, 1)
    }))

  test("accepts a send whose recipients are all suppressed, and logs nothing", () =>
    Effect.gen(function* () {
      yield* suppress("ada@example.com")
      assert.deepEqual(resultOf(yield* accept({ monthly_limit: 1 })).queued, [])
      assert.deepEqual(yield* listed(), [])
      assert.equal((yield* queued({ to: ["bob@example.com"], monthly_limit: 1 })).length, 1)
    }))

  test("ignores other tenants' suppressions", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(suppressionQueries, (store) =>
        store.insert({
          tenant_id: "tn_b",
          folded: "ada@example.com",
          email_address: "ada@example.com",
          reason: "manual",
          added_at: noon,
          topic: null
        })
      )
      assert.equal((yield* queued()).length, 1)
    }))
})
