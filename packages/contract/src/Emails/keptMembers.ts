import { Schema } from "effect"
import { anyObject, orNull, text, textByName } from "../members.js"
import type { SendRequest } from "./SendRequest.js"

/**
 * The members of a send that each of its messages keeps as they were given, as the log shows them.
 */
export const KeptMembers = Schema.Struct({
  metadata: orNull(anyObject("The `metadata` of the send.")),
  tags: textByName("The `tags` of the send; empty if it had none."),
  topic: orNull(text("The topic of the send; null if it had none."))
})
export type KeptMembers = typeof KeptMembers.Type

/** Picks them from a send, or from anything that has them. */
export const keptOf = ({
  metadata,
  tags,
  topic
}: Partial<KeptMembers> | Pick<SendRequest, keyof KeptMembers>): KeptMembers => ({
  metadata: metadata ?? null,
  tags: tags ?? {},
  topic: topic ?? null
})
