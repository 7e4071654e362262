import {
  AuditLog,
  memberQueries,
  Passkeys,
  sessionMillis,
  sessionQueries,
  Sessions,
  tenantRemoval
} from "@telemark/core"
import { Effect, Exit, Layer } from "effect"
import assert from "node:assert/strict"
import { at, layerApiKeys } from "./accounts.js"
import { addTenant, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

const aMember = (id: string, tenant_id: string | null = "tn_a") => ({
  id,
  tenant_id,
  email: `${id}@example.com`,
  folded: `${id}@example.com`,
  name: null,
  role: "viewer" as const,
  state: "active" as const,
  issuer: "invitation",
  subject: null,
  from_groups: false,
  invitation_hash: null,
  invited_until: null,
  created_at: noon,
  last_signed_in_at: null
})

const aPasskey = (id: string, member_id = "mem_a") => ({
  id,
  member_id,
  public_key: "cose",
  counter: 0,
  browser: "Firefox"
})

const aSession = (member_id: string, tenant_id: string | null) => ({
  hash: `session of ${member_id}`,
  id: null,
  kind: "member" as const,
  key_id: null,
  member_id,
  tenant_id,
  created_at: noon,
  expires_at: noon + sessionMillis,
  seen_at: noon,
  address: null,
  browser: null
})

const by = { actor: { kind: "member", id: "mem_a", name: "Ada" } } as const

/** Members sign in with what their devices sign. */
export const passkeys = suite("Passkeys", (test) => {
  const provided = Effect.provide(
    Layer.merge(Passkeys.layer, Sessions.layer.pipe(Layer.provideMerge(layerApiKeys)))
  )

  const begin = Effect.gen(function* () {
    yield* addTenant("tn_a")
    const { insert, update } = yield* memberQueries
    for (const id of ["mem_a", "mem_b"]) assert.equal(yield* insert(aMember(id)), true)
    const { find } = yield* Sessions
    const passkeys = yield* Passkeys
    const { insert: insertSession, removeOfMember } = yield* sessionQueries
    for (const { id, tenant_id } of [aMember("mem_a"), aMember("mem_b")])
      yield* insertSession(aSession(id, tenant_id))
    const add = (passkey: ReturnType<typeof aPasskey>, who: typeof by = by) =>
      at(noon)(passkeys.add(passkey, `session of ${passkey.member_id}`, who))
    const use = (id: string, challenge: string, counter = 1) =>
      at(noon)(
        Effect.option(
          passkeys.begin({ id, counter, challenge, challengeExpires: noon + sessionMillis })
        )
      )
    return { add, passkeys, use, find, update, removeOfMember }
  })

  test("begins a session of the member, once for each challenge, however many come at once", () =>
    provided(
      Effect.gen(function* () {
        const { add, find, passkeys, update, use } = yield* begin
        assert.equal(yield* add(aPasskey("one")), true)
        const begun = (yield* together(times(10, () => use("one", "challenge")))).flatMap((made) =>
          made._tag === "Some" ? [made.value] : []
        )
        assert.equal(begun.length, 1)
        const { principal } = yield* at(noon)(find(begun[0]?.secret ?? ""))
        assert.deepEqual(
          [principal.actor, principal.tenant.id],
          [{ kind: "member", id: "mem_a", name: "mem_a@example.com" }, "tn_a"]
        )
        assert.deepEqual(yield* passkeys.list("mem_a"), [
          { ...aPasskey("one"), counter: 1, created_at: noon, last_used_at: noon }
        ])
        assert.equal((yield* use("none", "other"))._tag, "None")
        yield* update("mem_a", { state: "disabled" })
        assert.equal((yield* use("one", "third"))._tag, "None")
      })
    ))

  test("keeps at most ten of a member, however many come at once", () =>
    provided(
      Effect.gen(function* () {
        const { add, passkeys } = yield* begin
        const added = yield* together(times(20, (one) => add(aPasskey(`p${String(one)}`))))
        assert.equal(added.filter((isAdded) => isAdded).length, 10)
        assert.equal((yield* passkeys.list("mem_a")).length, 10)
      })
    ))

  test("takes none of a session that has ended, nor of a member that is disabled", () =>
    provided(
      Effect.gen(function* () {
        const { add, passkeys, removeOfMember, update } = yield* begin
        yield* removeOfMember("mem_a")
        assert.equal(yield* add(aPasskey("late")), false)
        yield* update("mem_b", { state: "disabled" })
        assert.equal(yield* add(aPasskey("late", "mem_b")), false)
        for (const id of ["mem_a", "mem_b"]) assert.deepEqual(yield* passkeys.list(id), [])
      })
    ))

  test("keeps at most ten of a member, each of one member, until they are removed with the tenant", () =>
    provided(
      Effect.gen(function* () {
        const { add, passkeys } = yield* begin
        for (const index of times(10, (one) => one))
          assert.equal(yield* add(aPasskey(`p${String(index)}`)), true)
        assert.equal(yield* add(aPasskey("p10")), false)
        assert.equal(yield* add(aPasskey("p0", "mem_b")), false)
        assert.equal(yield* passkeys.remove("mem_b", "p0", by), false)
        assert.equal(yield* passkeys.remove("mem_a", "p0", by), true)
        assert.equal(yield* add(aPasskey("p0", "mem_b")), true)
        // Ten passkeys, two members and their sessions.
        assert.equal(yield* (yield* tenantRemoval).clear("tn_a"), 14)
        assert.deepEqual(yield* passkeys.list("mem_a"), [])
      })
    ))

  test("are added and removed with their entries in the audit log, or not at all", () =>
    provided(
      Effect.gen(function* () {
        const { add, passkeys } = yield* begin
        yield* add(aPasskey("p0"))
        assert.equal(yield* add(aPasskey("p0")), false)
        assert.equal(yield* passkeys.remove("mem_a", "p1", by), false)
        yield* add(aPasskey("p1"))
        yield* passkeys.remove("mem_a", "p1", by)
        const { data } = yield* AuditLog.use(({ list }) => list(undefined)).pipe(
          Effect.provide(AuditLog.layer)
        )
        assert.deepEqual(
          data.map(({ actor, operation, target }) => [operation, actor.id, target?.kind]),
          ["passkeys.remove", "passkeys.add", "passkeys.add"].map((name) => [
            name,
            "mem_a",
            "passkey"
          ])
        )
        const unwritable = { actor: { ...by.actor, kind: null as never } }
        assert.ok(Exit.isFailure(yield* Effect.exit(add(aPasskey("p2"), unwritable))))
        assert.ok(Exit.isFailure(yield* Effect.exit(passkeys.remove("mem_a", "p0", unwritable))))
        assert.deepEqual(
          (yield* passkeys.list("mem_a")).map(({ id }) => id),
          ["p0"]
        )
      })
    ))
})
