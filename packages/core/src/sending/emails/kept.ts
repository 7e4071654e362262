import type { KeptMembers } from "@telemark/contract"
import { tagsOf, tagsText } from "../tags/tagRows.js"

/** The columns of `emails` for the members of a send that messages keep. */
export const keptFields = { metadata: "text", tags: "text", topic: "text" } as const

export const keptColumns = Object.keys(keptFields).join(", ")

export type KeptRow = { readonly [Column in keyof typeof keptFields]: string | null }

export const keptRow = ({ metadata, tags, topic }: KeptMembers): KeptRow => ({
  metadata: metadata === null ? null : JSON.stringify(metadata),
  tags: tagsText(tags),
  topic
})

export const keptMembers = ({ metadata, tags, topic }: KeptRow): KeptMembers => ({
  metadata: metadata === null ? null : (JSON.parse(metadata) as KeptMembers["metadata"]),
  tags: tagsOf(tags),
  topic
})
