import { hash, verify } from "@node-rs/argon2"
import { KeyHasher } from "@telemark/core"
import { Effect, Layer } from "effect"

export interface KeyHashCost {
  /** KiB, at least 8. */
  readonly memoryCost: number
  /** Passes over the memory. */
  readonly timeCost: number
}

/** OWASP's recommendation for argon2id. */
const recommended: KeyHashCost = { memoryCost: 19_456, timeCost: 2 }

/** Argon2id in libuv's threads. Hashes of any cost can be verified. */
export const makeKeyHasher = (cost: KeyHashCost = recommended): Layer.Layer<KeyHasher> =>
  Layer.succeed(KeyHasher, {
    hash: (key) => Effect.promise(() => hash(key, { ...cost, parallelism: 1 })),
    verify: (key, stored) => Effect.promise(() => verify(stored, key))
  })

export const layerKeyHasher: Layer.Layer<KeyHasher> = makeKeyHasher()
