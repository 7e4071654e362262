import { Schema } from "effect"
import { optional, required } from "../members.js"
import { localeProblems, maxLocales } from "../Templates/index.js"
import { boundedText, controlProblem, maxMembers } from "../Validation/index.js"
import { TopicId } from "./topicId.js"

const Name = boundedText(100, 1).pipe(
  Schema.check(Schema.makeFilter(controlProblem, { jsonSchema: {} }))
)
const Description = boundedText(500)

const name = "The name that recipients read, 1 to 100 characters."
const description =
  "What the topic's mail is about, in a sentence for recipients. At most 500 characters; null for none."

const Translation = Schema.Struct({
  name: required(Name, name),
  description: optional(Schema.NullOr(Description), description)
}).annotate({ identifier: "TopicTranslation" })

/** Null removes a language. */
const Translations = Schema.Record(Schema.String, Schema.NullOr(Translation)).pipe(
  Schema.check(
    Schema.makeFilter((translations) => localeProblems(Object.keys(translations)), {
      jsonSchema: {},
      ...maxMembers(maxLocales, `must be at most ${String(maxLocales)}`)
    })
  )
)

const translations = "Name and description in other languages, by language tag."

/** A new topic. */
export const CreateTopic = Schema.Struct({
  id: required(
    TopicId,
    "The id by which sends and suppressions name it, such as `newsletter`. It can't be changed."
  ),
  name: required(Name, name),
  description: optional(Schema.NullOr(Description), description),
  translations: optional(Translations, translations)
}).annotate({ identifier: "CreateTopic" })
export type CreateTopic = typeof CreateTopic.Type

/** Changes of a topic. A member that is left out stays as it is. */
export const UpdateTopic = Schema.Struct({
  name: optional(Name, name),
  description: optional(Schema.NullOr(Description), description),
  translations: optional(
    Translations,
    `${translations} A language that you give replaces the topic's, null removes it, others stay.`
  )
}).annotate({ identifier: "UpdateTopic" })
export type UpdateTopic = typeof UpdateTopic.Type
