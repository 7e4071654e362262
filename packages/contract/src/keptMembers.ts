import { Schema } from "effect"
import { anyObject, optional, orNull, text, textByName } from "./members.js"
import { Tags, TagText } from "./tags.js"
import { TopicId } from "./topics.js"
import { maxFreeForm } from "./validation/bounds.js"
import { JsonObject } from "./validation/text.js"

// The members of a send that each of its messages and their events keep as given. A member that is
// added here is in all of them; the log needs its column, and a filter its condition.

const maxMetadata = 16 * 1024
const metadataTooLarge = `must be at most ${String(maxMetadata)} characters of JSON`

/** Kept with each message: it should refer to the caller's records rather than contain them. */
const Metadata = JsonObject.pipe(
  Schema.check(
    Schema.makeFilter(
      (metadata) => (JSON.stringify(metadata).length <= maxMetadata ? undefined : metadataTooLarge),
      // Each member and each entry takes at least one character.
      {
        jsonSchema: {},
        ...maxFreeForm({
          members: maxMetadata,
          items: maxMetadata,
          characters: maxMetadata,
          message: metadataTooLarge
        })
      }
    )
  )
)

/** As a send gives them. */
export const givenMembers = {
  metadata: optional(
    Metadata,
    "Kept with each message and included in its events. At most 16 KiB as JSON."
  ),
  tags: optional(
    Tags,
    "At most 10 names with values, by which you find messages: `GET /emails?tag=name:value`."
  ),
  topic: optional(
    TopicId,
    "The kind of mail, which recipients can unsubscribe from by itself: the id of a topic that exists (`POST /topics`). Without one, only a suppression of the whole address blocks it."
  )
}

/** As messages and events have them. */
export const KeptMembers = Schema.Struct({
  metadata: orNull(anyObject("The `metadata` of the send.")),
  tags: textByName("The `tags` of the send; empty if it had none."),
  topic: orNull(text("The topic of the send; null if it had none."))
})
export type KeptMembers = typeof KeptMembers.Type

/** As lists of messages are filtered by them. */
export const keptFilters = {
  tag: optional(TagText, "Only messages with this tag: its name and value, such as `order:1042`.")
}

export const keptNames = Object.keys(KeptMembers.fields) as ReadonlyArray<keyof KeptMembers>

type Given = { readonly [Member in keyof KeptMembers]?: KeptMembers[Member] | undefined }

export const keptOf = ({ metadata, tags, topic }: Given): KeptMembers => ({
  metadata: metadata ?? null,
  tags: tags ?? {},
  topic: topic ?? null
})

/** In events that are sent to try an endpoint. */
export const keptSample: KeptMembers = {
  metadata: { sample: true },
  tags: { kind: "sample" },
  topic: "newsletter"
}
