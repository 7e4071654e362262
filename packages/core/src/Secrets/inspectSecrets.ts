import type { StorageError } from "@telemark/contract"
import { Effect, Either } from "effect"
import { SealedSecretStore } from "./SealedSecretStore.js"
import { Secrets } from "./Secrets.js"

/** What the keys at hand can do with what is stored. */
export interface SecretCounts {
  readonly total: number
  /** Sealed with a key that isn't known here. */
  readonly unknownKey: number
  readonly damaged: number
  /** Those that can be opened and were sealed with a key that isn't the newest. */
  readonly outdated: number
}

/** Opens every stored secret, and counts what came of it. Changes nothing. */
export const inspectSecrets: Effect.Effect<SecretCounts, StorageError, Secrets | SealedSecretStore> = Effect.gen(function*() {
  const secrets = yield* Secrets
  const all = yield* (yield* SealedSecretStore).all
  const looked = yield* Effect.forEach(all, ({ reference, sealed }) =>
    secrets.open(sealed, reference).pipe(
      Effect.zipRight(secrets.isCurrent(sealed)),
      Effect.map(Either.right),
      Effect.catchTag("SecretUnreadable", ({ reason }) => Effect.succeed(Either.left(reason)))
    ), { concurrency: 8 })
  const failed = (reason: "unknown_key" | "damaged") => looked.filter((one) => Either.isLeft(one) && one.left === reason).length
  return {
    total: all.length,
    unknownKey: failed("unknown_key"),
    damaged: failed("damaged"),
    outdated: looked.filter((one) => Either.isRight(one) && !one.right).length
  }
})
