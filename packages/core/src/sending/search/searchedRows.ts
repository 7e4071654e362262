import { tagsOf } from "../tags/tagRows.js"
import type { Searched } from "./search.js"

/** The columns of `emails` that are searched. */
export const searchedColumns: ReadonlyArray<string> = [
  "recipient_email",
  "recipient_name",
  "subject",
  "sender_email",
  "sender_name",
  "template_id",
  "tags"
]

/** A row with those columns. */
export interface SearchedRow extends Omit<Searched, "tags"> {
  readonly tags: string | null
}

export const searchedOf = ({ tags, ...row }: SearchedRow): Searched => ({
  ...row,
  tags: tagsOf(tags)
})

/** A word that no text has: the mark of a tenant. */
export const tenantWord = (tenantId: string): string =>
  `=${tenantId.toLowerCase().replace(/[^a-z0-9]/g, "_")}`

/** On SQLite, positions in the index are times: with room for so many messages of a millisecond. */
export const positionsPerMillisecond = 1_048_576
