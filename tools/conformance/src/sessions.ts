import {
  ApiKeys,
  maxSessionsOfKey,
  fingerprintOf,
  type NewSession,
  sessionMillis,
  sessionQueries,
  Sessions,
  signInTokenMillis,
  tenantQueries,
  tenantRemoval
} from "@telemark/core"
import { Effect, Layer } from "effect"
import assert from "node:assert/strict"
import { at, layerApiKeys, newKey } from "./accounts.js"
import { addTenant, aTenant, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

/** Begins, finds and ends them as the dashboard does. */
export const sessions = suite("Sessions", (test) => {
  const provided = Effect.provide(Sessions.layer.pipe(Layer.provideMerge(layerApiKeys)))

  const withKeys = Effect.gen(function* () {
    yield* addTenant("tn_a", { monthly_limit: 5, created_at: noon - 1 })
    yield* addTenant("tn_b")
    const { beginByKey, beginByToken, createToken, end, endAll, find } = yield* Sessions
    const [ours, theirs] = [yield* newKey("tn_a"), yield* newKey("tn_b")]
    const isFound = ({ secret }: NewSession, now = noon) =>
      at(now)(
        Effect.match(find(secret), {
          onFailure: (error) => {
            assert.equal(error._tag, "InvalidApiKey")
            return false
          },
          onSuccess: () => true
        })
      )
    const redeemed = (token: string) => Effect.option(beginByToken(token))
    const ofOperator = Effect.flatMap(createToken, ({ secret }) => beginByToken(secret))
    return {
      ours,
      theirs,
      beginByKey,
      beginByToken,
      createToken,
      end,
      endAll,
      find,
      isFound,
      redeemed,
      ofOperator
    }
  })

  test("finds a session with its key and tenant as they are now, until it ends", () =>
    provided(
      Effect.gen(function* () {
        const { beginByKey, find, isFound, ours } = yield* withKeys
        const session = yield* at(noon)(beginByKey(ours.key))
        const found = at(noon + sessionMillis - 1)(find(session.secret))
        const signedIn = {
          principal: {
            tenant: aTenant("tn_a", { monthly_limit: 5, created_at: noon - 1 }),
            key_id: ours.id,
            key_name: "Key",
            scopes: new Set(["email:read"]),
            rate_limit: 600,
            session: fingerprintOf(session.secret)
          },
          operator: false,
          name: "Key",
          expires_at: noon + sessionMillis
        }
        assert.deepEqual(yield* found, signedIn)
        assert.equal(yield* isFound(session, noon + sessionMillis), false)
        assert.equal(yield* isFound({ ...session, secret: "a".repeat(43) }), false)
        const { update } = yield* ApiKeys
        yield* update({ tenant_id: "tn_a" }, ours.id, { rate_limit: 5 })
        const principal = { ...signedIn.principal, rate_limit: 5 }
        assert.deepEqual(yield* found, { ...signedIn, principal })
      })
    ))

  test("finds a session of the operator without a key", () =>
    provided(
      Effect.gen(function* () {
        const { find, ofOperator } = yield* withKeys
        const { secret } = yield* at(noon)(ofOperator)
        const found = yield* at(noon)(find(secret))
        assert.deepEqual(
          [found.operator, found.name, found.expires_at, "key_id" in found.principal],
          [true, undefined, noon + sessionMillis, false]
        )
        assert.equal(found.principal.tenant.id, "tn_a")
        assert.equal((yield* at(noon)(find(secret, "b"))).principal.tenant.id, "tn_b")
        assert.equal((yield* Effect.flip(at(noon)(find(secret, "c"))))._tag, "NotFound")
      })
    ))

  test("no longer finds a session whose key is revoked, whose tenant is removed, or which was ended", () =>
    provided(
      Effect.gen(function* () {
        const { beginByKey, end, isFound, ofOperator, ours, theirs } = yield* withKeys
        const a = yield* at(noon)(beginByKey(ours.key))
        const b = yield* at(noon)(beginByKey(theirs.key))
        const c = yield* at(noon)(ofOperator)
        for (const one of [a, b, c]) assert.equal(yield* isFound(one), true)
        yield* (yield* ApiKeys).revoke("tn_a", ours.id)
        assert.equal(yield* isFound(a), false)
        yield* (yield* tenantQueries).markRemoved("b", noon)
        assert.equal(yield* isFound(b), false)
        yield* end(c.secret)
        yield* end(c.secret)
        assert.equal(yield* isFound(c), false)
      })
    ))

  test("removes a tenant's sessions with the tenant, and no others", () =>
    provided(
      Effect.gen(function* () {
        const { beginByKey, isFound, ofOperator, ours, theirs } = yield* withKeys
        const a = yield* at(noon)(beginByKey(ours.key))
        const b = yield* at(noon)(beginByKey(theirs.key))
        const c = yield* at(noon)(ofOperator)
        // The key as well, and what the audit log has of its sign-in.
        assert.equal(yield* (yield* tenantRemoval).clear("tn_a"), 3)
        assert.equal(yield* isFound(a), false)
        assert.equal(yield* isFound(b), true)
        assert.equal(yield* isFound(c), true)
      })
    ))

  test("exchanges a token for a session once, and not after it has expired", () =>
    provided(
      Effect.gen(function* () {
        const { createToken, isFound, redeemed } = yield* withKeys
        const token = yield* at(noon)(createToken)
        assert.equal(token.expires_at, noon + signInTokenMillis)
        assert.equal(yield* isFound(token), false)
        const late = yield* at(noon)(createToken)
        assert.equal((yield* at(late.expires_at)(redeemed(late.secret)))._tag, "None")
        const taken = yield* together(
          times(20, () => at(token.expires_at - 1)(redeemed(token.secret)))
        )
        const begun = taken.flatMap((one) => (one._tag === "Some" ? [one.value] : []))
        assert.equal(begun.length, 1)
        for (const one of begun) assert.equal(yield* isFound(one, token.expires_at), true)
        // Those that were refused left no session behind. The other is the late token.
        assert.equal(yield* (yield* sessionQueries).removeExpired(Number.MAX_SAFE_INTEGER), 2)
      })
    ))

  test("takes no session for a token, and no token for a session", () =>
    provided(
      Effect.gen(function* () {
        const { createToken, end, isFound, ofOperator, redeemed } = yield* withKeys
        const session = yield* at(noon)(ofOperator)
        const token = yield* at(noon)(createToken)
        assert.equal((yield* at(noon)(redeemed(session.secret)))._tag, "None")
        yield* end(token.secret)
        assert.equal((yield* at(noon)(redeemed(token.secret)))._tag, "Some")
        assert.equal(yield* isFound(session), true)
      })
    ))

  test("ends the oldest session of a key that has too many, and no other's", () =>
    provided(
      Effect.gen(function* () {
        const { beginByKey, isFound, ofOperator, ours, theirs } = yield* withKeys
        const operator = yield* at(noon - 2)(ofOperator)
        const other = yield* at(noon - 1)(beginByKey(theirs.key))
        const begun = yield* Effect.forEach(
          times(maxSessionsOfKey + 1, (index) => noon + index),
          (now) => at(now)(beginByKey(ours.key))
        )
        assert.deepEqual(yield* Effect.forEach(begun, (one) => isFound(one)), [
          false,
          ...times(maxSessionsOfKey, () => true)
        ])
        for (const one of [other, operator]) assert.equal(yield* isFound(one), true)
      })
    ))

  test("removes sessions and tokens that have ended", () =>
    provided(
      Effect.gen(function* () {
        const { beginByKey, createToken, endAll, isFound, ofOperator, ours, redeemed } =
          yield* withKeys
        const { removeExpired } = yield* sessionQueries
        const a = yield* at(noon)(beginByKey(ours.key))
        const b = yield* at(noon + 1)(ofOperator)
        const issued = noon + sessionMillis - signInTokenMillis
        yield* at(issued)(createToken)
        const u = yield* at(issued + 1)(createToken)
        assert.equal(yield* removeExpired(a.expires_at), 0)
        assert.equal(yield* removeExpired(a.expires_at + 1), 2)
        assert.equal(yield* removeExpired(a.expires_at + 1), 0)
        assert.equal(yield* isFound(a), false)
        assert.equal(yield* isFound(b), true)
        assert.equal((yield* at(noon)(redeemed(u.secret)))._tag, "Some")
        const token = yield* at(noon)(createToken)
        yield* endAll
        assert.equal(yield* isFound(b), false)
        assert.equal((yield* at(noon)(redeemed(token.secret)))._tag, "None")
      })
    ))
})
