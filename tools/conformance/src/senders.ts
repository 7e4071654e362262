import { type PreparedSend } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { added, keyOf, saved, verified, storedDomains } from "./domainFixtures.js"
import { accept, claim, noon, resultOf, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

export const senders = suite("Senders of accepted sends", (test) => {
  type Policy = PreparedSend["sender_policy"]
  const sending = (
    address: string,
    sender_policy: Policy,
    rest: Parameters<typeof accept>[0] = {}
  ) => accept({ sender: { name: null, address }, sender_policy, ...rest })
  const outcome = (...send: Parameters<typeof sending>) =>
    Effect.map(sending(...send), (answer) =>
      answer._tag === "SenderRefused" ? answer.reason : answer._tag
    )

  test("may use a domain that nobody owns, or that they own, unless only verified ones are allowed", () =>
    Effect.gen(function* () {
      yield* added("mine.example", verified)
      yield* added("theirs.example", { ...verified, tenant_id: "tn_b" })
      yield* added("waiting.example")
      const expected = {
        any: ["Accepted", "owned_by_another", "Accepted", "Accepted"],
        verified: ["Accepted", "owned_by_another", "not_verified", "not_verified"],
        trusted: ["Accepted", "Accepted", "Accepted", "Accepted"]
      } as const
      for (const policy of ["any", "verified", "trusted"] as const) {
        const domains = ["mine.example", "theirs.example", "waiting.example", "unknown.example"]
        assert.deepEqual(
          yield* together(domains.map((domain) => outcome(`a@${domain}`, policy))),
          expected[policy]
        )
      }
      assert.equal((yield* claim("w", 100, noon)).length, 8)
    }))

  test("are matched by their domain in any spelling, and by no other domain", () =>
    Effect.gen(function* () {
      yield* added("xn--bcher-kva.example", { ...verified, tenant_id: "tn_b" })
      for (const sender of ["a@Bücher.example", "A@XN--BCHER-KVA.example"])
        assert.equal(yield* outcome(sender, "any"), "owned_by_another")
      assert.equal(yield* outcome("a@sub.xn--bcher-kva.example", "any"), "Accepted")
      assert.equal(
        yield* outcome("a@Bücher.example", "verified", { tenant_id: "tn_b" }),
        "Accepted"
      )
    }))

  test("are judged by who owns the domain at the time", () =>
    Effect.gen(function* () {
      const { change, remove } = yield* storedDomains
      yield* added("example.com", { tenant_id: "tn_b" })
      assert.equal(yield* outcome("a@example.com", "any"), "Accepted")
      yield* change(keyOf("example.com", "tn_b"), (current) => ({ ...current, owned: true }))
      assert.equal(yield* outcome("a@example.com", "any"), "owned_by_another")
      yield* remove(keyOf("example.com", "tn_b"))
      assert.equal(yield* outcome("a@example.com", "any"), "Accepted")
    }))

  test("that are refused use up neither their key nor the quota, and leave nothing", () =>
    Effect.gen(function* () {
      yield* added("example.com", { ...verified, tenant_id: "tn_b" })
      const refused = yield* together(
        times(3, () => outcome("a@example.com", "any", { key: "k", monthly_limit: 1 }))
      )
      assert.deepEqual(
        refused,
        times(3, () => "owned_by_another")
      )
      assert.deepEqual(yield* claim("w", 10, noon), [])
      const accepted = yield* sending("a@other.example", "any", { key: "k", monthly_limit: 1 })
      assert.equal(resultOf(accepted).queued.length, 1)
    }))

  test("that have since been refused get the first answer to their key again", () =>
    Effect.gen(function* () {
      const first = resultOf(yield* sending("a@example.com", "any", { key: "k" }))
      yield* added("example.com", { ...verified, tenant_id: "tn_b" })
      assert.deepEqual(yield* sending("a@example.com", "any", { key: "k", digest: "other" }), {
        _tag: "Replayed",
        result: first,
        body_digest: "digest"
      })
      assert.equal(yield* outcome("a@example.com", "any", { key: "other" }), "owned_by_another")
    }))

  test("are refused before the monthly quota is checked", () =>
    Effect.gen(function* () {
      yield* added("example.com", { ...verified, tenant_id: "tn_b" })
      assert.equal(yield* outcome("a@example.com", "any", { monthly_limit: 0 }), "owned_by_another")
      assert.equal(yield* outcome("a@other.example", "any", { monthly_limit: 0 }), "QuotaExceeded")
    }))

  test("are warned of mail that leaves unsigned: nobody signs as the sender's domain, and the tenant has no server of its own", () =>
    Effect.gen(function* () {
      const unsigned_warning = "It leaves unsigned."
      yield* added("mine.example", verified)
      yield* added("half.example", { dkim_verified: true })
      yield* added("waiting.example")
      yield* added("theirs.example", { ...verified, tenant_id: "tn_b" })
      yield* saved({ tenant_id: "tn_c" })
      const warningsOf = (address: string, rest: Parameters<typeof accept>[0] = {}) =>
        Effect.map(
          sending(address, "trusted", { unsigned_warning, ...rest }),
          (outcome) => resultOf(outcome).warnings
        )
      const addresses = [
        "a@Mine.example",
        "a@half.example",
        "a@waiting.example",
        "a@theirs.example",
        "a@sub.mine.example"
      ]
      const warned = [unsigned_warning]
      assert.deepEqual(yield* together(addresses.map((address) => warningsOf(address))), [
        undefined,
        undefined,
        warned,
        warned,
        warned
      ])
      assert.deepEqual(yield* warningsOf("a@mine.example", { tenant_id: "tn_b" }), warned)
      assert.equal(yield* warningsOf("a@waiting.example", { tenant_id: "tn_c" }), undefined)
      assert.equal(yield* warningsOf("a@waiting.example", { unsigned_warning: null }), undefined)
      const first = resultOf(
        yield* sending("a@waiting.example", "any", { key: "k", unsigned_warning })
      )
      assert.deepEqual(first.warnings, warned)
      const again = yield* sending("a@waiting.example", "any", { key: "k", unsigned_warning: null })
      assert.deepEqual(again._tag === "Replayed" ? again.result : again, first)
    }))

  test("are checked individually when many send concurrently", () =>
    Effect.gen(function* () {
      for (const index of times(10, (nth) => nth))
        yield* added(`d${String(index)}.example`, { ...verified, tenant_id: `tn_${String(index)}` })
      const outcomes = yield* together(
        times(100, (index) =>
          outcome(`a@d${String(index % 10)}.example`, "verified", {
            tenant_id: `tn_${String(Math.floor(index / 10))}`
          })
        )
      )
      assert.deepEqual(
        outcomes,
        times(100, (index) =>
          index % 10 === Math.floor(index / 10) ? "Accepted" : "owned_by_another"
        )
      )
    }))
})
