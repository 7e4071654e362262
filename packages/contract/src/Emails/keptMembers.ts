import { Schema } from "effect"
import { anyObject, orNull, textByName } from "../members.js"
import type { SendRequest } from "./SendRequest.js"

/** The members of a send that each of its messages keeps as they were given, as the log shows them. */
export const KeptMembers = Schema.Struct({
  metadata: orNull(anyObject("What the send gave as `metadata`.")),
  tags: textByName("What the send gave as `tags`; empty if it gave none.")
})
export type KeptMembers = typeof KeptMembers.Type

/** Picks them from a send, or from anything that has them. */
export const keptOf = ({ metadata, tags }: Partial<KeptMembers> | Pick<SendRequest, keyof KeptMembers>): KeptMembers => ({
  metadata: metadata ?? null,
  tags: tags ?? {}
})
