import { deriveToken, rememberDerived, type StoredKeys } from "@telemark/core"
import { Effect, Redacted } from "effect"
import type { Settings } from "../Settings/index.js"

/**
 * The inbox's token, derived from the encryption key: it is the same in all processes and after
 * restarts, and changes with the key.
 */
export const inboxToken = ({
  secret
}: Pick<Settings, "secret">): Effect.Effect<string, InboxTokenFailure, StoredKeys> =>
  Effect.map(deriveToken("inbox", secret), Redacted.value)

type InboxTokenFailure = Effect.Error<ReturnType<typeof deriveToken>>

/** Caches `inboxToken`, so that strangers' requests cost little. */
export const makeRememberedToken = (
  settings: Pick<Settings, "secret">
): Effect.Effect<Effect.Effect<string, InboxTokenFailure>, never, StoredKeys> =>
  rememberDerived(settings.secret, inboxToken(settings))
