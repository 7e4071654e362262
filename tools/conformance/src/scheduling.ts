import { emailQueries, MailQueue, makeRetention } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { saved } from "./domainFixtures.js"
import {
  aSend,
  claim,
  claimOne,
  deferral,
  hour,
  ids,
  listed,
  logged,
  minute,
  noon,
  queued,
  record,
  settlement
} from "./fixtures.js"
import { suite } from "./suite.js"

const day = 24 * hour

export const scheduling = suite("MailQueue.claim of scheduled mail", (test) => {
  test("claims nothing before its time, and then what is due, oldest first", () =>
    Effect.gen(function* () {
      const [later = ""] = yield* queued({ scheduled_at: noon + hour })
      const [sooner = ""] = yield* queued({ scheduled_at: noon + minute })
      const [now = ""] = yield* queued({ created_at: noon + 1 })
      assert.deepEqual(ids(yield* claim("w", 10, noon + minute - 1)), [now])
      const [message] = yield* claim("w", 10, noon + minute)
      assert.deepEqual(
        [message?.id, message?.scheduled_at, message?.created_at],
        [sooner, noon + minute, noon]
      )
      assert.deepEqual(ids(yield* claim("v", 10, noon + minute)), [])
      // The leases of the messages claimed before have run out, so these are due too.
      assert.deepEqual(ids(yield* claim("v", 10, noon + hour)).slice(-1), [later])
    }))

  test("claims at once what was scheduled for before its acceptance", () =>
    Effect.gen(function* () {
      const [id = ""] = yield* queued({ scheduled_at: noon - hour })
      assert.equal((yield* logged(id)).next_attempt_at, noon)
      assert.deepEqual(ids(yield* claim("w", 10, noon)), [id])
    }))

  test("keeps the scheduled time through deferrals and releases", () =>
    Effect.gen(function* () {
      const at = noon + day
      yield* queued({ scheduled_at: at })
      yield* record("w", [deferral(yield* claimOne("w", at), at, at + minute)])
      const message = yield* claimOne("w", at + minute)
      assert.equal(message.scheduled_at, at)
      yield* (yield* MailQueue).release("w", [message.id], at + minute)
      assert.equal((yield* claimOne("w", at + minute)).scheduled_at, at)
    }))

  for (const ownServersOnly of [false, true]) {
    const whose = ownServersOnly ? "tenants with servers of their own" : "anybody"
    test(`counts its age from its time, where old mail of ${whose} is given up`, () =>
      Effect.gen(function* () {
        yield* saved({ tenant_id: "tn_a" })
        const [plain = ""] = yield* queued({ created_at: noon + minute })
        const [scheduled = ""] = yield* queued({ scheduled_at: noon + 10 * day })
        const [past = ""] = yield* queued({ created_at: noon + hour, scheduled_at: noon - day })
        const old = (begunBefore: number) =>
          Effect.map(
            claim("w", 10, noon + 12 * day, noon + 12 * day, { begunBefore, ownServersOnly }),
            ids
          )
        assert.deepEqual(yield* old(noon + minute), [])
        assert.deepEqual(yield* old(noon + hour), [plain])
        assert.deepEqual(yield* old(noon + 10 * day), [plain, past])
        assert.deepEqual(yield* old(noon + 10 * day + 1), [scheduled, plain, past])
      }))
  }

  test("finds its body however long it has waited, while other bodies are deleted", () =>
    Effect.gen(function* () {
      const { removeBodies, removeEmails } = yield* makeRetention
      const at = noon + 30 * day
      const { body } = aSend({})
      const [id = ""] = yield* queued({ body: { ...body, html: "<p>Later</p>" }, scheduled_at: at })
      yield* queued({ created_at: noon + hour })
      yield* record("w", [settlement(yield* claimOne("w", noon + hour), noon + hour)])
      assert.equal(yield* removeBodies(noon + 20 * day), 1)
      assert.equal(yield* removeBodies(noon + 60 * day), 0)
      assert.equal(yield* removeEmails(noon + 60 * day), 1)
      const message = yield* claimOne("w", at)
      assert.deepEqual([message.id, message.body?.html], [id, "<p>Later</p>"])
      assert.equal(yield* removeBodies(noon + 60 * day), 0)
      yield* record("w", [settlement(message, at)])
      assert.equal(yield* removeBodies(noon + 60 * day), 1)
    }))

  test("doesn't change the order of the list, which is by time of acceptance", () =>
    Effect.gen(function* () {
      const [first = ""] = yield* queued({ scheduled_at: noon + day })
      const [second = ""] = yield* queued({ created_at: noon + 1 })
      assert.deepEqual(ids(yield* listed()), [second, first])
    }))

  test("gives all waiting messages of a send another time, and keeps their body for it", () =>
    Effect.gen(function* () {
      const { reschedule } = yield* emailQueries
      const { removeBodies } = yield* makeRetention
      const { body } = aSend({})
      const to = ["ada@example.com", "bob@example.com"]
      const send = { body: { ...body, html: "<p>Later</p>" }, to }
      const both = yield* queued({ ...send, scheduled_at: noon + day })
      const [other = ""] = yield* queued({ scheduled_at: noon + day })
      const change = (id: string, scheduled_at: number, now = noon, tenant_id = "tn_a") =>
        reschedule({ tenant_id, id, now, scheduled_at })
      assert.equal(yield* change(both[1] ?? "", noon + hour), "rescheduled")
      assert.equal(yield* change(both[0] ?? "", noon + day, noon, "tn_b"), "unknown")
      assert.equal(yield* change(both[0] ?? "", noon + day, noon + hour), "begun")
      assert.equal(yield* removeBodies(noon + 60 * day), 0)
      const found = yield* logged(both[0] ?? "")
      assert.deepEqual([found.scheduled_at, found.next_attempt_at], [noon + hour, noon + hour])
      assert.deepEqual([...ids(yield* claim("w", 10, noon + hour))].sort(), [...both].sort())
      assert.equal(yield* change(both[0] ?? "", noon + day), "begun")
      assert.deepEqual(ids(yield* claim("v", 10, noon + day)).slice(-1), [other])
      const [now = ""] = yield* queued()
      assert.equal(yield* change(now, noon + day), "begun")
    }))
})
