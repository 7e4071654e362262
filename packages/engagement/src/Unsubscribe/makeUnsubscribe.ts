import type { NotFound, StorageError } from "@telemark/contract"
import { Feedback, Preferences, type RecipientPreferences } from "@telemark/core"
import { Effect } from "effect"

/** Unsubscribes the recipients of messages. */
export interface Unsubscribe {
  /**
   * Unsubscribes from the message's topic or, if it has none, from all mail, and reports it once as `email.unsubscribed`. Undefined if that can't be
   * stored at the moment.
   */
  readonly fromMessage: (emailId: string) => Effect.Effect<RecipientPreferences | undefined, NotFound | StorageError>
  /** Reports an unsubscription that is stored already. */
  readonly report: (recipient: Pick<RecipientPreferences, "email_id" | "tenant_id">) => Effect.Effect<boolean, StorageError>
}

/** Where the reports come from, if one is listed because it waits. */
const source = "unsubscribe"

/** What the message itself offers to unsubscribe from. */
const ofMessage = ({ topic }: RecipientPreferences) => topic === null ? { all: false } : { topics: { [topic]: false } }

export const makeUnsubscribe: Effect.Effect<Unsubscribe, never, Feedback | Preferences> = Effect.gen(function*() {
  const feedback = yield* Feedback
  const preferences = yield* Preferences

  const report: Unsubscribe["report"] = ({ email_id, tenant_id }) =>
    Effect.map(feedback.receive({ tenant_id, source }, [{ kind: "unsubscribed", message: { email_id } }]), ([outcome]) => outcome !== "too_early")

  const fromMessage: Unsubscribe["fromMessage"] = (emailId) =>
    Effect.gen(function*() {
      const found = yield* preferences.find(emailId)
      if (!(yield* report(found))) return undefined
      // The report of a message whose delivery isn't recorded yet waits for that; the reader's wish holds at once.
      return yield* preferences.setPreferences(emailId, ofMessage(found))
    })

  return { fromMessage, report }
})
