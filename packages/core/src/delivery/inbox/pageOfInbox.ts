import type { CapturedMail } from "./Inbox.js"

export interface InboxPage {
  readonly limit: number
  readonly offset: number
  /** The id that the page begins after. */
  readonly after?: string | undefined
}

const folded = (text: string): string => text.normalize("NFKC").toLowerCase()

/** Whether recipient or subject contain a text, in upper or lower case. */
export const matchesInbox = (
  query: string
): ((mail: Pick<CapturedMail, "recipient" | "subject">) => boolean) => {
  const wanted = folded(query.trim())
  return ({ recipient, subject }) =>
    folded(recipient).includes(wanted) || folded(subject).includes(wanted)
}

/**
 * The page of those mails, newest first, that match. The mail that it begins after need not match;
 * undefined if there is none of that id.
 */
export const pageOfInbox = (
  all: ReadonlyArray<CapturedMail>,
  { after, limit, offset }: InboxPage,
  query = ""
): ReadonlyArray<CapturedMail> | undefined => {
  const at = after === undefined ? -1 : all.findIndex(({ id }) => id === after)
  if (after !== undefined && at < 0) return undefined
  return all
    .slice(at + 1)
    .filter(matchesInbox(query))
    .slice(offset, offset + limit)
}
