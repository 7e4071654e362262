import {
  allScopes,
  type Identity,
  invitationMillis,
  Members,
  memberQueries,
  operatorScopes,
  type Principal,
  type Role,
  type Scope,
  scopesOfRole,
  sessionQueries,
  Sessions,
  Emails,
  tenantQueries,
  tenantRemoval
} from "@telemark/core"
import { Effect, Layer } from "effect"
import assert from "node:assert/strict"
import { at, layerApiKeys } from "./accounts.js"
import { addTenant, aTenant, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"
import { layerPlainEngine } from "./templateFixtures.js"

const operator = (tenant = "tn_a"): Principal => ({
  tenant: aTenant(tenant),
  scopes: new Set<Scope>([...allScopes, ...operatorScopes]),
  actor: { kind: "operator", id: null, name: null }
})

const memberOf = (id: string, role: Role, tenant = "tn_a"): Principal => ({
  tenant: aTenant(tenant),
  scopes: scopesOfRole(role, false),
  actor: { kind: "member", id, name: null }
})

const ada = { email: "Ada@Example.com", name: "Ada", role: "support" } as const

const issuer = "https://id.example.com"

const identity = (overrides: Partial<Identity> = {}): Identity => ({
  issuer,
  subject: "1",
  email: "ada@example.com",
  name: "Ada Lovelace",
  role: undefined,
  ...overrides
})

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: (error) => error._tag, onSuccess: () => "Success" as const })

const refusalOf = <A, R>(
  effect: Effect.Effect<A, { readonly _tag: string; readonly because?: string }, R>
) =>
  Effect.match(effect, {
    onFailure: (error) => error.because ?? error._tag,
    onSuccess: () => "let in"
  })

