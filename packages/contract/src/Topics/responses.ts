import { Schema } from "effect"
import { instant, listOf, orNull, text } from "../members.js"

const texts = {
  name: text("The name that recipients read."),
  description: orNull(text("What the topic's mail is about; null if nothing was given."))
}

/** A topic's texts in another language. */
export const TopicTextsView = Schema.Struct(texts).annotate({ identifier: "TopicTexts" })
export type TopicTextsView = typeof TopicTextsView.Type

/** A kind of mail that recipients can unsubscribe from by itself. */
export const Topic = Schema.Struct({
  id: text("The id by which sends and suppressions name it."),
  ...texts,
  translations: Schema.Record(Schema.String, TopicTextsView).annotate({
    description: "Name and description in other languages, by language tag."
  }),
  created_at: instant("When it was created.")
}).annotate({ identifier: "Topic" })
export type Topic = typeof Topic.Type

export const TopicList = listOf("TopicList", "In the order in which they were created.", Topic)
export type TopicList = typeof TopicList.Type
