import { makeFindSmtpConfig, smtpConfigQueries } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { aConfig, oauth2, saved } from "./domainFixtures.js"
import { noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

/** How tenants' own servers are stored and found. */
export const smtpConfigs = suite("smtpConfigQueries", (test) => {
  test("returns what was saved, every member as given", () =>
    Effect.gen(function* () {
      const { find } = yield* smtpConfigQueries
      assert.equal(yield* find("tn_a"), undefined)
      const full = yield* saved({ updated_at: noon + 1 })
      assert.deepEqual(yield* find("tn_a"), full)
      const bare = yield* saved({
        tenant_id: "tn_b",
        tls_required: false,
        verified: false,
        ehlo_name: null,
        from_email: null,
        from_name: null,
        port: 65_535
      })
      assert.deepEqual(yield* find("tn_b"), bare)
      assert.deepEqual(yield* find("tn_a"), full)
    }))

  test("keeps one for each tenant: the last one, as old as the first", () =>
    Effect.gen(function* () {
      const { find } = yield* smtpConfigQueries
      yield* saved({ from_name: "Old", verified: false })
      const next = yield* saved({
        id: "smtp_2",
        provider: "custom",
        host: "192.0.2.1",
        port: 25,
        username: "bob",
        password: "sealed other",
        tls_required: false,
        ehlo_name: "[192.0.2.2]",
        from_email: null,
        from_name: null,
        created_at: noon + 9,
        updated_at: noon + 9
      })
      assert.deepEqual(yield* find("tn_a"), { ...next, created_at: noon })
    }))

  test("stores one complete config of those saved concurrently", () =>
    Effect.gen(function* () {
      const { find } = yield* smtpConfigQueries
      yield* together(
        times(20, (index) =>
          saved({ id: `smtp_${String(index)}`, host: `smtp${String(index)}.example.com` })
        )
      )
      const found = yield* find("tn_a")
      assert.equal(found?.host, `smtp${found?.id.slice(5) ?? ""}.example.com`)
    }))

  test("returns to each of many concurrent look-ups its own tenant's config", () =>
    Effect.gen(function* () {
      const find = yield* makeFindSmtpConfig
      for (const index of times(10, (nth) => nth))
        yield* saved({ tenant_id: `tn_${String(index)}`, id: `smtp_${String(index)}` })
      const found = yield* together(times(200, (index) => find(`tn_${String(index % 12)}`)))
      assert.deepEqual(
        found.map((config) => config?.id),
        times(200, (index) => (index % 12 < 10 ? `smtp_${String(index % 12)}` : undefined))
      )
    }).pipe(Effect.scoped))

  test("removes a tenant's, once; the next one is new", () =>
    Effect.gen(function* () {
      const { find, remove } = yield* smtpConfigQueries
      const theirs = yield* saved({ tenant_id: "tn_b" })
      assert.equal(yield* remove("tn_a"), false)
      yield* saved()
      assert.equal(yield* remove("tn_a"), true)
      assert.equal(yield* remove("tn_a"), false)
      assert.equal(yield* find("tn_a"), undefined)
      assert.deepEqual(yield* find("tn_b"), theirs)
      const again = yield* saved({ created_at: noon + 5, updated_at: noon + 5 })
      assert.deepEqual(yield* find("tn_a"), again)
    }))

  test("keeps where access tokens come from, and other secrets for them if they aren't replaced", () =>
    Effect.gen(function* () {
      const { find, replaceSecrets } = yield* smtpConfigQueries
      const config = yield* saved({ oauth2 })
      assert.deepEqual(yield* find("tn_a"), config)
      yield* replaceSecrets("tn_a", "smtp_1", "newer")
      yield* replaceSecrets("tn_a", "smtp_0", "of the one before")
      yield* replaceSecrets("tn_b", "smtp_1", "of another")
      assert.deepEqual(yield* find("tn_a"), { ...config, password: "newer" })
      yield* saved()
      assert.equal((yield* find("tn_a"))?.oauth2, null)
    }))

  test("stores whether the server accepts the login, and nothing about a config that was replaced", () =>
    Effect.gen(function* () {
      const { find, setVerified } = yield* smtpConfigQueries
      yield* saved()
      yield* saved({ tenant_id: "tn_b" })
      yield* setVerified("tn_a", "smtp_1", false)
      assert.deepEqual(yield* find("tn_a"), aConfig({ verified: false }))
      assert.equal((yield* find("tn_b"))?.verified, true)
      yield* setVerified("tn_a", "smtp_1", true)
      assert.deepEqual(yield* find("tn_a"), aConfig())
      yield* setVerified("tn_a", "smtp_0", false)
      yield* setVerified("tn_c", "smtp_1", false)
      assert.deepEqual(yield* find("tn_a"), aConfig())
      assert.equal(yield* find("tn_c"), undefined)
    }))
})
