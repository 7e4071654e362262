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

/** After this, a server knows that another process has rotated the key. */
const rememberedFor = "2 seconds"

/**
 * `inboxToken`, remembered: strangers' requests cost neither a look at the storage nor a derivation. A secret that was given stays
 * until the process ends; keys of the storage are read again after two seconds, after a failure too.
 */
export const makeRememberedToken = (
  settings: Pick<Settings, "secret">
): Effect.Effect<Effect.Effect<string, InboxTokenFailure>, never, StoredKeys> =>
  Effect.flatMap(Effect.context<StoredKeys>(), (context) => {
    const token = Effect.provide(inboxToken(settings), context)
    return settings.secret === undefined ? Effect.cachedWithTTL(token, rememberedFor) : Effect.cached(token)
  })
