import { Schema } from "effect"
import { defineError } from "./defineError.js"
import { localeProblems, maxLocales } from "./locales.js"
import { instant, named, optional, orNull, required, text } from "./members.js"
import { wholeListOf } from "./paging.js"
import { controlProblem } from "./textRules.js"
import { maxMembers } from "./validation/bounds.js"
import { boundedText, wordedRule } from "./validation/text.js"

/**
 * Never empty and without blanks: the empty text is the whole address among suppressions, and their
 * keys are joined by blanks. Names that a narrower rule no longer allows can't be changed any more.
 */
export const TopicId = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[a-z0-9][a-z0-9_-]{0,49}$/, {
      message:
        "must be 1 to 50 lower-case letters, digits, dashes or underscores, and begin with a letter or digit"
    })
  )
)

const isTopicId = Schema.is(TopicId)

/** If not, there is no such topic, and no look-up is needed. */
export const mayBeTopic = (id: string): boolean => isTopicId(id)

const Name = boundedText(100, 1).pipe(Schema.check(wordedRule(controlProblem)))
const Description = boundedText(500)

const name = "The name that recipients read, 1 to 100 characters."
const description =
  "What the topic's mail is about, in a sentence for recipients. At most 500 characters; null for none."

/** A topic's texts in another language. */
export const TopicTranslation = named("TopicTranslation", {
  name: required(Name, name),
  description: optional(Schema.NullOr(Description), description)
})
export type TopicTranslation = typeof TopicTranslation.Type

/** Null removes a language. */
const Translations = Schema.Record(Schema.String, Schema.NullOr(TopicTranslation)).pipe(
  Schema.check(
    Schema.makeFilter((translations) => localeProblems(Object.keys(translations)), {
      jsonSchema: {},
      ...maxMembers(maxLocales, `must be at most ${String(maxLocales)}`)
    })
  )
)

const translations = "Name and description in other languages, by language tag."

export const CreateTopic = named("CreateTopic", {
  id: required(
    TopicId,
    "The id by which sends and suppressions name it, such as `newsletter`. It can't be changed."
  ),
  name: required(Name, name),
  description: optional(Schema.NullOr(Description), description),
  translations: optional(Translations, translations)
})
export type CreateTopic = typeof CreateTopic.Type

/** A member that is left out stays as it is. */
export const UpdateTopic = named("UpdateTopic", {
  name: optional(Name, name),
  description: optional(Schema.NullOr(Description), description),
  translations: optional(
    Translations,
    `${translations} A language that you give replaces the topic's, null removes it, others stay.`
  )
})
export type UpdateTopic = typeof UpdateTopic.Type

const texts = {
  name: text("The name that recipients read."),
  description: orNull(text("What the topic's mail is about; null if nothing was given."))
}

/** A topic's texts in another language. */
export const TopicTextsView = named("TopicTexts", texts)
export type TopicTextsView = typeof TopicTextsView.Type

/** Recipients can unsubscribe from it by itself. */
export const Topic = named("Topic", {
  id: text("The id by which sends and suppressions name it."),
  ...texts,
  translations: Schema.Record(Schema.String, TopicTextsView).annotate({
    description: "Name and description in other languages, by language tag."
  }),
  created_at: instant("When it was created.")
})
export type Topic = typeof Topic.Type

export const TopicList = wholeListOf("TopicList", "In the order in which they were created.", Topic)
export type TopicList = typeof TopicList.Type

export class TopicExists extends defineError("TopicExists", {
  status: 409,
  code: "topic_exists",
  description: "There is a topic of that id already.",
  message: "There is a topic of that id already. Update it, or choose another id."
}) {}
