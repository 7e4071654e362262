import type { StorageError } from "@telemark/contract"
import { Array, Effect, Redacted } from "effect"
import { Entropy } from "../../kernel/ids.js"
import { type SealedSecret, SealedSecretStore } from "./SealedSecretStore.js"
import { makeSecrets, type SecretsService } from "./Secrets.js"
import { type SecretKey, StoredKeys } from "./StoredKeys.js"
import { type InvalidSecret, SecretMissing, type SecretUnreadable } from "./errors.js"
import { isSameSecret } from "./sealingKey.js"
import type { SecretReference } from "./secretReference.js"

/** The result of a rotation. */
export interface RotatedSecrets {
  readonly total: number
  readonly resealed: number
  /** Secrets that can't be opened; they are unchanged. */
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

type Outcome = "current" | "resealed" | "changed" | RotatedSecrets["unreadable"][number]

const reseal =
  (secrets: SecretsService, store: typeof SealedSecretStore.Service) =>
  ({ reference, sealed }: SealedSecret) =>
    Effect.gen(function* () {
      if (yield* secrets.isCurrent(sealed)) return "current"
      const opened = yield* secrets.open(sealed, reference)
      return (yield* store.replace(reference, sealed, yield* secrets.seal(opened, reference)))
        ? "resealed"
        : "changed"
    }).pipe(
      Effect.catchTag("SecretUnreadable", ({ reason }) => Effect.succeed({ reference, reason }))
    )

/** Repeats while other processes save secrets, perhaps with an older key. */
const resealAll = (secrets: SecretsService, store: typeof SealedSecretStore.Service) =>
  Effect.gen(function* () {
    let resealed = 0
    for (let pass = 1; ; pass++) {
      const all = yield* store.all
      const outcomes: ReadonlyArray<Outcome> = yield* Effect.forEach(all, reseal(secrets, store), {
        concurrency: 8
      })
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
const rotateStored = (store: typeof SealedSecretStore.Service) =>
  Effect.gen(function* () {
    const stored = yield* StoredKeys
    const former = (yield* stored.keys) ?? []
    if (!Array.isReadonlyArrayNonEmpty(former)) return yield* new SecretMissing()
    const added = Redacted.make((yield* Entropy).bytes(keyBytes).slice())
    yield* stored.update((present) => [added, ...present])
    const rotated = yield* resealAll(yield* makeSecrets(undefined), store)
    const [last, ...outworn] = former
    const isOutworn = (key: SecretKey): boolean =>
      !isSameSecret(key, last) && outworn.some((old) => isSameSecret(old, key))
    if (rotated.complete && rotated.unreadable.length === 0)
      yield* stored.update((present) => present.filter((key) => !isOutworn(key)))
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
  SealedSecretStore | StoredKeys
> =>
  Effect.flatMap(SealedSecretStore, (store) =>
    secret === undefined
      ? rotateStored(store)
      : Effect.flatMap(makeSecrets(secret), (secrets) => resealAll(secrets, store))
  )
