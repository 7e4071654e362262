import { createHash } from "node:crypto"
import { hash, verify } from "@node-rs/argon2"
import { KeyHasher } from "@telemark/core"
import { Effect, Layer } from "effect"

/** What one hash of a key costs with argon2id. */
export interface KeyHashCost {
  /** Memory in KiB, at least 8. */
  readonly memoryCost: number
  /** How often the memory is gone through. */
  readonly timeCost: number
}

/** What OWASP recommends for argon2id, the library's default: 19 MiB, two passes, one lane. */
const recommended: KeyHashCost = { memoryCost: 19_456, timeCost: 2 }

/**
 * Hashes keys with argon2id, in libuv's threads, and takes fingerprints with SHA-256. A stored hash names its own cost, so that
 * hashes of any cost are verified.
 */
export const makeKeyHasher = (cost: KeyHashCost = recommended): Layer.Layer<KeyHasher> =>
  Layer.succeed(KeyHasher, {
    hash: (key) => Effect.promise(() => hash(key, { ...cost, parallelism: 1 })),
    verify: (key, stored) => Effect.promise(() => verify(stored, key)),
    fingerprint: (key) => createHash("sha256").update(key).digest("base64url")
  })

/** `makeKeyHasher` at the cost that OWASP recommends. */
export const layerKeyHasher: Layer.Layer<KeyHasher> = makeKeyHasher()
