import {
  allScopes,
  InvalidApiKey,
  NotFound,
  operatorScopes,
  type Scope,
  scopesOfRole,
  type StorageError
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { repeatInTurns } from "../../kernel/timeSlices.js"
import { callerOf, type Principal } from "../apiKeys/ApiKey.js"
import { ApiKeys } from "../apiKeys/ApiKeys.js"
import type { Actor } from "../auditLog/AuditEntry.js"
import { actorOf, changedBy } from "../auditLog/actorOf.js"
import { makeRecordChanges } from "../auditLog/recordChanges.js"
import { makeRefusalLimit } from "../auditLog/refusalLimit.js"
import { fingerprintOf } from "../apiKeys/keyFormat.js"
import { makeAdmit, NotAdmitted } from "../members/admitMember.js"
import { memberQueries } from "../members/memberTable.js"
import { makeFindTenant, tenantQueries } from "../tenants/tenantTable.js"
import {
  InvalidSignInToken,
  isSessionSecret,
  noteSeenEvery,
  sessionMillis,
  type SignedIn,
  signInTokenMillis
} from "./Session.js"
import { makeBeginForMember } from "./beginForMember.js"
import { mint } from "./mintSession.js"
import type { SessionsService } from "./SessionsService.js"
import { type FoundMember, sessionQueries } from "./sessionTable.js"

const signIn = { operation: "session.begin" }

const scopesOfOperator: ReadonlySet<Scope> = new Set<Scope>([...allScopes, ...operatorScopes])

const ofOperator = { key_id: null, member_id: null, tenant_id: null }

const operatorActor: Actor = { kind: "operator", id: null, name: null }

const make = Effect.gen(function* () {
  const { change } = yield* Database
  const sessions = yield* sessionQueries
  const tenants = yield* tenantQueries
  const members = yield* memberQueries
  const findTenant = yield* makeFindTenant
  const keys = yield* ApiKeys
  const admit = yield* makeAdmit
  const beginForMember = yield* makeBeginForMember
  const { note, recording } = yield* makeRecordChanges
  const refusals = yield* makeRefusalLimit

  const noteRefused = (kind: "key" | "member" | "operator") =>
    Effect.flatMap(refusals, (isNoted) =>
      isNoted
        ? Effect.ignore(
            note({ ...signIn, outcome: "refused", actor: { kind, id: null, name: null } })
          )
        : Effect.void
    )

  const beginByKey: SessionsService["beginByKey"] = (raw, place) =>
    Effect.gen(function* () {
      const caller = yield* keys.authenticate(raw)
      yield* keys.countWrite(caller)
      const { key_id } = caller
      const { made, record } = yield* mint(
        { kind: "session", key_id, member_id: null, tenant_id: caller.tenant.id },
        sessionMillis,
        place
      )
      yield* recording({ ...signIn, actor: actorOf(caller), tenant: caller.tenant })(
        change(
          Effect.andThen(
            sessions.insert(record),
            sessions.removeBeyondMax({ kind: "key", id: key_id })
          )
        )
      )
      return made
    }).pipe(Effect.tapErrorTag("InvalidApiKey", () => noteRefused("key")))

  const beginByToken: SessionsService["beginByToken"] = (token, place) =>
    Effect.gen(function* () {
      if (!isSessionSecret(token)) return yield* new InvalidSignInToken()
      const { made, record } = yield* mint({ ...ofOperator, kind: "session" }, sessionMillis, place)
      // Both or neither; of several at once, one succeeds.
      yield* recording({ ...signIn, actor: operatorActor })(
        change(
          Effect.gen(function* () {
            const taken = yield* sessions.takeToken(fingerprintOf(token), record.created_at)
            if (!taken) return yield* new InvalidSignInToken()
            yield* sessions.insert(record)
          })
        )
      )
      return made
    }).pipe(Effect.tapErrorTag("InvalidSignInToken", () => noteRefused("operator")))

  const beginByInvitation: SessionsService["beginByInvitation"] = (token, place) =>
    Effect.gen(function* () {
      if (!isSessionSecret(token)) return yield* new InvalidSignInToken()
      const now = yield* Clock.currentTimeMillis
      const begun = yield* change(
        Effect.gen(function* () {
          const member = yield* members.takeInvitation(fingerprintOf(token), now)
          if (member === undefined) return undefined
          return yield* beginForMember(member, place)
        })
      )
      return begun ?? (yield* new InvalidSignInToken())
    }).pipe(Effect.tapErrorTag("InvalidSignInToken", () => noteRefused("member")))

  const beginByIdentity: SessionsService["beginByIdentity"] = (identity, home, place) =>
    Effect.gen(function* () {
      const member = yield* admit(identity, home)
      return yield* change(
        Effect.gen(function* () {
          // Who was invited anew, or disabled, since it was admitted.
          if (!(yield* members.lockActive(member.id)))
            return yield* new NotAdmitted({ because: "other_sign_in" })
          return yield* beginForMember(member, place)
        })
      )
    }).pipe(Effect.tapErrorTag("NotAdmitted", () => noteRefused("member")))

  const home = Effect.flatMap(tenants.findByName("default"), (found) =>
    found === undefined ? Effect.map(tenants.list, (all) => all.at(-1)) : Effect.succeed(found)
  )

  const everywhere = (
    of: Omit<Principal, "tenant">,
    rest: Pick<SignedIn, "expires_at" | "issuer" | "name">,
    tenantName: string | undefined
  ): Effect.Effect<SignedIn, NotFound | StorageError> =>
    Effect.flatMap(
      stored(tenantName === undefined ? home : tenants.findByName(tenantName)),
      (tenant) =>
        tenant === undefined
          ? new NotFound()
          : Effect.succeed({ principal: { ...of, tenant }, operator: true, ...rest })
    )

  const signedIn = (
    { member, tenant }: FoundMember,
    expires_at: number | null,
    session: string | undefined,
    tenantName: string | undefined
  ): Effect.Effect<SignedIn, NotFound | StorageError> => {
    const { member_email, member_id, member_issuer: issuer, member_name, member_role } = member
    const name = member_name ?? member_email
    const of = {
      scopes: scopesOfRole(member_role, tenant === null),
      actor: { kind: "member", id: member_id, name },
      session
    } as const
    return tenant === null
      ? everywhere(of, { name, expires_at, issuer }, tenantName)
      : Effect.succeed({ principal: { ...of, tenant }, operator: false, name, expires_at, issuer })
  }

  const identify: SessionsService["identify"] = (identity, belongs, tenantName) =>
    Effect.gen(function* () {
      const { email, id, issuer, name, role, tenant_id } = yield* admit(identity, belongs)
      const tenant = tenant_id === null ? null : yield* stored(findTenant(tenant_id))
      if (tenant === undefined) return yield* new InvalidApiKey()
      const member = {
        member_id: id,
        member_email: email,
        member_name: name,
        member_role: role,
        member_issuer: issuer
      }
      return yield* signedIn({ member, tenant }, null, undefined, tenantName)
    })

  const find: SessionsService["find"] = (secret, tenantName) =>
    Effect.gen(function* () {
      if (!isSessionSecret(secret)) return yield* new InvalidApiKey()
      const now = yield* Clock.currentTimeMillis
      const session = fingerprintOf(secret)
      const found = yield* stored(sessions.find(session, now))
      if (found === undefined) return yield* new InvalidApiKey()
      const { bound, expires_at, seen_at } = found
      // Best effort, as for keys.
      if (now - (seen_at ?? 0) >= noteSeenEvery)
        yield* Effect.ignore(sessions.noteSeen(session, now))
      if (bound === null) {
        const of = { scopes: scopesOfOperator, actor: operatorActor, session }
        return yield* everywhere(of, { name: undefined, expires_at }, tenantName)
      }
      if ("member" in bound) return yield* signedIn(bound, expires_at, session, tenantName)
      const principal = { ...callerOf(bound), session }
      return { principal, operator: false, name: bound.key.name, expires_at }
    })

  const end: SessionsService["end"] = (secret) =>
    isSessionSecret(secret)
      ? Effect.gen(function* () {
          const found = yield* Effect.option(find(secret))
          const remove = change(Effect.asVoid(sessions.remove(fingerprintOf(secret))))
          if (Option.isNone(found)) {
            yield* remove
            return undefined
          }
          yield* recording({ ...changedBy(found.value), operation: "session.end" })(remove)
          return found.value
        })
      : Effect.undefined

  const endAll = Effect.asVoid(
    repeatInTurns(sessions.removeExpired(Number.MAX_SAFE_INTEGER), (count) => count > 0)
  )

  const createToken: SessionsService["createToken"] = Effect.gen(function* () {
    const { made, record } = yield* mint({ ...ofOperator, kind: "token" }, signInTokenMillis)
    yield* change(sessions.insert(record))
    return made
  })

  return Sessions.of({
    beginByKey,
    beginByToken,
    beginByInvitation,
    beginByIdentity,
    identify,
    find,
    list: (owner) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => stored(sessions.list(owner, now))),
    end,
    endOne: (owner, id, by) =>
      change(
        Effect.tap(sessions.endOne(owner, id), (isEnded) =>
          isEnded
            ? note({ ...by, operation: "session.end", target: { kind: "session", id } })
            : Effect.void
        )
      ),
    noteRefused: noteRefused("member"),
    endAll,
    createToken
  })
})

/** Of people in browsers: made from a key, from a printed link, or for a member. */
export class Sessions extends Context.Service<Sessions, SessionsService>()(
  "@telemark/core/Sessions"
) {
  static readonly layer: Layer.Layer<Sessions, never, Database | ApiKeys> = Layer.effect(this, make)
}
