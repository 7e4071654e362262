import { Effect } from "effect"
import assert from "node:assert/strict"
import { aConfig, added, aKey, keyOf, saved, verified, storedDomains } from "./domainFixtures.js"
import { claim, noon, queued, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

/**
 * Tests what a claimed message contains besides its content: signing keys, and its tenant's own
 * SMTP server.
 */
export const signing = suite("MailQueue.claim, keys and servers", (test) => {
  const from = (address: string, tenant_id = "tn_a") =>
    queued({ sender: { name: null, address }, sender_policy: "trusted", tenant_id })
  const keysOf = (now: number) =>
    Effect.map(claim("w", 100, now), (messages) =>
      messages
        .map(({ keys, sender }) => [sender.address, ...keys.map(({ selector }) => selector)])
        .sort()
    )

  test("returns the keys in use of the sender's domain, in their order", () =>
    Effect.gen(function* () {
      yield* added("example.com", {
        ...verified,
        keys: [
          aKey("tm9"),
          aKey("tm1", { algorithm: "ed25519" }),
          aKey("tm2", { state: "next" }),
          aKey("tm3", { state: "retired" })
        ]
      })
      yield* from("Shop@example.com")
      const [message] = yield* claim("w", 10, noon)
      assert.deepEqual(message?.keys, [
        {
          tenant_id: "tn_a",
          domain: "example.com",
          selector: "tm9",
          algorithm: "rsa",
          private_key: "sealed tm9"
        },
        {
          tenant_id: "tn_a",
          domain: "example.com",
          selector: "tm1",
          algorithm: "ed25519",
          private_key: "sealed tm1"
        }
      ])
    }))

  test("returns keys by what is verified at the time of the claim", () =>
    Effect.gen(function* () {
      const { change } = yield* storedDomains
      yield* added("example.com", { spf_verified: true })
      yield* from("a@example.com")
      assert.deepEqual(yield* keysOf(noon), [["a@example.com"]])
      yield* change(keyOf("example.com"), (current) => ({ ...current, dkim_verified: true }))
      yield* from("b@example.com")
      assert.deepEqual(yield* keysOf(noon), [["b@example.com", "tm1"]])
    }))

  test("says whether the aliases of the sender's domain are verified, if the tenant has verified the domain", () =>
    Effect.gen(function* () {
      const { change } = yield* storedDomains
      yield* added("example.com", {
        ...verified,
        keys: [aKey("tm1"), aKey("tm2", { algorithm: "ed25519" })]
      })
      yield* added("unproven.example", {
        spf_verified: true,
        return_path_verified: true,
        tracking_verified: true
      })
      const pathsOf = () =>
        Effect.gen(function* () {
          for (const sender of ["a@Example.com", "a@unproven.example", "a@unknown.example"])
            yield* from(sender)
          const claimed = yield* claim("w", 10, noon)
          return claimed
            .map(({ return_path_verified, sender, tracking_verified }) => [
              sender.address,
              return_path_verified,
              tracking_verified
            ])
            .sort()
        })
      const others = [
        ["a@unknown.example", false, false],
        ["a@unproven.example", false, false]
      ]
      assert.deepEqual(yield* pathsOf(), [["a@Example.com", false, false], ...others])
      yield* change(keyOf("example.com"), (current) => ({ ...current, return_path_verified: true }))
      assert.deepEqual(yield* pathsOf(), [["a@Example.com", true, false], ...others])
      yield* change(keyOf("example.com"), (current) => ({
        ...current,
        return_path_verified: false,
        tracking_verified: true
      }))
      assert.deepEqual(yield* pathsOf(), [["a@Example.com", false, true], ...others])
    }))

  test("finds the domain in any spelling, and uses neither those above and below it nor another tenant's", () =>
    Effect.gen(function* () {
      yield* added("example.com", verified)
      yield* added("xn--bcher-kva.example", { ...verified, keys: [aKey("tm2")] })
      yield* added("mail.example.org", { ...verified, keys: [aKey("tm3")] })
      const senders = [
        "a@EXAMPLE.com",
        "a@Bücher.example",
        "a@xn--Bcher-KVA.example",
        "a@sub.example.com",
        "a@example.org"
      ]
      for (const sender of senders) yield* from(sender)
      yield* from("b@example.com", "tn_b")
      assert.deepEqual(
        yield* keysOf(noon),
        [
          ["a@EXAMPLE.com", "tm1"],
          ["a@Bücher.example", "tm2"],
          ["a@example.org"],
          ["a@sub.example.com"],
          ["a@xn--Bcher-KVA.example", "tm2"],
          ["b@example.com"]
        ].sort()
      )
    }))

  test("returns the tenant's own SMTP server with its sealed password", () =>
    Effect.gen(function* () {
      const own = yield* saved({ verified: false, tls_required: false })
      yield* from("a@example.com")
      yield* from("b@example.com", "tn_b")
      const claimed = yield* claim("w", 10, noon)
      assert.deepEqual(
        claimed.map(({ smtp_config, tenant_id }) => [tenant_id, smtp_config]).sort(),
        [
          ["tn_a", own],
          ["tn_b", null]
        ]
      )
    }))

  test("returns for each of many messages its own keys and server, whatever the tenants", () =>
    Effect.gen(function* () {
      const numbers = times(12, (index) => index)
      for (const index of numbers) {
        const tenant_id = `tn_${String(index)}`
        yield* added("example.com", {
          ...verified,
          owned: false,
          tenant_id,
          keys: [aKey(`tm${String(index)}`)]
        })
        yield* saved({ tenant_id, id: `smtp_${String(index)}` })
      }
      yield* together(times(60, (index) => from("a@example.com", `tn_${String(index % 12)}`)))
      const claimed = yield* claim("w", 100, noon)
      assert.equal(claimed.length, 60)
      for (const { keys, smtp_config, tenant_id } of claimed) {
        const number = tenant_id.slice(3)
        assert.deepEqual(
          keys.map(({ selector }) => selector),
          [`tm${number}`]
        )
        assert.deepEqual(smtp_config, aConfig({ tenant_id, id: `smtp_${number}` }))
      }
    }))
})
