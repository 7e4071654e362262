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
import { Clock, Context, Data, Duration, Effect, Layer } from "effect"
import { Entropy } from "../../kernel/ids/Entropy.js"
import { repeatInTurns } from "../../database/repeatInTurns.js"
import type { Caller, Principal } from "../apiKeys/ApiKey.js"
import { ApiKeys } from "../apiKeys/ApiKeys.js"
import { KeyHasher } from "../apiKeys/ports.js"
import type { Tenant } from "../tenants/Tenant.js"
import { TenantStore } from "../tenants/TenantStore.js"
import { SessionStore, type StoredSession } from "./SessionStore.js"
import { isSessionSecret, mintSessionSecret, sessionSecretBytes } from "./sessionSecret.js"

/** The token is unknown, has expired or was used before; the error doesn't say which. */
export class InvalidSignInToken extends Data.TaggedError("InvalidSignInToken")<{}> {
  override get message(): string {
    return "The link has expired or was used before."
  }
}

/** How long a session lasts, and a token that signs in, in milliseconds. */
export const sessionMillis = Duration.toMillis("12 hours")
export const signInTokenMillis = Duration.toMillis("10 minutes")

/** A new session. Its secret is only here. */
export interface NewSession {
  readonly secret: string
  readonly expires_at: number
}

/** Who a session belongs to. */
export interface SignedIn {
  /** With the key's id and limits if the session was made from a key. */
  readonly principal: Principal | Caller
  /** Whether this person runs the deployment. */
  readonly operator: boolean
  /** The key's name; undefined for the operator. */
  readonly name: string | undefined
  readonly expires_at: number
}

export interface SessionsService {
  /** Begins a session of a key, which counts as a write of that key. */
  readonly beginByKey: (
    key: string
  ) => Effect.Effect<NewSession, InvalidApiKey | ApiKeysBusy | RateLimited | StorageError>
  /** Begins a session of the operator, and uses the token up. */
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
  /** Ends the sessions of everybody, in every process, and makes tokens void that sign in. */
  readonly endAll: Effect.Effect<void, StorageError>
  /** A token that signs the operator in once within ten minutes. It is only in the answer. */
  readonly createToken: Effect.Effect<NewSession, StorageError>
}

/** What the operator may do. */
const scopes: ReadonlySet<Scope> = new Set<Scope>([...allScopes, operatorScope])

const make = Effect.gen(function* () {
  const store = yield* SessionStore
  const tenants = yield* TenantStore
  const keys = yield* ApiKeys
  const { fingerprint } = yield* KeyHasher

  const mint = (key: StoredSession["key"], millis: number) =>
    Effect.gen(function* () {
      const secret = mintSessionSecret((yield* Entropy).bytes(sessionSecretBytes))
      const created_at = yield* Clock.currentTimeMillis
      const stored: StoredSession = {
        hash: fingerprint(secret),
        key,
        created_at,
        expires_at: created_at + millis
      }
      return { stored, made: { secret, expires_at: stored.expires_at } }
    })

  const beginByKey: SessionsService["beginByKey"] = (raw) =>
    Effect.gen(function* () {
      const caller = yield* keys.authenticate(raw)
      yield* keys.countWrite(caller)
      const { made, stored } = yield* mint(
        { id: caller.key_id, tenant_id: caller.tenant.id },
        sessionMillis
      )
      yield* store.insert(stored)
      return made
    })

  const beginByToken: SessionsService["beginByToken"] = (token) =>
    Effect.gen(function* () {
      if (!isSessionSecret(token)) return yield* new InvalidSignInToken()
      const { made, stored } = yield* mint(null, sessionMillis)
      return (yield* store.redeem(fingerprint(token), stored))
        ? made
        : yield* new InvalidSignInToken()
    })

  const home: Effect.Effect<Tenant | undefined, StorageError> = Effect.flatMap(
    tenants.findByName("default"),
    (found) =>
      found === undefined ? Effect.map(tenants.list, (all) => all.at(-1)) : Effect.succeed(found)
  )

  const operator = (
    expires_at: number,
    tenantName: string | undefined
  ): Effect.Effect<SignedIn, NotFound | StorageError> =>
    Effect.flatMap(tenantName === undefined ? home : tenants.findByName(tenantName), (tenant) =>
      tenant === undefined
        ? new NotFound()
        : Effect.succeed({
            principal: { tenant, scopes },
            operator: true,
            name: undefined,
            expires_at
          })
    )

  const find: SessionsService["find"] = (secret, tenantName) =>
    Effect.gen(function* () {
      if (!isSessionSecret(secret)) return yield* new InvalidApiKey()
      const found = yield* store.find(fingerprint(secret), yield* Clock.currentTimeMillis)
      if (found === undefined) return yield* new InvalidApiKey()
      const { bound, expires_at } = found
      if (bound === null) return yield* operator(expires_at, tenantName)
      const { key, tenant } = bound
      const principal: Caller = {
        tenant,
        key_id: key.id,
        scopes: new Set(key.scopes),
        rate_limit: key.rate_limit
      }
      return { principal, operator: false, name: key.name, expires_at }
    })

  const end: SessionsService["end"] = (secret) =>
    isSessionSecret(secret) ? store.remove(fingerprint(secret)) : Effect.void

  const endAll = Effect.asVoid(
    repeatInTurns(store.removeExpired(Number.MAX_SAFE_INTEGER), (count) => count > 0)
  )

  const createToken: SessionsService["createToken"] = Effect.gen(function* () {
    const { made, stored } = yield* mint(null, signInTokenMillis)
    yield* store.insertToken(stored)
    return made
  })

  return Sessions.of({ beginByKey, beginByToken, find, end, endAll, createToken })
})

/** Sessions of people in browsers, made from a key or from a printed link. */
export class Sessions extends Context.Service<Sessions, SessionsService>()(
  "@telemark/core/Sessions"
) {
  static readonly layer: Layer.Layer<
    Sessions,
    never,
    SessionStore | TenantStore | ApiKeys | KeyHasher
  > = Layer.effect(this, make)
}
