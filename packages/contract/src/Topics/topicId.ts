import { Schema } from "effect"

/** The id of a topic: what sends and suppressions name it by. */
export const TopicId = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[a-z0-9][a-z0-9_-]{0,49}$/, {
      message:
        "must be 1 to 50 lower-case letters, digits, dashes or underscores, and begin with a letter or digit"
    })
  )
)

const isTopicId = Schema.is(TopicId)

/** Whether a topic can have this id. If not, no look-up is needed. */
export const mayBeTopic = (id: string): boolean => isTopicId(id)
