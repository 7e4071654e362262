import {
  CreateApiKey,
  type CreatedApiKey,
  decode,
  type Scope,
  ScopeExceedsCaller,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Effect } from "effect"
import { Entropy, newId } from "../../kernel/ids.js"
import type { SlowHashes } from "./SlowHashes.js"
import { grantScopes } from "./grantScopes.js"
import { keyEntropyBytes, mintKey } from "./keyFormat.js"
import { type ApiKeyStore, maxActiveKeys } from "./ports.js"

export interface ApiKeysOptions {
  /** Sends per minute of a key created without a limit; 600 by default. */
  readonly defaultRateLimit?: number | undefined
  /**
   * Writes per minute of a key over HTTP (all requests but reads and sends); 600 by default. A
   * tenant has twice as many.
   */
  readonly writeRateLimit?: number | undefined
}

const usualRateLimit = 600

/**
 * The tenant that a new key belongs to, with its creator's scopes and rate limit, neither of which
 * the key may exceed.
 */
export interface NewKeyOwner {
  readonly tenant_id: string
  readonly scopes: ReadonlySet<Scope>
  readonly rate_limit?: number | undefined
}

const warning = "Store this key now. It is shown only once and can't be retrieved again."
const decodeCreate = decode(CreateApiKey)

const tooMany = () =>
  ValidationFailed.at(
    "body",
    `can't be made: the tenant has ${maxActiveKeys.toLocaleString("en")} active API keys already. Revoke one first.`
  )

export const checkRateLimit = (
  asked: number | undefined,
  ofCreator = Number.POSITIVE_INFINITY
): Effect.Effect<void, ValidationFailed> =>
  asked !== undefined && asked > ofCreator
    ? ValidationFailed.at(
        "rate_limit",
        `must be at most ${String(ofCreator)}, which is the rate_limit of the key that makes the request`
      )
    : Effect.void

export const makeCreateApiKey =
  (
    { defaultRateLimit = usualRateLimit }: ApiKeysOptions,
    store: typeof ApiKeyStore.Service,
    hashes: SlowHashes
  ) =>
  (owner: NewKeyOwner, input: CreateApiKey) =>
    Effect.gen(function* () {
      const {
        name,
        rate_limit: askedLimit,
        scopes: asked
      } = yield* Effect.fromResult(decodeCreate(input))
      const decision = grantScopes(asked, owner.scopes)
      if (decision._tag === "Exceeds")
        return yield* new ScopeExceedsCaller({ scopes: decision.scopes })
      yield* checkRateLimit(askedLimit, owner.rate_limit)
      const rate_limit =
        askedLimit ?? Math.min(defaultRateLimit, owner.rate_limit ?? defaultRateLimit)
      const { scopes } = decision
      return yield* hashes.inTurn(owner.tenant_id)(
        Effect.gen(function* () {
          // Checked before the slow hash. Two processes may both create the last key at the same
          // time.
          if ((yield* store.countActive(owner.tenant_id)) >= maxActiveKeys) return yield* tooMany()
          const entropy = yield* Entropy
          const { key, prefix } = mintKey(entropy.bytes(keyEntropyBytes))
          const id = yield* newId("key")
          const created_at = yield* Clock.currentTimeMillis
          const hash = yield* hashes.hash(owner.tenant_id, key)
          yield* store.insert({
            id,
            tenant_id: owner.tenant_id,
            prefix,
            hash,
            name,
            scopes,
            rate_limit,
            created_at,
            last_used_at: null,
            revoked_at: null
          })
          const created: CreatedApiKey = { id, key, prefix, name, scopes, rate_limit, warning }
          return created
        })
      )
    })
