import {
  allScopes,
  type ApiKeysBusy,
  InvalidApiKey,
  NotFound,
  operatorScope,
  type RateLimited,
  type Scope,
  type StorageError
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { Entropy } from "../../kernel/ids.js"
import { callerOf } from "../apiKeys/ApiKey.js"
import { repeatInTurns } from "../../kernel/timeSlices.js"
import { ApiKeys } from "../apiKeys/ApiKeys.js"
import type { Actor } from "../auditLog/AuditEntry.js"
import { actorOf } from "../auditLog/actorOf.js"
import { makeRecordChanges } from "../auditLog/recordChanges.js"
import { makeRefusalLimit } from "../auditLog/refusalLimit.js"
import { fingerprintOf } from "../apiKeys/keyFormat.js"
import { tenantQueries } from "../tenants/tenantTable.js"
import {
  InvalidSignInToken,
  isSessionSecret,
  mintSessionSecret,
  type NewSession,
  sessionMillis,
  type SessionRecord,
  sessionSecretBytes,
  type SignedIn,
  signInTokenMillis
} from "./Session.js"
import { sessionQueries } from "./sessionTable.js"

interface SessionsService {
  /** It counts as a write of that key. */
  readonly beginByKey: (
    key: string
  ) => Effect.Effect<NewSession, InvalidApiKey | ApiKeysBusy | RateLimited | StorageError>
  /** Of the operator. Uses the token up. */
  readonly beginByToken: (
    token: string
  ) => Effect.Effect<NewSession, InvalidSignInToken | StorageError>
  /**
   * Who the session belongs to, read anew each time: a session ends with its key at once in every
   * process. The operator acts for the tenant `tenantName`; without it for `default`, or for the
   * oldest if there is none of that name. `NotFound` if there is no such tenant.
   */
  readonly find: (
    secret: string,
    tenantName?: string
  ) => Effect.Effect<SignedIn, InvalidApiKey | NotFound | StorageError>
  readonly end: (secret: string) => Effect.Effect<void, StorageError>
  /** Of everybody, in every process. Tokens that sign in become void. */
  readonly endAll: Effect.Effect<void, StorageError>
  /** It signs the operator in once within ten minutes. */
  readonly createToken: Effect.Effect<NewSession, StorageError>
}

const signIn = { operation: "session.begin" }

const operatorScopes: ReadonlySet<Scope> = new Set<Scope>([...allScopes, operatorScope])

const ofOperator = { key_id: null, tenant_id: null }

const operatorActor: Actor = { kind: "operator", id: null, name: null }

const make = Effect.gen(function* () {
  const { change } = yield* Database
  const sessions = yield* sessionQueries
  const tenants = yield* tenantQueries
  const keys = yield* ApiKeys
  const { note, recording } = yield* makeRecordChanges
  const refusals = yield* makeRefusalLimit

  const noteRefused = (kind: "key" | "operator") =>
    Effect.flatMap(refusals, (isNoted) =>
      isNoted
        ? Effect.ignore(
            note({ ...signIn, outcome: "refused", actor: { kind, id: null, name: null } })
          )
        : Effect.void
    )

  const mint = (
    of: Pick<SessionRecord, "kind" | "key_id" | "tenant_id">,
    millis: number
  ): Effect.Effect<{ readonly record: SessionRecord; readonly made: NewSession }> =>
    Effect.gen(function* () {
      const secret = mintSessionSecret((yield* Entropy).bytes(sessionSecretBytes))
      const created_at = yield* Clock.currentTimeMillis
      const expires_at = created_at + millis
      return {
        record: { ...of, hash: fingerprintOf(secret), created_at, expires_at },
        made: { secret, expires_at }
      }
    })

  const beginByKey: SessionsService["beginByKey"] = (raw) =>
    Effect.gen(function* () {
      const caller = yield* keys.authenticate(raw)
      yield* keys.countWrite(caller)
      const { key_id } = caller
      const { made, record } = yield* mint(
        { kind: "session", key_id, tenant_id: caller.tenant.id },
        sessionMillis
      )
      yield* recording({ ...signIn, actor: actorOf(caller), tenant: caller.tenant })(
        change(Effect.andThen(sessions.insert(record), sessions.removeBeyondMax(key_id)))
      )
      return made
    }).pipe(Effect.tapErrorTag("InvalidApiKey", () => noteRefused("key")))

  const beginByToken: SessionsService["beginByToken"] = (token) =>
    Effect.gen(function* () {
      if (!isSessionSecret(token)) return yield* new InvalidSignInToken()
      const { made, record } = yield* mint({ ...ofOperator, kind: "session" }, sessionMillis)
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

  const home = Effect.flatMap(tenants.findByName("default"), (found) =>
    found === undefined ? Effect.map(tenants.list, (all) => all.at(-1)) : Effect.succeed(found)
  )

  const operator = (
    expires_at: number,
    tenantName: string | undefined
  ): Effect.Effect<SignedIn, NotFound | StorageError> =>
    Effect.flatMap(
      stored(tenantName === undefined ? home : tenants.findByName(tenantName)),
      (tenant) =>
        tenant === undefined
          ? new NotFound()
          : Effect.succeed({
              principal: { tenant, scopes: operatorScopes, actor: operatorActor },
              operator: true,
              name: undefined,
              expires_at
            })
    )

  const find: SessionsService["find"] = (secret, tenantName) =>
    Effect.gen(function* () {
      if (!isSessionSecret(secret)) return yield* new InvalidApiKey()
      const now = yield* Clock.currentTimeMillis
      const found = yield* stored(sessions.find(fingerprintOf(secret), now))
      if (found === undefined) return yield* new InvalidApiKey()
      const { bound, expires_at } = found
      if (bound === null) return yield* operator(expires_at, tenantName)
      return { principal: callerOf(bound), operator: false, name: bound.key.name, expires_at }
    })

  const end: SessionsService["end"] = (secret) =>
    isSessionSecret(secret)
      ? Effect.gen(function* () {
          const found = yield* Effect.option(find(secret))
          const remove = change(Effect.asVoid(sessions.remove(fingerprintOf(secret))))
          if (Option.isNone(found)) return yield* remove
          const { operator: isOperator, principal } = found.value
          yield* recording({
            operation: "session.end",
            actor: actorOf(principal),
            tenant: isOperator ? undefined : principal.tenant
          })(remove)
        })
      : Effect.void

  const endAll = Effect.asVoid(
    repeatInTurns(sessions.removeExpired(Number.MAX_SAFE_INTEGER), (count) => count > 0)
  )

  const createToken: SessionsService["createToken"] = Effect.gen(function* () {
    const { made, record } = yield* mint({ ...ofOperator, kind: "token" }, signInTokenMillis)
    yield* change(sessions.insert(record))
    return made
  })

  return Sessions.of({ beginByKey, beginByToken, find, end, endAll, createToken })
})

/** Of people in browsers, made from a key or from a printed link. */
export class Sessions extends Context.Service<Sessions, SessionsService>()(
  "@telemark/core/Sessions"
) {
  static readonly layer: Layer.Layer<Sessions, never, Database | ApiKeys> = Layer.effect(this, make)
}
