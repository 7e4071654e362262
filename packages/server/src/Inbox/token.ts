import { deriveToken, type StoredKeys } from "@telemark/core"
import { Effect, Redacted } from "effect"
import type { Settings } from "../Settings/index.js"

/** The inbox's token, derived from the encryption key: it is the same in all processes and after restarts, and changes with the key. */
export const inboxToken = ({ secret }: Pick<Settings, "secret">): Effect.Effect<string, InboxTokenFailure, StoredKeys> =>
  Effect.map(deriveToken("inbox", secret), Redacted.value)

type InboxTokenFailure = Effect.Effect.Error<ReturnType<typeof deriveToken>>

/** Within this time, a server notices that another process has rotated the key. */
const rememberedFor = "2 seconds"

/** Caches `inboxToken`, so that strangers' requests cost little: a configured secret's permanently, a stored key's for 2 s, failures included. */
export const makeRememberedToken = (
  settings: Pick<Settings, "secret">
): Effect.Effect<Effect.Effect<string, InboxTokenFailure>, never, StoredKeys> =>
  Effect.flatMap(Effect.context<StoredKeys>(), (context) => {
    const token = Effect.provide(inboxToken(settings), context)
    return settings.secret === undefined ? Effect.cachedWithTTL(token, rememberedFor) : Effect.cached(token)
  })
