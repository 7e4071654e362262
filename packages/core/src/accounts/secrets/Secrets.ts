import type { StorageError } from "@telemark/contract"
import { Context, Effect, Layer, type Redacted } from "effect"
import type { StoredKeys } from "./StoredKeys.js"
import { open, seal } from "./cipher.js"
import { type InvalidSecret, type SecretMissing, SecretUnreadable } from "./errors.js"
import { givenKeyRing, type KeyRing, storedKeyRing } from "./keyRing.js"
import { parseSecret } from "./parseSecret.js"
import { unpackSealed } from "./sealedText.js"
import type { SecretReference } from "./secretReference.js"

export interface SecretsService {
  /**
   * Encrypts a secret with the newest key (AES-256-GCM). The result is text without white space.
   */
  readonly seal: (
    secret: Redacted.Redacted,
    reference: SecretReference
  ) => Effect.Effect<string, StorageError>
  /** Decrypts a secret with whichever known key it was sealed with. */
  readonly open: (
    sealed: string,
    reference: SecretReference
  ) => Effect.Effect<Redacted.Redacted, SecretUnreadable | StorageError>
  readonly isCurrent: (sealed: string) => Effect.Effect<boolean, StorageError>
}

const serviceOf = (ring: KeyRing): SecretsService => ({
  seal: (secret, reference) => Effect.flatMap(ring.newest, (key) => seal(key, secret, reference)),

  open: (sealed, reference) =>
    Effect.gen(function* () {
      const parts = unpackSealed(sealed)
      if (parts === undefined) return yield* new SecretUnreadable({ reason: "damaged" })
      const key = yield* ring.find(parts.keyId)
      return key === undefined
        ? yield* new SecretUnreadable({ reason: "unknown_key" })
        : yield* open(key, parts, reference)
    }),

  isCurrent: (sealed) => Effect.map(ring.newest, (key) => unpackSealed(sealed)?.keyId === key.id)
})

export const makeSecrets = (
  secret: string | Redacted.Redacted | undefined
): Effect.Effect<SecretsService, SecretMissing | InvalidSecret | StorageError, StoredKeys> =>
  secret === undefined
    ? Effect.map(storedKeyRing, serviceOf)
    : Effect.map(Effect.flatMap(Effect.fromResult(parseSecret(secret)), givenKeyRing), serviceOf)

/**
 * Secrets at rest: passwords and private keys are stored sealed, and opened where they are used.
 */
export class Secrets extends Context.Service<Secrets, SecretsService>()("@telemark/core/Secrets") {
  /** Uses the keys of `secret` (`parseSecret`), or the storage's own keys without it. */
  static readonly layer = (
    secret?: string | Redacted.Redacted
  ): Layer.Layer<Secrets, SecretMissing | InvalidSecret | StorageError, StoredKeys> =>
    Layer.effect(Secrets, makeSecrets(secret))
}
