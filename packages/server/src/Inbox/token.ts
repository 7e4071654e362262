import { deriveToken, type StoredKeys } from "@telemark/core"
import { Effect, Redacted } from "effect"
import type { Settings } from "../Settings/index.js"

/**
 * What opens the inbox: derived from the key that secrets are sealed with, so that it is the same after a restart and in every process,
 * stands nowhere, and changes when that key does.
 */
export const inboxToken = ({ secret }: Pick<Settings, "secret">): Effect.Effect<string, InboxTokenFailure, StoredKeys> =>
  Effect.map(deriveToken("inbox", secret), Redacted.value)

type InboxTokenFailure = Effect.Effect.Error<ReturnType<typeof deriveToken>>
