import { hash, verify } from "@node-rs/argon2"
import { KeyHasher } from "@telemark/core"
import { Effect, Layer } from "effect"

/** The cost of an argon2id hash. */
export interface KeyHashCost {
  /** Memory in KiB, at least 8. */
  readonly memoryCost: number
  /** Passes over the memory. */
  readonly timeCost: number
}

/**
 * OWASP's recommendation for argon2id, and the library's default: 19 MiB, two passes, parallelism
 * 1.
 */
const recommended: KeyHashCost = { memoryCost: 19_456, timeCost: 2 }

/**
 * Hashes keys with argon2id in libuv's threads. Verifies hashes of any
 * cost, since each contains its own.
 */
export const makeKeyHasher = (cost: KeyHashCost = recommended): Layer.Layer<KeyHasher> =>
  Layer.succeed(KeyHasher, {
    hash: (key) => Effect.promise(() => hash(key, { ...cost, parallelism: 1 })),
    verify: (key, stored) => Effect.promise(() => verify(stored, key))
  })

/** `makeKeyHasher` with the cost that OWASP recommends. */
export const layerKeyHasher: Layer.Layer<KeyHasher> = makeKeyHasher()
