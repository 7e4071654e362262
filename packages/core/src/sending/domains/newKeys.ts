import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type { Secrets } from "../../accounts/secrets/Secrets.js"
import { Entropy } from "../../kernel/ids.js"
import type { DkimAlgorithm, DkimKeyRecord } from "./Domain.js"
import type { DomainKey } from "./DomainStore.js"
import { dkimKeyReference } from "./dkimKeyReference.js"
import type { DkimKeys } from "./ports.js"

const base32 = "abcdefghijklmnopqrstuvwxyz234567"

/**
 * `tm` and 8 random base32 characters: selectors are never reused, since the old record may still
 * be cached.
 */
export const newSelector: Effect.Effect<string> = Effect.map(
  Entropy,
  ({ bytes }) => `tm${Array.from(bytes(8), (byte) => base32[byte % 32] ?? "").join("")}`
)

export interface KeyParts {
  readonly generator: typeof DkimKeys.Service
  readonly secrets: typeof Secrets.Service
}

/**
 * Generates keys in the state `next`; only in the tenant's turn and never inside a transaction: an
 * RSA key takes up to a second.
 */
export const newKeys = (
  { generator, secrets }: KeyParts,
  { domain, tenant_id }: DomainKey,
  algorithms: ReadonlyArray<DkimAlgorithm>
): Effect.Effect<ReadonlyArray<DkimKeyRecord>, StorageError> =>
  Effect.forEach(algorithms, (algorithm) =>
    Effect.gen(function* () {
      const { private_key, public_key } = yield* generator.generate(algorithm)
      const selector = yield* newSelector
      const sealed = yield* secrets.seal(
        private_key,
        dkimKeyReference(tenant_id, { domain, selector })
      )
      const created_at = yield* Clock.currentTimeMillis
      return {
        selector,
        algorithm,
        public_key,
        private_key: sealed,
        state: "next",
        created_at,
        ends_at: null
      }
    })
  )
