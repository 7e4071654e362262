import type { NotFound, StorageError } from "@telemark/contract"
import { Feedback, Preferences, type RecipientPreferences } from "@telemark/core"
import { Effect } from "effect"

/** Unsubscribes the recipients of messages. */
export interface Unsubscribe {
  /**
   * Unsubscribes from the message's topic or, if it has none, from all mail, and reports it once as
   * `email.unsubscribed`.
   */
  readonly fromMessage: (
    emailId: string
  ) => Effect.Effect<RecipientPreferences, NotFound | StorageError>
  /** Reports an unsubscription that is stored already. */
  readonly report: (
    recipient: Pick<RecipientPreferences, "email_id" | "tenant_id">
  ) => Effect.Effect<void, StorageError>
}

/** Where the reports come from, if one is listed because it waits. */
const source = "unsubscribe"

/** What the message itself offers to unsubscribe from. */
const ofMessage = ({ topic }: RecipientPreferences) =>
  topic === null ? { all: false } : { topics: { [topic]: false } }

export const makeUnsubscribe: Effect.Effect<Unsubscribe, never, Feedback | Preferences> =
  Effect.gen(function* () {
    const feedback = yield* Feedback
    const preferences = yield* Preferences

    // With a key, repeats of one that waits for the message's delivery aren't stored again.
    const report: Unsubscribe["report"] = ({ email_id, tenant_id }) =>
      Effect.asVoid(
        feedback.receive({ tenant_id, source }, [
          { kind: "unsubscribed", applied: true, key: source, message: { email_id } }
        ])
      )

    const fromMessage: Unsubscribe["fromMessage"] = (emailId) =>
      Effect.gen(function* () {
        const found = yield* preferences.find(emailId)
        // First, and by itself: the reader's wish holds at once, while the report of a message in
        // flight waits. An undo isn't undone by it.
        const after = yield* preferences.setPreferences(emailId, ofMessage(found))
        yield* report(found)
        return after
      })

    return { fromMessage, report }
  })