/** People who sign in by name, and how they come in. */
export const members = suite("Members", (test) => {
  const providedWith = (externalSignIn: boolean) =>
    Effect.provide(
      Layer.merge(
        Members.layer({ externalSignIn }).pipe(
          Layer.provide(Emails.layer().pipe(Layer.provide(layerPlainEngine)))
        ),
        Sessions.layer.pipe(Layer.provideMerge(layerApiKeys))
      )
    )
  const byLink = providedWith(false)
  const byProvider = providedWith(true)

  const tokenOf = (url: string | null) => /#invitation=(.+)$/.exec(url ?? "")?.[1] ?? ""

  const begin = Effect.gen(function* () {
    yield* addTenant("tn_a")
    yield* addTenant("tn_b")
    return { members: yield* Members, sessions: yield* Sessions }
  })

  test("invites an address once on the server, and lists members page by page, newest first", () =>
    byLink(
      Effect.gen(function* () {
        const { members } = yield* begin
        const invited = yield* at(noon)(members.invite(operator(), ada))
        assert.match(invited.invitation_url ?? "", /^\/#invitation=[\w-]{43}$/)
        assert.deepEqual(invited.member, {
          id: invited.member.id,
          email: "Ada@Example.com",
          name: "Ada",
          role: "support",
          operator: false,
          state: "invited",
          sign_in: null,
          from_groups: false,
          created_at: new Date(noon).toISOString(),
          invited_until: new Date(noon + invitationMillis).toISOString(),
          last_signed_in_at: null
        })
        for (const tenant of ["tn_a", "tn_b"])
          assert.equal(
            yield* tagOf(members.invite(operator(tenant), { ...ada, email: "ada@example.com" })),
            "ValidationFailed"
          )
        const all = { email: "eve@example.com", role: "viewer", operator: true } as const
        yield* at(noon + 1)(members.invite(operator(), all))
        const admin = memberOf("mem_x", "admin")
        assert.equal(
          yield* tagOf(members.invite(admin, { ...all, email: "x@example.com" })),
          "ValidationFailed"
        )
        const emails = (caller: Principal, request = {}) =>
          Effect.map(members.list(caller, request), ({ data }) => data.map(({ email }) => email))
        assert.deepEqual(yield* emails(operator()), ["eve@example.com", "Ada@Example.com"])
        assert.deepEqual(yield* emails(admin), ["Ada@Example.com"])
        assert.deepEqual(yield* emails(operator("tn_b")), ["eve@example.com"])
        assert.deepEqual(yield* emails(memberOf("mem_x", "admin", "tn_b")), [])
        assert.deepEqual(yield* emails(operator(), { q: "ADA" }), ["Ada@Example.com"])
        const page = yield* members.list(operator(), { limit: 1 })
        assert.deepEqual(yield* emails(operator(), { after: page.next ?? "" }), ["Ada@Example.com"])
        // Members of other tenants, and for the whole server, are out of an admin's reach.
        for (const id of [invited.member.id, "ada@example.com"])
          for (const caller of [operator("tn_b"), memberOf("mem_x", "admin", "tn_b")])
            assert.equal(yield* tagOf(members.update(caller, id, { role: "admin" })), "NotFound")
        assert.equal(yield* tagOf(members.remove(admin, "eve@example.com")), "NotFound")
      })
    ))

  test("takes an invitation once, however many come at once, and only for seven days", () =>
    byLink(
      Effect.gen(function* () {
        const { members, sessions } = yield* begin
        const { invitation_url, member } = yield* at(noon)(members.invite(operator(), ada))
        const token = tokenOf(invitation_url)
        const accept = (secret: string, now = noon) =>
          at(now)(Effect.option(sessions.beginByInvitation(secret)))
        assert.equal((yield* accept(token, noon + invitationMillis))._tag, "None")
        assert.equal((yield* accept("a".repeat(43)))._tag, "None")
        const taken = yield* together(times(10, () => accept(token, noon + invitationMillis - 1)))
        const begun = taken.flatMap((one) => (one._tag === "Some" ? [one.value] : []))
        assert.equal(begun.length, 1)
        const [session = { secret: "", expires_at: 0 }] = begun
        const found = yield* at(noon + invitationMillis)(sessions.find(session.secret))
        assert.deepEqual(
          [found.name, found.operator, found.principal.actor, found.principal.tenant.id],
          ["Ada", false, { kind: "member", id: member.id, name: "Ada" }, "tn_a"]
        )
        assert.deepEqual(found.principal.scopes, scopesOfRole("support", false))
        const again = yield* at(noon)(members.reinvite(operator(), member.id))
        assert.equal(again.member.state, "invited")
        assert.equal(yield* tagOf(at(noon)(sessions.find(session.secret))), "InvalidApiKey")
        const third = yield* at(noon)(members.reinvite(operator(), member.id))
        assert.equal((yield* accept(tokenOf(again.invitation_url)))._tag, "None")
        assert.equal((yield* accept(tokenOf(third.invitation_url)))._tag, "Some")
      })
    ))

  test("acts by the member's role as it is now, and no longer once it is disabled or removed", () =>
    byLink(
      Effect.gen(function* () {
        const { members, sessions } = yield* begin
        const { invitation_url, member } = yield* at(noon)(members.invite(operator(), ada))
        const { secret } = yield* at(noon)(sessions.beginByInvitation(tokenOf(invitation_url)))
        const { activeOf } = yield* sessionQueries
        const { principal } = yield* at(noon)(sessions.find(secret))
        const hashes = [principal.session ?? ""]
        yield* members.update(operator(), member.id, { role: "viewer" })
        assert.deepEqual(
          (yield* at(noon)(sessions.find(secret))).principal.scopes,
          scopesOfRole("viewer", false)
        )
        assert.equal((yield* activeOf(hashes, noon)).size, 1)
        const shown = yield* at(noon)(members.get(operator(), member.id))
        assert.deepEqual(
          shown.sessions.map(({ address, browser, current }) => ({ address, browser, current })),
          [{ address: null, browser: "other", current: false }]
        )
        yield* members.update(operator(), "ADA@example.com", { disabled: true })
        assert.equal(yield* tagOf(at(noon)(sessions.find(secret))), "InvalidApiKey")
        assert.equal((yield* activeOf(hashes, noon)).size, 0)
        yield* members.update(operator(), member.id, { disabled: false })
        // Its sessions are gone.
        assert.equal(yield* tagOf(at(noon)(sessions.find(secret))), "InvalidApiKey")
        assert.equal((yield* members.list(operator())).data[0]?.state, "active")
        yield* members.remove(operator(), member.id)
        assert.equal(yield* tagOf(members.get(operator(), member.id)), "NotFound")
        yield* members.invite(operator("tn_b"), ada)
        yield* (yield* tenantQueries).markRemoved("b", noon)
        assert.equal(yield* (yield* tenantRemoval).clear("tn_b"), 1)
      })
    ))

  test("keeps a tenant's last active admin, unless the operator says otherwise", () =>
    byLink(
      Effect.gen(function* () {
        const { members, sessions } = yield* begin
        const join = (email: string) =>
          Effect.gen(function* () {
            const made = yield* members.invite(operator(), { email, role: "admin" })
            yield* sessions.beginByInvitation(tokenOf(made.invitation_url))
            return made.member.id
          })
        const [one, two] = [yield* join("one@example.com"), yield* join("two@example.com")]
        yield* members.invite(operator(), { email: "three@example.com", role: "admin" })
        // Each disables the other at once: one of them stays.
        const outcomes = yield* together([
          tagOf(members.update(memberOf(one, "admin"), two, { disabled: true })),
          tagOf(members.update(memberOf(two, "admin"), one, { disabled: true }))
        ])
        assert.deepEqual([...outcomes].sort(), ["Success", "ValidationFailed"])
        const left = outcomes[0] === "Success" ? one : two
        const self = memberOf(left, "admin")
        assert.equal(
          yield* tagOf(members.update(self, left, { disabled: true })),
          "ValidationFailed"
        )
        assert.equal(
          yield* tagOf(members.update(self, left, { role: "viewer" })),
          "ValidationFailed"
        )
        assert.equal(yield* tagOf(members.reinvite(self, left)), "ValidationFailed")
        assert.equal(yield* tagOf(members.remove(self, left)), "ValidationFailed")
        assert.equal(yield* tagOf(members.update(self, left, { name: "Me" })), "Success")
        assert.equal(yield* tagOf(members.update(operator(), left, { disabled: true })), "Success")
      })
    ))

  test("lets in whom an admin invited, by a verified address, once; later by the identity alone", () =>
    byProvider(
      Effect.gen(function* () {
        const { members, sessions } = yield* begin
        const come = (overrides: Partial<Identity> = {}, now = noon) =>
          refusalOf(at(now)(sessions.beginByIdentity(identity(overrides), "a")))
        assert.equal(yield* come(), "not_invited")
        const invited = yield* at(noon)(members.invite(operator(), ada))
        assert.deepEqual([invited.invitation_url, invited.sent], [null, false])
        assert.equal(yield* come({}, noon + invitationMillis), "invitation_expired")
        // Of two accounts of one address, one is the member.
        const outcomes = yield* together([come(), come({ subject: "2" })])
        assert.deepEqual([...outcomes].sort(), ["let in", "other_sign_in"])
        const subject = outcomes[0] === "let in" ? "1" : "2"
        assert.equal(yield* come({ subject, email: "renamed@example.com" }), "let in")
        assert.equal(yield* come({ subject: "3" }), "other_sign_in")
        assert.equal(yield* come({ subject, issuer: "https://other.example" }), "other_sign_in")
        assert.equal(yield* come({ issuer: "proxy", subject: "ada@example.com" }), "other_sign_in")
        yield* members.update(operator(), invited.member.id, { disabled: true })
        assert.equal(yield* come({ subject }), "disabled")
        assert.equal(yield* come({ subject: "3" }), "disabled")
      })
    ))

  test("makes members whom their groups let in, with the role that they grant at each sign-in", () =>
    byProvider(
      Effect.gen(function* () {
        const { members, sessions } = yield* begin
        const come = (role: Role | undefined, home = "a") =>
          at(noon)(sessions.beginByIdentity(identity({ role }), home))
        assert.equal(yield* refusalOf(come("support", "nowhere")), "not_invited")
        const both = yield* together([come("support"), come("support")])
        const [first = { secret: "" }] = both
        const [member] = (yield* members.list(operator())).data
        assert.deepEqual(
          [member?.role, member?.from_groups, member?.sign_in, member?.name],
          ["support", true, issuer, "Ada Lovelace"]
        )
        const rolesOf = (secret: string) =>
          Effect.map(at(noon)(sessions.find(secret)), ({ principal }) => principal.scopes)
        yield* come("admin")
        assert.deepEqual(yield* rolesOf(first.secret), scopesOfRole("admin", false))
        assert.equal(
          yield* tagOf(members.update(operator(), member?.id ?? "", { role: "viewer" })),
          "ValidationFailed"
        )
        assert.equal(yield* refusalOf(come(undefined)), "not_invited")
        const everywhere = yield* at(noon)(
          sessions.beginByIdentity(
            identity({ subject: "9", email: "op@example.com", role: "viewer" }),
            "*"
          )
        )
        const found = yield* at(noon)(sessions.find(everywhere.secret, "b"))
        assert.deepEqual([found.operator, found.principal.tenant.id], [true, "tn_b"])
        assert.deepEqual(found.principal.scopes, scopesOfRole("viewer", true))
        assert.equal(found.principal.scopes.has("tenant:manage"), false)
        const named = yield* at(noon)(sessions.identify(identity({ role: "developer" }), "a"))
        assert.deepEqual(
          [named.expires_at, named.principal.session, named.principal.actor?.kind],
          [null, undefined, "member"]
        )
        const { activeAmong } = yield* memberQueries
        assert.equal((yield* activeAmong([named.principal.actor?.id ?? ""])).length, 1)
      })
    ))
})
