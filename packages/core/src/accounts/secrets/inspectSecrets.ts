import type { StorageError } from "@telemark/contract"
import { Effect, Result } from "effect"
import { SealedSecretStore } from "./SealedSecretStore.js"
import { Secrets } from "./Secrets.js"

/** Counts of stored secrets by whether the given keys can open them. */
export interface SecretCounts {
  readonly total: number
  readonly unknownKey: number
  readonly damaged: number
  /** Readable, but not sealed with the newest key. */
  readonly outdated: number
}

/** Tries to open every stored secret and counts the results. Changes nothing. */
export const inspectSecrets: Effect.Effect<
  SecretCounts,
  StorageError,
  Secrets | SealedSecretStore
> = Effect.gen(function* () {
  const secrets = yield* Secrets
  const all = yield* (yield* SealedSecretStore).all
  const looked = yield* Effect.forEach(
    all,
    ({ reference, sealed }) =>
      secrets.open(sealed, reference).pipe(
        Effect.andThen(secrets.isCurrent(sealed)),
        Effect.map(Result.succeed),
        Effect.catchTag("SecretUnreadable", ({ reason }) => Effect.succeed(Result.fail(reason)))
      ),
    { concurrency: 8 }
  )
  const failed = (reason: "unknown_key" | "damaged") =>
    looked.filter((one) => Result.isFailure(one) && one.failure === reason).length
  return {
    total: all.length,
    unknownKey: failed("unknown_key"),
    damaged: failed("damaged"),
    outdated: looked.filter((one) => Result.isSuccess(one) && !one.success).length
  }
})
