import {
  type ApiKeyList,
  type ApiKeysBusy,
  type ApiKeyView,
  type CreateApiKey,
  type CreatedApiKey,
  decode,
  InvalidApiKey,
  NotFound,
  type RateLimited,
  type RateLimitStatus,
  type ScopeExceedsCaller,
  type StorageError,
  type Success,
  success,
  timestamp,
  timestampOrNull,
  UpdateApiKey,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { isId } from "../../kernel/ids.js"
import type { ApiKey, Caller } from "./ApiKey.js"
import { makeCountSend } from "./SendLimits.js"
import { makeSlowHashes } from "./SlowHashes.js"
import { makeCountWrite } from "./WriteLimits.js"
import {
  type ApiKeysOptions,
  checkRateLimit,
  makeCreateApiKey,
  type NewKeyOwner
} from "./createApiKey.js"
import { isKeyPrefix, parseKey } from "./keyFormat.js"
import { ApiKeyStore, KeyHasher, RateLimitStore } from "./ports.js"

export interface ApiKeysService {
  /**
   * Identifies the caller of a raw key. It reads the row each time, so revoking a key takes effect
   * at once in every process. A malformed key is refused without touching storage. `ApiKeysBusy` if
   * too many keys that this process hasn't seen yet wait for their hash: in total, for the tenant
   * or for the prefix.
   */
  readonly authenticate: (
    key: string
  ) => Effect.Effect<Caller, InvalidApiKey | ApiKeysBusy | StorageError>
  /**
   * Counts `count` sends (1 by default) against the caller's key; `RateLimited`, counting none, if
   * fewer are left.
   */
  readonly countSend: (
    caller: Caller,
    count?: number
  ) => Effect.Effect<RateLimitStatus, RateLimited | StorageError>
  /**
   * Counts a write against the caller's key and its tenant, in this process; `RateLimited`,
   * counting nothing, if either is used up.
   */
  readonly countWrite: (caller: Caller) => Effect.Effect<RateLimitStatus, RateLimited>
  /**
   * Creates a key; a tenant has 1,000 at most. The result is the only place where the raw key ever
   * appears.
   */
  readonly create: (
    owner: NewKeyOwner,
    input: CreateApiKey
  ) => Effect.Effect<
    CreatedApiKey,
    ValidationFailed | ScopeExceedsCaller | ApiKeysBusy | StorageError
  >
  /** The tenant's keys, including revoked ones, newest first, without secrets. */
  readonly list: (tenantId: string) => Effect.Effect<ApiKeyList, StorageError>
  /**
   * Changes the name or rate limit of a key given by id or prefix. Neither the limit before nor the
   * new one may exceed the owner's own.
   */
  readonly update: (
    owner: Pick<NewKeyOwner, "tenant_id" | "rate_limit">,
    idOrPrefix: string,
    input: UpdateApiKey
  ) => Effect.Effect<ApiKeyView, NotFound | ValidationFailed | StorageError>
  readonly revoke: (
    tenantId: string,
    idOrPrefix: string
  ) => Effect.Effect<Success, NotFound | StorageError>
}

/**
 * `last_used_at` is accurate to a minute, in milliseconds: writing it on each request would double
 * the writes of a send.
 */
const touchEvery = 60_000

const view = (key: ApiKey): ApiKeyView => ({
  id: key.id,
  prefix: key.prefix,
  name: key.name,
  scopes: key.scopes,
  rate_limit: key.rate_limit,
  created_at: timestamp(key.created_at),
  last_used_at: timestampOrNull(key.last_used_at),
  revoked_at: timestampOrNull(key.revoked_at)
})

const decodeUpdate = decode(UpdateApiKey)

type FoundKey = Effect.Success<ReturnType<(typeof ApiKeyStore.Service)["findByPrefix"]>> & {}

const callerOf = ({ key: { id, rate_limit, scopes }, tenant }: FoundKey): Caller => ({
  tenant,
  key_id: id,
  scopes: new Set(scopes),
  rate_limit
})

const make = (options: ApiKeysOptions) =>
  Effect.gen(function* () {
    const store = yield* ApiKeyStore
    const hashes = yield* makeSlowHashes(yield* KeyHasher)

    const isNoted = ({ last_used_at }: ApiKey, now: number): boolean =>
      now - (last_used_at ?? 0) < touchEvery

    const verified = (
      raw: string,
      found: FoundKey
    ): Effect.Effect<Caller, InvalidApiKey | ApiKeysBusy> =>
      Effect.gen(function* () {
        if (!(yield* hashes.verify(raw, found.key))) return yield* new InvalidApiKey()
        const now = yield* Clock.currentTimeMillis
        // Best effort: a full disk must not prevent reads.
        if (!isNoted(found.key, now)) yield* Effect.ignore(store.touch(found.key.id, now))
        return callerOf(found)
      })

    // Runs on each request: for a known key whose use was noted within the minute, the only effect
    // is the look-up.
    const authenticate: ApiKeysService["authenticate"] = (raw) => {
      const parsed = parseKey(raw)
      if (parsed === undefined) return new InvalidApiKey()
      return Effect.flatMap(store.findByPrefix(parsed.prefix), (found) => {
        if (found === undefined || found.key.revoked_at !== null) return new InvalidApiKey()
        return Effect.clockWith((clock): Effect.Effect<Caller, InvalidApiKey | ApiKeysBusy> => {
          const now = clock.currentTimeMillisUnsafe()
          const isKnown = isNoted(found.key, now) && hashes.recall(raw, found.key, now) === true
          return isKnown ? Effect.succeed(callerOf(found)) : verified(raw, found)
        })
      })
    }

    const isPlausible = (idOrPrefix: string): boolean =>
      isId("key", idOrPrefix) || isKeyPrefix(idOrPrefix)

    /** Whoever lowered a limit above its own could not put it back. */
    const checkIsWithin = (limit: number, tenantId: string, idOrPrefix: string) =>
      Effect.filterOrFail(
        store.list(tenantId),
        (all) =>
          !all.some(
            ({ id, prefix, rate_limit, revoked_at }) =>
              (id === idOrPrefix || prefix === idOrPrefix) &&
              revoked_at === null &&
              rate_limit > limit
          ),
        () =>
          ValidationFailed.at(
            "rate_limit",
            `can't be changed here: this key's is higher than ${String(limit)}, which is the rate_limit of the key that makes the request`
          )
      )

    const update: ApiKeysService["update"] = (owner, idOrPrefix, input) =>
      Effect.gen(function* () {
        const change = yield* Effect.fromResult(decodeUpdate(input))
        yield* checkRateLimit(change.rate_limit, owner.rate_limit)
        if (change.rate_limit !== undefined && owner.rate_limit !== undefined)
          yield* checkIsWithin(owner.rate_limit, owner.tenant_id, idOrPrefix)
        const updated = isPlausible(idOrPrefix)
          ? yield* store.update(owner.tenant_id, idOrPrefix, change)
          : undefined
        return updated === undefined ? yield* new NotFound() : view(updated)
      })

    const revoke: ApiKeysService["revoke"] = (tenantId, idOrPrefix) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (!isPlausible(idOrPrefix) || !(yield* store.revoke(tenantId, idOrPrefix, now)))
          return yield* new NotFound()
        return success
      })

    const list: ApiKeysService["list"] = (tenantId) =>
      Effect.map(store.list(tenantId), (keys) => ({ data: keys.map(view) }))

    return ApiKeys.of({
      authenticate,
      countSend: makeCountSend(yield* RateLimitStore),
      countWrite: makeCountWrite(options.writeRateLimit),
      create: makeCreateApiKey(options, store, hashes),
      list,
      update,
      revoke
    })
  })

/** API keys: authentication, scopes and rate limits of callers. */
export class ApiKeys extends Context.Service<ApiKeys, ApiKeysService>()("@telemark/core/ApiKeys") {
  static readonly layer = (
    options: ApiKeysOptions = {}
  ): Layer.Layer<ApiKeys, never, ApiKeyStore | RateLimitStore | KeyHasher> =>
    Layer.effect(ApiKeys, make(options))
}
