import type { StorageError } from "@telemark/contract"
import { Array, Effect, Redacted } from "effect"
import type { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { Entropy } from "../../kernel/ids.js"
import { type SealedSecret, sealedSecretQueries } from "./sealedSecrets.js"
import type { SecretReference } from "./sealedText.js"
import { type InvalidSecret, SecretMissing, type SecretUnreadable } from "./secretErrors.js"
import { isSameKey, type SecretKey, StoredKeys } from "./secretKeys.js"
import { makeSecrets, type SecretsService } from "./Secrets.js"

export interface RotatedSecrets {
  readonly total: number
  readonly resealed: number
  /** They are unchanged, since they can't be opened. */
  readonly unreadable: ReadonlyArray<{
    readonly reference: SecretReference
    readonly reason: SecretUnreadable["reason"]
  }>
  /**
   * Whether every readable secret is sealed with the newest key. False: another process kept
   * sealing with an older one; rotate again.
   */
  readonly complete: boolean
}

const maxPasses = 5
const keyBytes = 32

type Queries = Effect.Success<typeof sealedSecretQueries>
type Outcome = "current" | "resealed" | "changed" | RotatedSecrets["unreadable"][number]

const reseal =
  (secrets: SecretsService, queries: Queries) =>
  ({ reference, sealed }: SealedSecret) =>
    Effect.gen(function* () {
      if (yield* secrets.isCurrent(sealed)) return "current"
      const opened = yield* secrets.open(sealed, reference)
      const anew = yield* secrets.seal(opened, reference)
      return (yield* stored(queries.replace(reference, sealed, anew))) ? "resealed" : "changed"
    }).pipe(
      Effect.catchTag("SecretUnreadable", ({ reason }) => Effect.succeed({ reference, reason }))
    )

/** Repeats while other processes save secrets, perhaps with an older key. */
const resealAll = (secrets: SecretsService, queries: Queries) =>
  Effect.gen(function* () {
    let resealed = 0
    for (let pass = 1; ; pass++) {
      const all = yield* stored(queries.all)
      const outcomes: ReadonlyArray<Outcome> = yield* Effect.forEach(
        all,
        reseal(secrets, queries),
        {
          concurrency: 8
        }
      )
      const done = outcomes.filter((outcome) => outcome === "resealed").length
      resealed += done
      const isSettled = done === 0 && !outcomes.includes("changed")
      if (isSettled || pass === maxPasses) {
        const unreadable = outcomes.filter((outcome) => typeof outcome === "object")
        const result: RotatedSecrets = {
          total: all.length,
          resealed,
          unreadable,
          complete: isSettled
        }
        return result
      }
    }
  })

/**
 * Adds a new key to those that the storage keeps. The previous key stays for secrets that are being
 * sealed with it now. Of two concurrent rotations, each removes only keys that existed before it
 * began.
 */
const rotateStored = (queries: Queries) =>
  Effect.gen(function* () {
    const storedKeys = yield* StoredKeys
    const former = (yield* storedKeys.keys) ?? []
    if (!Array.isReadonlyArrayNonEmpty(former)) return yield* new SecretMissing()
    const added = Redacted.make((yield* Entropy).bytes(keyBytes).slice())
    yield* storedKeys.update((present) => [added, ...present])
    const rotated = yield* resealAll(yield* makeSecrets(undefined), queries)
    const [last, ...outworn] = former
    const isOutworn = (key: SecretKey): boolean =>
      !isSameKey(key, last) && outworn.some((old) => isSameKey(old, key))
    if (rotated.complete && rotated.unreadable.length === 0)
      yield* storedKeys.update((present) => present.filter((key) => !isOutworn(key)))
    return rotated
  })

/**
 * Reseals every secret with the newest key. With `secret` (as for `Secrets.layer`): put a new key
 * first, rotate, then remove the old ones. Without it, the storage adds a new key, keeps the
 * previous one, and removes older ones once nothing needs them.
 */
export const rotateSecrets = (
  secret?: string | Redacted.Redacted
): Effect.Effect<
  RotatedSecrets,
  SecretMissing | InvalidSecret | StorageError,
  Database | StoredKeys
> =>
  Effect.flatMap(sealedSecretQueries, (queries) =>
    secret === undefined
      ? rotateStored(queries)
      : Effect.flatMap(makeSecrets(secret), (secrets) => resealAll(secrets, queries))
  )
