import type { StorageError } from "@telemark/contract"
import { Array, Effect, Redacted } from "effect"
import { Base64Url } from "effect/encoding"
import type { StoredKeys } from "./StoredKeys.js"
import type { InvalidSecret, SecretMissing } from "./errors.js"
import { storedSecrets } from "./keyRing.js"
import { parseSecret } from "./parseSecret.js"
import { derivePurposeKey } from "./sealingKey.js"

/**
 * Derives a token of 32 bytes in base64url (43 characters) from the newest key for one purpose by
 * HKDF-SHA-256. It is the same in all processes with that key, is stored nowhere, and changes when
 * the key is rotated. The keys are those of `secret`, as for `Secrets.layer`.
 */
export const deriveToken = (
  purpose: string,
  secret?: string | Redacted.Redacted
): Effect.Effect<Redacted.Redacted, SecretMissing | InvalidSecret | StorageError, StoredKeys> =>
  Effect.gen(function* () {
    const secrets = yield* secret === undefined
      ? storedSecrets
      : Effect.fromResult(parseSecret(secret))
    return Redacted.make(
      Base64Url.encode(yield* derivePurposeKey(Array.headNonEmpty(secrets), purpose))
    )
  })
