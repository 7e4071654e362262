import { Schema } from "effect"
import { anyObject, orNull, text, textByName } from "./members.js"

/**
 * The members of a send that each of its messages and their events keep as given. A member that is
 * added here is in both; the log needs its column.
 */
export const KeptMembers = Schema.Struct({
  metadata: orNull(anyObject("The `metadata` of the send.")),
  tags: textByName("The `tags` of the send; empty if it had none."),
  topic: orNull(text("The topic of the send; null if it had none."))
})
export type KeptMembers = typeof KeptMembers.Type

type Given = { readonly [Member in keyof KeptMembers]?: KeptMembers[Member] | undefined }

export const keptOf = ({ metadata, tags, topic }: Given): KeptMembers => ({
  metadata: metadata ?? null,
  tags: tags ?? {},
  topic: topic ?? null
})
