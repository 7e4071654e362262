import { Schema } from "effect"
import { flag, instant, listOf, orNull, text, texts } from "../members.js"
import { FeedbackProviderName } from "./provider.js"
import { FeedbackRefusal } from "./refusals.js"

const shared = {
  id: text("The source's id, `fsrc_…`."),
  provider: FeedbackProviderName.annotate({ description: "The mail provider that calls." }),
  has_credential: flag("Whether a credential is stored."),
  needs_credential: flag(
    "Whether its calls are refused because no credential is stored: this provider's calls are checked with one."
  ),
  created_at: instant("When it was created.")
}

/** A source of feedback, without its secret and its credential. */
export const FeedbackSource = Schema.Struct({
  ...shared,
  last_called_at: orNull(
    instant("When a call was last accepted, exact to the minute; null if none was.")
  ),
  last_refused_at: orNull(
    instant("When a call was last refused, exact to ten seconds; null if none was.")
  ),
  last_refused_reason: orNull(FeedbackRefusal).annotate({
    description: "Why a call was last refused; null if none was."
  }),
  last_refused_message: orNull(text("The same as a sentence that says what to do."))
}).annotate({ identifier: "FeedbackSource" })
export type FeedbackSource = typeof FeedbackSource.Type

export const FeedbackSourceList = listOf("FeedbackSourceList", "Newest first.", FeedbackSource)
export type FeedbackSourceList = typeof FeedbackSourceList.Type

/** What to enter at the provider. */
export const FeedbackInstructions = Schema.Struct({
  title: text("The provider's name."),
  steps: texts("What to do at the provider, in order."),
  events: texts("The events to choose there, by the names that the provider gives them."),
  credential: orNull(
    text(
      "What the credential is and where the provider shows it; null if calls are authenticated by the address alone."
    )
  )
}).annotate({ identifier: "FeedbackInstructions" })
export type FeedbackInstructions = typeof FeedbackInstructions.Type

/** A new source. Its secret, which is part of its address, is shown only here. */
export const CreatedFeedbackSource = Schema.Struct({
  ...shared,
  url: text(
    "The address to enter at the provider. Without a public URL in the settings it is a path, which follows the address that this service has on the internet."
  ),
  secret: text(
    "The last part of the address. Who knows it can report on your mail. It is shown only here."
  ),
  warning: text("What to do with it."),
  instructions: FeedbackInstructions
}).annotate({ identifier: "CreatedFeedbackSource" })
export type CreatedFeedbackSource = typeof CreatedFeedbackSource.Type
