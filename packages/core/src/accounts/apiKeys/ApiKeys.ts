import {
  type ApiKeysBusy,
  type ApiKeyView,
  CreateApiKey,
  type CreatedApiKey,
  decode,
  InvalidApiKey,
  NotFound,
  RateLimited,
  type RateLimitStatus,
  ScopeExceedsCaller,
  type StorageError,
  UpdateApiKey,
  type ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { batchedReads } from "../../database/batched.js"
import { stored } from "../../database/storageError.js"
import * as Direct from "../../kernel/direct.js"
import { Entropy, isId, newId } from "../../kernel/ids.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { doneOrNotFound, orNotFound } from "../../operations/found.js"
import {
  type ApiKey,
  type Caller,
  callerOf,
  type FoundKey,
  grantScopes,
  higherLimitRefusal,
  limitsOf,
  manageRefusal,
  maxActiveKeys,
  type NewKeyOwner,
  rateLimitRefusal,
  tooManyKeys,
  viewOfKey
} from "./ApiKey.js"
import { makeCountSend } from "./SendLimits.js"
import { KeyHasher, makeSlowHashes } from "./SlowHashes.js"
import { makeCountWrite } from "./WriteLimits.js"
import { apiKeyQueries } from "./apiKeyTable.js"
import { isKeyPrefix, keyEntropyBytes, mintKey, parseKey } from "./keyFormat.js"
import { makeConsumeTokens } from "./rateLimitTable.js"

export interface ApiKeysOptions {
  /** Sends per minute of a key created without a limit; 600 by default. */
  readonly defaultRateLimit?: number | undefined
  /**
   * Writes per minute of a key over HTTP (all requests but reads and sends); 600 by default. A
   * tenant has twice as many.
   */
  readonly writeRateLimit?: number | undefined
}

/** The same for every process: days are those of UTC. */
const dayMillis = 24 * 60 * 60_000

interface ApiKeysService extends OperationsFor<string, "apiKeys", "list" | "revoke"> {
  /**
   * Identifies the caller of a raw key. It reads the row each time, so revoking a key takes effect
   * at once in every process. A malformed key is refused without touching storage. `ApiKeysBusy` if
   * too many keys that this process hasn't seen yet wait for their hash: in total, for the tenant
   * or for the prefix.
   */
  readonly authenticate: (
    key: string
  ) => Effect.Effect<Caller, InvalidApiKey | ApiKeysBusy | StorageError>
  /** `count` is 1 by default; `RateLimited`, counting none, if fewer are left. */
  readonly countSend: (
    caller: Caller,
    count?: number
  ) => Effect.Effect<RateLimitStatus, RateLimited | StorageError>
  /**
   * Also against its tenant, in this process; `RateLimited`, counting nothing, if either is used
   * up.
   */
  readonly countWrite: (caller: Caller) => Effect.Effect<RateLimitStatus, RateLimited>
  /** A tenant has 1,000 at most. Only this result contains the raw key. */
  readonly create: (
    owner: NewKeyOwner,
    input: CreateApiKey
  ) => Effect.Effect<
    CreatedApiKey,
    ValidationFailed | ScopeExceedsCaller | ApiKeysBusy | StorageError
  >
  /** `NotFound` without a key. */
  readonly current: (
    keyId: string | undefined
  ) => Effect.Effect<ApiKeyView, NotFound | StorageError>
  /** By id or prefix. Neither the limit before nor the new one may exceed the owner's own. */
  readonly update: (
    owner: Pick<NewKeyOwner, "tenant_id" | "rate_limit">,
    idOrPrefix: string,
    input: UpdateApiKey
  ) => Effect.Effect<ApiKeyView, NotFound | ValidationFailed | StorageError>
}

/**
 * `last_used_at` is exact to a minute: writing it on each request would double the writes of a
 * send.
 */
const touchEvery = 60_000

const warning = "Store this key now. It is shown only once and can't be retrieved again."

const decodeCreate = decode(CreateApiKey)
const decodeUpdate = decode(UpdateApiKey)

const isPlausible = (idOrPrefix: string): boolean =>
  isId("key", idOrPrefix) || isKeyPrefix(idOrPrefix)

const isNoted = ({ last_used_at }: ApiKey, now: number): boolean =>
  now - (last_used_at ?? 0) < touchEvery

const make = ({ defaultRateLimit = 600, writeRateLimit }: ApiKeysOptions) =>
  Effect.gen(function* () {
    const { change, write } = yield* Database
    const keys = yield* apiKeyQueries
    // Every request looks up its key, so this is worth sharing.
    const findByPrefix = yield* batchedReads(keys.findByPrefixes)
    const hashes = yield* makeSlowHashes(yield* KeyHasher)

    const verified = (
      raw: string,
      found: FoundKey
    ): Effect.Effect<Caller, InvalidApiKey | ApiKeysBusy> =>
      Effect.gen(function* () {
        if (!(yield* hashes.verify(raw, found.key))) return yield* new InvalidApiKey()
        const now = yield* Clock.currentTimeMillis
        // Best effort: a full disk must not prevent reads.
        if (!isNoted(found.key, now)) yield* Effect.ignore(keys.noteUse(found.key.id, now))
        return callerOf(found)
      })

    // Runs on each request: for a known key whose use was noted within the minute, the only effect
    // is the look-up.
    const authenticate: ApiKeysService["authenticate"] = (raw) => {
      const parsed = parseKey(raw)
      if (parsed === undefined) return new InvalidApiKey()
      return Direct.flatMap(findByPrefix(parsed.prefix), (found) => {
        if (found === undefined || found.key.revoked_at !== null) return new InvalidApiKey()
        return Direct.withNow((now): Effect.Effect<Caller, InvalidApiKey | ApiKeysBusy> => {
          const isKnown = isNoted(found.key, now) && hashes.recall(raw, found.key, now) === true
          return isKnown ? Effect.succeed(callerOf(found)) : verified(raw, found)
        })
      })
    }

    const create: ApiKeysService["create"] = (owner, input) =>
      Effect.gen(function* () {
        const { tenant_id } = owner
        const request = yield* Effect.fromResult(decodeCreate(input))
        const decision = grantScopes(request.scopes, owner.scopes)
        if (decision._tag === "Exceeds")
          return yield* new ScopeExceedsCaller({ scopes: decision.scopes })
        const refusal =
          rateLimitRefusal(request.rate_limit, owner.rate_limit) ??
          manageRefusal(request, decision.scopes)
        if (refusal !== undefined) return yield* refusal
        const {
          allowed_recipients = null,
          max_sends_per_day = null,
          name,
          rate_limit = Math.min(defaultRateLimit, owner.rate_limit ?? defaultRateLimit)
        } = request
        const { scopes } = decision
        return yield* hashes.inTurn(tenant_id)(
          Effect.gen(function* () {
            // Checked before the slow hash. Two processes may both create the last key at the same
            // time.
            if ((yield* stored(keys.countActive(tenant_id))) >= maxActiveKeys)
              return yield* tooManyKeys()
            const { key, prefix } = mintKey((yield* Entropy).bytes(keyEntropyBytes))
            const id = yield* newId("key")
            const created_at = yield* Clock.currentTimeMillis
            const hash = yield* hashes.hash(tenant_id, key)
            const unused = { created_at, last_used_at: null, revoked_at: null }
            yield* change(
              keys.insert({
                ...{ id, tenant_id, prefix, hash, name, scopes, rate_limit },
                ...{ allowed_recipients, max_sends_per_day },
                ...unused
              }),
              id
            )
            const limits = limitsOf({ allowed_recipients, max_sends_per_day })
            return { id, key, prefix, name, scopes, rate_limit, ...limits, warning }
          })
        )
      })

    const update: ApiKeysService["update"] = (
      { rate_limit: ofChanger, tenant_id },
      idOrPrefix,
      input
    ) =>
      Effect.gen(function* () {
        const changes = yield* Effect.fromResult(decodeUpdate(input))
        const refusal = rateLimitRefusal(changes.rate_limit, ofChanger)
        if (refusal !== undefined) return yield* refusal
        if (!isPlausible(idOrPrefix)) return yield* new NotFound()
        if (changes.rate_limit !== undefined && ofChanger !== undefined) {
          const present = yield* stored(keys.rateLimitOf(tenant_id, idOrPrefix))
          if (present !== undefined && present > ofChanger)
            return yield* higherLimitRefusal(ofChanger)
        }
        return viewOfKey(yield* change(orNotFound(keys.update(tenant_id, idOrPrefix, changes))))
      })

    const revoke: ApiKeysService["revoke"] = (tenantId, idOrPrefix) =>
      isPlausible(idOrPrefix)
        ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
            change(doneOrNotFound(keys.revoke(tenantId, idOrPrefix, now)))
          )
        : new NotFound()

    const list: ApiKeysService["list"] = (tenantId) =>
      Effect.map(stored(keys.list(tenantId)), (found) => ({ data: found.map(viewOfKey) }))

    const countOfMinute = makeCountSend(yield* makeConsumeTokens)

    const countOfDay = (key_id: string, count: number, limit: number) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const day = Math.floor(now / dayMillis)
        if (yield* write(keys.countSendsOfDay(key_id, day, count, limit))) return
        const seconds = Math.ceil(((day + 1) * dayMillis - now) / 1000)
        const left = { remaining: 0, resetSeconds: seconds, retryAfterSeconds: seconds }
        return yield* new RateLimited({
          status: { allowed: false, limit, ...left },
          period: "day"
        })
      })

    const countSend: ApiKeysService["countSend"] = (caller, count = 1) => {
      const { key_id, max_sends_per_day } = caller
      const counted = countOfMinute(caller, count)
      return max_sends_per_day === undefined
        ? counted
        : Effect.tap(counted, () => countOfDay(key_id, count, max_sends_per_day))
    }

    const current: ApiKeysService["current"] = (keyId) =>
      Effect.map(
        keyId === undefined ? new NotFound() : orNotFound(stored(keys.find(keyId))),
        viewOfKey
      )

    return ApiKeys.of({
      authenticate,
      countSend,
      current,
      countWrite: makeCountWrite(writeRateLimit),
      create,
      list,
      update,
      revoke
    })
  })

/** Authentication, scopes and rate limits of callers. */
export class ApiKeys extends Context.Service<ApiKeys, ApiKeysService>()("@telemark/core/ApiKeys") {
  static readonly layer = (
    options: ApiKeysOptions = {}
  ): Layer.Layer<ApiKeys, never, Database | KeyHasher> => Layer.effect(ApiKeys, make(options))
}
