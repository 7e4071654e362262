import { NotFound, type StorageError } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { isId } from "../../kernel/ids.js"
import { PreferenceStore } from "./PreferenceStore.js"
import {
  type ChosenPreferences,
  decidePreferences,
  decideUndo,
  type PreferenceChange,
  type RecipientPreferences,
  type StoredPreferences,
  viewOfPreferences
} from "./RecipientPreferences.js"

/**
 * What the recipient of a message wants. Whoever calls this must have seen that the request is the
 * recipient's: the id of the message is enough.
 */
export interface PreferencesService {
  readonly find: (emailId: string) => Effect.Effect<RecipientPreferences, NotFound | StorageError>
  /**
   * Applies what a recipient chose, and returns what holds then. It isn't reported as an event:
   * `Feedback.receive` reports an unsubscription.
   */
  readonly setPreferences: (
    emailId: string,
    chosen: ChosenPreferences
  ) => Effect.Effect<RecipientPreferences, NotFound | StorageError>
  /**
   * Takes back the unsubscription from the message's topic or, if it has none, from all mail.
   * Suppressions with another reason stay.
   */
  readonly undo: (emailId: string) => Effect.Effect<RecipientPreferences, NotFound | StorageError>
}

const viewOf = (
  stored: StoredPreferences | undefined
): Effect.Effect<RecipientPreferences, NotFound> =>
  stored === undefined ? new NotFound() : Effect.succeed(viewOfPreferences(stored))

const make: Effect.Effect<PreferencesService, never, PreferenceStore> = Effect.map(
  PreferenceStore,
  (store) => {
    const change = (emailId: string, decide: (before: StoredPreferences) => PreferenceChange) =>
      isId("em", emailId)
        ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
            Effect.flatMap(store.change(emailId, decide, now), viewOf)
          )
        : new NotFound()
    return {
      find: (emailId) =>
        isId("em", emailId) ? Effect.flatMap(store.find(emailId), viewOf) : new NotFound(),
      setPreferences: (emailId, chosen) =>
        change(emailId, (before) => decidePreferences(before, chosen)),
      undo: (emailId) => change(emailId, decideUndo)
    }
  }
)

/**
 * Preferences: what mail recipients want, as they say themselves on the pages that mail leads to.
 */
export class Preferences extends Context.Service<Preferences, PreferencesService>()(
  "@telemark/core/Preferences"
) {
  static readonly layer = Layer.effect(this, make)
}
