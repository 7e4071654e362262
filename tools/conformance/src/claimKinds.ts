import type { ClaimedKinds } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { saved } from "./domainFixtures.js"
import { claim, deferral, ids, minute, noon, queued, record, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

export const claimKinds = suite("MailQueue.claim with filters", (test) => {
  const send = (tenant_id: string, recipients: number, created_at = noon) =>
    Effect.map(
      together(
        times(Math.ceil(recipients / 50), (batch) =>
          queued({
            tenant_id,
            created_at,
            to: times(Math.min(50, recipients - 50 * batch), (nth) => `u${String(nth)}@example.com`)
          })
        )
      ),
      (sent) => sent.flat()
    )

  const claimSome = (limit: number, which: ClaimedKinds, now = noon, owner = "w") =>
    claim(owner, limit, now, now + minute, which)
  const tenantsOf = (messages: ReadonlyArray<{ readonly tenant_id: string }>) =>
    messages.map(({ tenant_id }) => tenant_id)
  const own = { ownServersOnly: true } as const

  test("claims only mail of tenants with their own server, though a thousand other messages wait before it", () =>
    Effect.gen(function* () {
      yield* send("tn_a", 1000, noon - minute)
      assert.deepEqual(yield* claimSome(20, own), [])
      yield* saved({ tenant_id: "tn_b" })
      assert.deepEqual(yield* claimSome(20, own), [])
      const [single = ""] = yield* queued({ tenant_id: "tn_b" })
      assert.deepEqual(yield* claimSome(20, own, noon - 1), [])
      const [message, ...others] = yield* claimSome(20, own)
      assert.deepEqual([message?.id, message?.smtp_config?.tenant_id, others], [single, "tn_b", []])
      assert.deepEqual(yield* claimSome(20, own), [])
    }))

  test("shares evenly among tenants with their own servers, lets them take turns, and leaves out those named", () =>
    Effect.gen(function* () {
      const tenants = times(6, (index) => `tn_${String(index)}`)
      for (const tenant_id of tenants) yield* send(tenant_id, 20)
      for (const tenant_id of tenants.slice(1)) yield* saved({ tenant_id })
      const even = tenantsOf(yield* claimSome(20, { ...own, except: ["tn_3"] }))
      assert.deepEqual(
        tenants.map((tenant) => even.filter((one) => one === tenant).length),
        [0, 5, 5, 0, 5, 5]
      )
      // Claims of all kinds in between don't change whose turn it is.
      const turns: Array<string> = []
      for (const limit of [2, 2, 1]) {
        turns.push(...tenantsOf(yield* claimSome(limit, own)))
        yield* claim("w", 3, noon)
      }
      assert.deepEqual(turns.sort(), tenants.slice(1))
    }))

  test("claims what was accepted before an instant, oldest first, though newer messages have been due for longer", () =>
    Effect.gen(function* () {
      const [first = "", second = ""] = yield* send("tn_a", 2, noon - 60 * minute)
      const deferred = yield* claim("w", 2, noon - 60 * minute)
      yield* record(
        "w",
        deferred.map((message) => deferral(message, noon - 59 * minute, noon))
      )
      const [third = ""] = yield* send("tn_b", 1, noon - 30 * minute)
      const [atInstant = ""] = yield* send("tn_b", 1, noon - 10 * minute)
      yield* send("tn_c", 200, noon - 9 * minute)
      const before = (begunBefore: number) => ({ begunBefore })
      assert.deepEqual(yield* claimSome(10, before(noon - 30 * minute), noon - 1), [])
      assert.deepEqual(ids(yield* claimSome(2, before(noon - 10 * minute))), [first, second])
      assert.deepEqual(ids(yield* claimSome(10, before(noon - 10 * minute))), [third])
      assert.deepEqual(ids(yield* claimSome(10, before(noon - 10 * minute + 1))), [atInstant])
      assert.deepEqual(yield* claimSome(10, before(noon - 9 * minute)), [])
    }))

  test("combines filters: the oldest mail of tenants with their own servers, except excluded tenants", () =>
    Effect.gen(function* () {
      for (const tenant_id of ["tn_b", "tn_c", "tn_d"]) yield* saved({ tenant_id })
      const begunBefore = noon - minute
      const kind = { ...own, begunBefore, except: ["tn_c"] }
      yield* send("tn_a", 60, noon - 9 * minute)
      yield* send("tn_c", 60, noon - 8 * minute)
      const young = yield* send("tn_b", 3, noon - minute)
      assert.deepEqual(yield* claimSome(10, kind), [])
      const middle = yield* send("tn_b", 3, noon - 4 * minute)
      const [oldest = ""] = yield* send("tn_d", 1, noon - 5 * minute)
      const [youngest = ""] = yield* send("tn_d", 1, noon - 3 * minute)
      assert.deepEqual(ids(yield* claimSome(3, kind)), [oldest, ...middle.slice(0, 2)])
      assert.deepEqual(ids(yield* claimSome(3, kind)), [...middle.slice(2), youngest])
      assert.deepEqual(yield* claimSome(3, kind), [])
      assert.deepEqual(ids(yield* claimSome(10, { ...own, except: ["tn_c"] })), young)
      const others = yield* claimSome(200, { begunBefore, except: ["tn_a"] })
      assert.deepEqual([others.length, new Set(tenantsOf(others))], [60, new Set(["tn_c"])])
    }))

  test("claims the oldest mail when more servers have mail than one query reads", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      for (const index of times(120, (nth) => nth)) {
        const tenant_id = `tn_${String((index * 7) % 120).padStart(3, "0")}`
        yield* saved({ tenant_id, id: `smtp_${String(index)}` })
        sent.push(...(yield* send(tenant_id, 1, noon - 200 + index)))
      }
      assert.deepEqual(ids(yield* claimSome(30, { ...own, begunBefore: noon })), sent.slice(0, 30))
      assert.equal((yield* claimSome(200, own)).length, 90)
    }))

  test("never gives a message to two owners that claim with different filters", () =>
    Effect.gen(function* () {
      for (const tenant_id of ["tn_a", "tn_b", "tn_c"])
        yield* send(tenant_id, 50, noon - 2 * minute)
      yield* saved({ tenant_id: "tn_a" })
      const wanted = [
        own,
        { begunBefore: noon },
        {},
        { ...own, begunBefore: noon },
        { except: ["tn_b"] }
      ]
      const claimed = yield* together(
        times(10, (index) => claimSome(15, wanted[index % 5] ?? {}, noon, `w${String(index)}`))
      )
      const all = claimed.flatMap(ids)
      assert.equal(new Set(all).size, all.length)
      assert.equal(all.length + (yield* claim("late", 1000, noon)).length, 150)
    }))
})
