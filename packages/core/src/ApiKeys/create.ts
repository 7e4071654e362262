import { Clock, Effect } from "effect"
import { Entropy, newId } from "../Ids/index.js"
import { decode } from "../Validation/index.js"
import { CreateApiKey, type CreatedApiKey } from "./ApiKey.js"
import { ScopeExceedsCaller } from "./errors.js"
import { keyEntropyBytes, mintKey } from "./format.js"
import type { ApiKeyStore, KeyHasher } from "./ports.js"
import { grantScopes, type Scope } from "./scopes.js"

export interface ApiKeysOptions {
  /** Sends a minute of a key that was made without naming a limit; 600 by default. */
  readonly defaultRateLimit?: number | undefined
}

/** For whom a key is made, and what its creator holds itself. */
export interface NewKeyOwner {
  readonly tenant_id: string
  readonly scopes: ReadonlySet<Scope>
}

const warning = "Store this key now: it is shown only once and can't be retrieved again."
const decodeCreate = decode(CreateApiKey)

export const makeCreate =
  (options: ApiKeysOptions, store: typeof ApiKeyStore.Service, hasher: typeof KeyHasher.Service) =>
  (owner: NewKeyOwner, input: CreateApiKey) =>
    Effect.gen(function*() {
      const { name, rate_limit = options.defaultRateLimit ?? 600, scopes: asked } = yield* decodeCreate(input)
      const decision = grantScopes(asked, owner.scopes)
      if (decision._tag === "Exceeds") return yield* new ScopeExceedsCaller({ scopes: decision.scopes })
      const entropy = yield* Entropy
      const { key, prefix } = mintKey(entropy.bytes(keyEntropyBytes))
      const { scopes } = decision
      const id = yield* newId("key")
      const created_at = yield* Clock.currentTimeMillis
      const hash = yield* hasher.hash(key)
      yield* store.insert({
        id, tenant_id: owner.tenant_id, prefix, hash, name, scopes, rate_limit, created_at, last_used_at: null, revoked_at: null
      })
      const created: CreatedApiKey = { id, key, prefix, name, scopes, rate_limit, warning }
      return created
    })
