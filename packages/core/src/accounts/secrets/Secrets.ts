import type { StorageError } from "@telemark/contract"
import { Array, Context, Effect, Exit, Layer, type Redacted, Ref } from "effect"
import * as Direct from "../../kernel/direct.js"
import { Entropy } from "../../kernel/ids.js"
import { makeMemory } from "../../kernel/memory.js"
import { keyIdOf, nonceBytes, openText, sealText, type SecretReference } from "./sealedText.js"
import { type InvalidSecret, type SecretMissing, SecretUnreadable } from "./secretErrors.js"
import {
  deriveSealingKey,
  isSameKey,
  parseSecret,
  type SealingKey,
  type SecretKeys,
  StoredKeys,
  storedSecrets
} from "./secretKeys.js"

export interface SecretsService {
  /** With the newest key (AES-256-GCM), as text without white space. */
  readonly seal: (
    secret: Redacted.Redacted,
    reference: SecretReference
  ) => Effect.Effect<string, StorageError>
  /** With whichever known key it was sealed with. */
  readonly open: (
    sealed: string,
    reference: SecretReference
  ) => Effect.Effect<Redacted.Redacted, SecretUnreadable | StorageError>
  readonly isCurrent: (sealed: string) => Effect.Effect<boolean, StorageError>
}

interface KeyRing {
  readonly newest: Effect.Effect<SealingKey, StorageError>
  readonly find: (id: string) => Effect.Effect<SealingKey | undefined, StorageError>
}

/** Fixed until the host restarts. */
const givenKeyRing = (secrets: SecretKeys): KeyRing => {
  const keys = Array.map(secrets, deriveSealingKey)
  return {
    newest: Effect.succeed(keys[0]),
    find: (id) => Effect.succeed(keys.find((key) => key.id === id))
  }
}

/**
 * Keys kept by the storage, read anew before each sealing and for each unknown id: another process
 * may have just added one.
 */
const storedKeyRing: Effect.Effect<KeyRing, SecretMissing | StorageError, StoredKeys> = Effect.gen(
  function* () {
    const secrets = Effect.provideService(storedSecrets, StoredKeys, yield* StoredKeys)
    const last = yield* Ref.make<ReadonlyArray<SealingKey>>([])
    const read = Effect.flatMap(secrets, (present) =>
      Ref.modify(last, (known) => {
        // Deriving a key takes twice as long as sealing with it.
        const keys = Array.map(
          present,
          (secret) => known.find((key) => isSameKey(key.secret, secret)) ?? deriveSealingKey(secret)
        )
        return [keys, keys]
      })
    )
    yield* read
    // A storage that kept keys before can't have lost that ability.
    const readAgain = Effect.catchTag(read, "SecretMissing", (error) => Effect.die(error))
    return {
      newest: Effect.map(readAgain, Array.headNonEmpty),
      find: (id) =>
        Effect.flatMap(Ref.get(last), (keys) => {
          const known = keys.find((key) => key.id === id)
          return known === undefined
            ? Effect.map(readAgain, (read) => read.find((key) => key.id === id))
            : Effect.succeed(known)
        })
    }
  }
)

export const makeSecrets = (
  secret: string | Redacted.Redacted | undefined
): Effect.Effect<SecretsService, SecretMissing | InvalidSecret | StorageError, StoredKeys> =>
  Effect.gen(function* () {
    const ring =
      secret === undefined
        ? yield* storedKeyRing
        : givenKeyRing(yield* Effect.fromResult(parseSecret(secret)))
    return {
      seal: (text, reference) =>
        Effect.gen(function* () {
          const key = yield* ring.newest
          return sealText(key, text, reference, (yield* Entropy).bytes(nonceBytes))
        }),

      open: (sealed, reference) =>
        Effect.gen(function* () {
          const id = keyIdOf(sealed)
          if (id === undefined) return yield* new SecretUnreadable({ reason: "damaged" })
          const key = yield* ring.find(id)
          return key === undefined
            ? yield* new SecretUnreadable({ reason: "unknown_key" })
            : yield* Effect.fromResult(openText(key, sealed, reference))
        }),

      isCurrent: (sealed) => Effect.map(ring.newest, ({ id }) => keyIdOf(sealed) === id)
    }
  })

/** Passwords and private keys are stored sealed, and opened where they are used. */
export class Secrets extends Context.Service<Secrets, SecretsService>()("@telemark/core/Secrets") {
  /** Uses the keys of `secret` (`parseSecret`), or the storage's own keys without it. */
  static readonly layer = (
    secret?: string | Redacted.Redacted
  ): Layer.Layer<Secrets, SecretMissing | InvalidSecret | StorageError, StoredKeys> =>
    Layer.effect(Secrets, makeSecrets(secret))
}

/** Opening a secret costs more than signing with it. */
const maxOpened = 1000

/**
 * A name must contain location and sealed text: a row copied elsewhere must not open because it was
 * opened here.
 */
export const makeOpened = <A extends {}>() => {
  const opened = makeMemory<A>(maxOpened)
  return <E>(name: string, open: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Direct.suspend(() => {
      const known = opened.get(name)
      return known !== undefined
        ? Exit.succeed(known)
        : Effect.tap(open, (made) => Effect.sync(() => opened.set(name, made)))
    })
}
