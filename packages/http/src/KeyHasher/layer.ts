import { createHash } from "node:crypto"
import { hash, type Options, verify } from "@node-rs/argon2"
import { KeyHasher } from "@telemark/core"
import { Effect, Layer } from "effect"

/** What OWASP recommends for argon2id, the library's default: 19 MiB, two passes, one lane. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes keys with argon2id, in libuv's threads, and takes fingerprints with SHA-256. */
export const layerKeyHasher: Layer.Layer<KeyHasher> = Layer.succeed(KeyHasher, {
  hash: (key) => Effect.promise(() => hash(key, cost)),
  verify: (key, stored) => Effect.promise(() => verify(stored, key)),
  fingerprint: (key) => createHash("sha256").update(key).digest("base64url")
})
