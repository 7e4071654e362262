import { DkimKeysBusy, type StorageError } from "@telemark/contract"
import { Clock, Context, Effect, type Redacted } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import { Entropy } from "../../kernel/ids.js"
import { makeLimiter } from "../../kernel/Limiter.js"
import {
  type DkimAlgorithm,
  type DkimKeyRecord,
  dkimKeyReference,
  type DomainKey
} from "./Domain.js"

/** `public_key` as in `DkimKeyRecord`. */
export interface DkimKeyPair {
  readonly public_key: string
  /** PKCS #8 as PEM. */
  readonly private_key: Redacted.Redacted
}

/**
 * Port: generates key pairs off the thread that serves requests: an RSA key takes up to a second.
 */
export class DkimKeys extends Context.Service<
  DkimKeys,
  {
    /** RSA keys have 2048 bits. */
    readonly generate: (algorithm: DkimAlgorithm) => Effect.Effect<DkimKeyPair>
  }
>()("@telemark/core/DkimKeys") {}

const base32 = "abcdefghijklmnopqrstuvwxyz234567"

/**
 * `tm` and 8 random base32 characters: selectors are never reused, since the old record may still
 * be cached.
 */
const newSelector: Effect.Effect<string> = Effect.map(
  Entropy,
  ({ bytes }) => `tm${Array.from(bytes(8), (byte) => base32[byte % 32] ?? "").join("")}`
)

/**
 * Generates keys in the state `next`; only in the tenant's turn and never inside a transaction: an
 * RSA key takes up to a second.
 */
export const makeNewKeys = Effect.gen(function* () {
  const generator = yield* DkimKeys
  const secrets = yield* Secrets
  return (
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
})

/**
 * Domains whose keys are generated concurrently. An RSA pair takes 70 to 410 ms of a core, median
 * 180 ms (60 pairs, Node 20), on one of the four threads that also serve file and DNS look-ups.
 */
const maxRunning = 2

const maxWaiting = 200
const maxWaitingPerTenant = 20

type KeyTurns = (
  tenantId: string
) => <A, E, R>(make: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DkimKeysBusy, R>

/**
 * Runs key generation, including storing the keys, for two domains at a time: one per tenant,
 * tenants taking turns.
 */
export const makeKeyTurns = (): KeyTurns => {
  const limiter = makeLimiter({
    permits: maxRunning,
    permitsPerKey: 1,
    refuse: { maxWaiting, maxWaitingPerKey: maxWaitingPerTenant, error: () => new DkimKeysBusy() }
  })
  return (tenantId) => limiter.run({ key: tenantId })
}
