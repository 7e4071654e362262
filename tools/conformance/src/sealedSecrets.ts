import {
  type SealedSecret,
  sealedSecretQueries,
  type SecretReference,
  smtpConfigQueries,
  webhookEndpointQueries,
  webhookSecretReference
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { aConfig, added, aKey, keyOf, oauth2, saved, storedDomains } from "./domainFixtures.js"
import { noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"
import { endpoint, found } from "./webhookFixtures.js"

const ofPassword = (tenant_id: string): SecretReference => ({
  table: "smtp_configs",
  tenant_id,
  row: "",
  column: "password"
})
const ofOAuth2 = (tenant_id: string): SecretReference => ({
  ...ofPassword(tenant_id),
  column: "oauth2"
})
const ofKey = (tenant_id: string, row: string): SecretReference => ({
  table: "dkim_keys",
  tenant_id,
  row,
  column: "private_key"
})

const inOrder = (secrets: ReadonlyArray<SealedSecret>) =>
  secrets
    .map(({ reference: { column, row, table, tenant_id }, sealed }) =>
      [table, tenant_id, row, column, sealed].join("|")
    )
    .sort()

/** Finds and replaces them wherever they stand. */
export const sealedSecrets = suite("sealedSecretQueries", (test) => {
  test("lists every sealed secret and its location", () =>
    Effect.gen(function* () {
      const { all } = yield* sealedSecretQueries
      assert.deepEqual(yield* all, [])
      yield* saved({ password: "p1" })
      yield* saved({ tenant_id: "tn_b", password: "p2" })
      yield* saved({ tenant_id: "tn_c", password: "p3", oauth2 })
      yield* added("a.example", {
        keys: [
          aKey("tm1", { private_key: "k1" }),
          aKey("tm2", { private_key: "k2", state: "retired" })
        ]
      })
      yield* added("a.example", { tenant_id: "tn_b", keys: [aKey("tm1", { private_key: "k3" })] })
      const rotated = yield* endpoint({
        secret: "w2",
        former_secret: "w1",
        former_secret_until: noon
      })
      const theirs = yield* endpoint({ tenant_id: "tn_b", secret: "w3", active: false })
      assert.deepEqual(
        inOrder(yield* all),
        inOrder([
          { reference: ofPassword("tn_a"), sealed: "p1" },
          { reference: ofPassword("tn_b"), sealed: "p2" },
          { reference: ofOAuth2("tn_c"), sealed: "p3" },
          { reference: ofKey("tn_a", "a.example tm1"), sealed: "k1" },
          { reference: ofKey("tn_a", "a.example tm2"), sealed: "k2" },
          { reference: ofKey("tn_b", "a.example tm1"), sealed: "k3" },
          { reference: webhookSecretReference("tn_a", rotated.id), sealed: "w1" },
          { reference: webhookSecretReference("tn_a", rotated.id), sealed: "w2" },
          { reference: webhookSecretReference("tn_b", theirs.id), sealed: "w3" }
        ])
      )
    }))

  test("replaces a secret that hasn't changed since it was read, and changes nothing else", () =>
    Effect.gen(function* () {
      const { replace } = yield* sealedSecretQueries
      const configs = yield* smtpConfigQueries
      const domains = yield* storedDomains
      yield* saved({ password: "p1" })
      yield* saved({ tenant_id: "tn_b", password: "p1" })
      const domain = yield* added("a.example", {
        keys: [aKey("tm1", { private_key: "k1" }), aKey("tm2", { private_key: "k1" })]
      })

      assert.equal(yield* replace(ofPassword("tn_a"), "p1", "p2"), true)
      assert.equal(yield* replace(ofPassword("tn_a"), "p1", "p3"), false)
      assert.deepEqual(yield* configs.find("tn_a"), aConfig({ password: "p2" }))
      assert.equal((yield* configs.find("tn_b"))?.password, "p1")

      const theirs = yield* saved({ tenant_id: "tn_c", password: "p1", oauth2 })
      assert.equal(yield* replace(ofOAuth2("tn_c"), "p1", "p2"), true)
      assert.equal(yield* replace(ofOAuth2("tn_c"), "p1", "p3"), false)
      assert.deepEqual(yield* configs.find("tn_c"), { ...theirs, password: "p2" })

      assert.equal(yield* replace(ofKey("tn_a", "a.example tm2"), "k1", "k2"), true)
      assert.equal(yield* replace(ofKey("tn_a", "a.example tm2"), "k1", "k3"), false)
      const keys = [aKey("tm1", { private_key: "k1" }), aKey("tm2", { private_key: "k2" })]
      assert.deepEqual(yield* domains.find(keyOf("a.example")), { ...domain, keys })
    }))

  test("replaces a webhook endpoint's present and former secret, each at its current location", () =>
    Effect.gen(function* () {
      const { replace } = yield* sealedSecretQueries
      const { rotateSecret } = yield* webhookEndpointQueries
      const made = yield* endpoint({ secret: "w1" })
      const other = yield* endpoint({
        secret: "w1",
        former_secret: "w1",
        former_secret_until: noon
      })
      const reference = webhookSecretReference("tn_a", made.id)
      assert.equal(yield* replace(reference, "w1", "w1 anew"), true)
      assert.equal(yield* replace(reference, "w1", "w1 again"), false)
      assert.deepEqual(yield* found(made), { ...made, secret: "w1 anew" })
      yield* rotateSecret("tn_a", made.id, "w2", noon + 1, noon)
      assert.equal(yield* replace(reference, "w1 anew", "w1 later"), true)
      assert.equal(yield* replace(reference, "w2", "w2 anew"), true)
      assert.deepEqual(yield* found(made), {
        ...made,
        secret: "w2 anew",
        former_secret: "w1 later",
        former_secret_until: noon + 1
      })
      assert.equal(yield* replace(webhookSecretReference("tn_b", other.id), "w1", "w2"), false)
      assert.deepEqual(yield* found(other), other)
    }))

  test("replaces nothing that doesn't exist", () =>
    Effect.gen(function* () {
      const { all, replace } = yield* sealedSecretQueries
      yield* added("a.example", { keys: [aKey("tm1", { private_key: "k1" })] })
      for (const reference of [
        ofPassword("tn_a"),
        ofKey("tn_b", "a.example tm1"),
        ofKey("tn_a", "a.example tm2"),
        ofKey("tn_a", "b.example tm1"),
        webhookSecretReference("tn_a", 7)
      ]) {
        assert.equal(yield* replace(reference, "k1", "k2"), false)
      }
      assert.deepEqual(
        (yield* all).map(({ sealed }) => sealed),
        ["k1"]
      )
    }))

  test("loses no replacement to a concurrent change of the domain", () =>
    Effect.gen(function* () {
      const { replace } = yield* sealedSecretQueries
      const domains = yield* storedDomains
      yield* added("a.example", { keys: [aKey("tm1", { private_key: "0" })] })
      const change = domains.change(keyOf("a.example"), (current) => ({
        ...current,
        next_check_at: current.next_check_at + 1,
        keys: [...current.keys]
      }))
      for (const round of times(5, (index) => index)) {
        const work: ReadonlyArray<Effect.Effect<boolean, unknown>> = [
          ...times(3, () => Effect.as(change, false)),
          replace(ofKey("tn_a", "a.example tm1"), String(round), String(round + 1))
        ]
        const done = yield* together([...work, ...times(3, () => Effect.as(change, false))])
        assert.deepEqual(done.filter(Boolean), [true])
      }
      const found = yield* domains.find(keyOf("a.example"))
      assert.deepEqual([found?.next_check_at, found?.keys[0]?.private_key], [noon + 30, "5"])
    }))
})
