import { topicQueries } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import {
  accept,
  claim,
  deferral,
  ids,
  logged,
  minute,
  noon,
  queued,
  record,
  suppress,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"
import { addTopic } from "./topics.js"

export const claiming = suite("MailQueue.claim", (test) => {
  const send = (tenant_id: string, recipients: number, created_at = noon) =>
    together(
      times(Math.ceil(recipients / 50), (batch) =>
        queued({
          tenant_id,
          created_at,
          to: times(
            Math.min(50, recipients - 50 * batch),
            (nth) => `u${String(nth)}@${tenant_id.slice(3)}.example.com`
          )
        })
      )
    )

  test("returns everything needed to compose a message", () =>
    Effect.gen(function* () {
      const overrides = {
        to: ['"Lovelace, Ada" <Ada@example.com>'],
        template_id: "welcome",
        body: {
          id: "body_1",
          html: "<p>ü</p>",
          text: "ü\n",
          headers: [
            ["X-A", "1"],
            ["x-b", "ü"]
          ] as const,
          shown: null,
          attachments: [],
          track: { opens: true, clicks: false }
        }
      }
      const [id = ""] = yield* queued(overrides)
      assert.deepEqual(yield* claim("w", 10, noon), [
        {
          id,
          tenant_id: "tn_a",
          sender: { name: "Shop", address: "shop@example.com" },
          recipient: "Ada@example.com",
          recipient_name: "Lovelace, Ada",
          subject: "Hello",
          body: overrides.body,
          created_at: noon,
          scheduled_at: null,
          template_id: "welcome",
          attempts: 1,
          suppressed: false,
          topic: null,
          refused_since: null,
          keys: [],
          return_path_verified: false,
          tracking_verified: false,
          smtp_config: null
        }
      ])
    }))

  test("counts the attempt and shows the message as sending while it runs", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued()
      yield* claim("w", 10, noon)
      const { attempts, status } = yield* logged(id)
      assert.deepEqual({ attempts, status }, { attempts: 1, status: "sending" })
    }))

  test("gives the messages of one send one body", () =>
    Effect.gen(function* () {
      yield* queued({ to: ["a@example.com", "b@example.com"] })
      const [first, second] = yield* claim("w", 10, noon)
      assert.ok(first !== undefined && first.body === second?.body)
    }))

  test("gives the messages of one send one body, also when they are claimed one after the other", () =>
    Effect.gen(function* () {
      yield* queued({ to: ["a@example.com", "b@example.com", "c@example.com"] })
      const claims = yield* Effect.replicateEffect(claim("w", 1, noon), 3)
      const [first, ...others] = claims.flatMap((messages) => messages.map(({ body }) => body))
      assert.ok(
        first !== undefined &&
          first !== null &&
          others.length === 2 &&
          others.every((body) => body === first)
      )
    }))

  test("claims nothing before it is due", () =>
    Effect.gen(function* () {
      yield* queued({ created_at: noon })
      assert.deepEqual(yield* claim("w", 10, noon - 1), [])
      assert.equal((yield* claim("w", 10, noon)).length, 1)
    }))

  test("claims the oldest first and no more than requested", () =>
    Effect.gen(function* () {
      const [late = ""] = yield* queued({ created_at: noon + 2 })
      const [early = ""] = yield* queued({ created_at: noon })
      const [middle = ""] = yield* queued({ created_at: noon + 1 })
      assert.deepEqual(ids(yield* claim("w", 2, noon + minute)), [early, middle])
      assert.deepEqual(ids(yield* claim("w", 2, noon + minute)), [late])
    }))

  test("never gives a message to two owners", () =>
    Effect.gen(function* () {
      yield* send("tn_a", 150)
      yield* send("tn_b", 50)
      const claimed = yield* together(times(10, (index) => claim(`w${String(index)}`, 30, noon)))
      const all = claimed.flatMap(ids)
      assert.equal(new Set(all).size, all.length)
      const rest = yield* claim("late", 1000, noon)
      assert.equal(new Set([...all, ...ids(rest)]).size, 200)
    }))

  test("serves a tenant with one message although another has a thousand waiting before it", () =>
    Effect.gen(function* () {
      yield* send("tn_a", 1000, noon - minute)
      const [single = ""] = yield* queued({ tenant_id: "tn_b" })
      assert.ok(ids(yield* claim("w", 20, noon)).includes(single))
    }))

  test("shares a claim evenly among tenants that all have more than enough", () =>
    Effect.gen(function* () {
      for (const tenant of ["tn_a", "tn_b", "tn_c", "tn_d"]) yield* send(tenant, 50)
      const claimed = yield* claim("w", 20, noon)
      const shares = ["tn_a", "tn_b", "tn_c", "tn_d"].map(
        (tenant) => claimed.filter((one) => one.tenant_id === tenant).length
      )
      assert.deepEqual(shares, [5, 5, 5, 5])
    }))

  test("lets tenants take turns when there are more of them than a claim can return", () =>
    Effect.gen(function* () {
      const tenants = times(9, (index) => `tn_${String(index)}`)
      for (const tenant of tenants) yield* send(tenant, 3)
      const first = yield* claim("w", 3, noon)
      const second = yield* claim("w", 3, noon)
      const third = yield* claim("w", 3, noon)
      assert.deepEqual([...first, ...second, ...third].map((one) => one.tenant_id).sort(), tenants)
    }))

  test("eventually claims everything, whatever the tenants", () =>
    Effect.gen(function* () {
      yield* send("tn_a", 70)
      yield* send("tn_b", 2)
      yield* send("tn_c", 31)
      const seen = new Set<string>()
      for (let round = 0; round < 20; round++)
        for (const id of ids(yield* claim("w", 10, noon))) seen.add(id)
      assert.equal(seen.size, 103)
    }))

  test("reports whether the recipient has been suppressed since", () =>
    Effect.gen(function* () {
      yield* accept({ to: ["Ada@example.com", "bob@example.com"] })
      yield* suppress("ada@example.com")
      const claimed = yield* claim("w", 10, noon)
      assert.deepEqual(claimed.map(({ recipient, suppressed }) => [recipient, suppressed]).sort(), [
        ["Ada@example.com", true],
        ["bob@example.com", false]
      ])
    }))

  test("reports whether the recipient has been suppressed since for the message's topic", () =>
    Effect.gen(function* () {
      yield* addTopic("news")
      yield* accept({ to: ["ada@example.com", "bob@example.com"], topic: "news" })
      yield* accept({ to: ["Ada@example.com"] })
      yield* suppress("ada@example.com", "news")
      // The topic may be removed meanwhile: its suppressions go on.
      yield* Effect.flatMap(topicQueries, (store) => store.remove("tn_a", "news"))
      const claimed = yield* claim("w", 10, noon)
      assert.deepEqual(
        claimed.map(({ recipient, suppressed, topic }) => [recipient, topic, suppressed]).sort(),
        [
          ["Ada@example.com", null, false],
          ["ada@example.com", "news", true],
          ["bob@example.com", "news", false]
        ]
      )
    }))

  test("claims a deferred message again when it is due, with its recorded outcome", () =>
    Effect.gen(function* () {
      yield* queued()
      const [message] = yield* claim("w", 1, noon)
      assert.ok(message !== undefined)
      yield* record("w", [
        deferral(message, noon + 1, noon + 5 * minute, { refused_since: noon + 1 })
      ])
      assert.deepEqual(yield* claim("w", 1, noon + 5 * minute - 1), [])
      const [again] = yield* claim("w", 1, noon + 5 * minute)
      assert.deepEqual(again, { ...message, attempts: 2, refused_since: noon + 1 })
    }))
})
