import {
  foldAddress,
  listOf,
  type Mailbox,
  parseMailbox,
  type SendRequest
} from "@telemark/contract"
import type { ShownRecipients } from "../../delivery/message/Message.js"

type Addressed = Pick<SendRequest, "to" | "cc" | "bcc">

/** `folded` is the normalized form of its address. */
export interface UniqueRecipient extends Mailbox {
  readonly folded: string
}

/** Keeps the first of several mailboxes with the same address. */
const unique = (texts: ReadonlyArray<string>): ReadonlyArray<UniqueRecipient> => {
  const byFolded = new Map<string, UniqueRecipient>()
  for (const { address, name } of texts.flatMap((text) => parseMailbox(text) ?? [])) {
    const folded = foldAddress(address)
    if (!byFolded.has(folded)) byFolded.set(folded, { address, name, folded })
  }
  return [...byFolded.values()]
}

/** Without duplicates, in the order of to, cc and bcc. */
export const uniqueRecipients = ({ bcc, cc, to }: Addressed): ReadonlyArray<UniqueRecipient> =>
  unique([to, cc, bcc].flatMap(listOf))

const toMailbox = ({ address, name }: UniqueRecipient): Mailbox => ({ name, address })

/**
 * Without duplicates; null if each recipient gets a mail of its own. With `asOneMail`, several in
 * `to` see one another, as if there were a copy.
 */
export const shownRecipients = (
  { bcc, cc, to }: Addressed,
  asOneMail = false
): ShownRecipients | null => {
  const hasCopies = listOf(cc).length + listOf(bcc).length > 0
  if (!hasCopies && !asOneMail) return null
  const inTo = unique(listOf(to))
  if (!hasCopies && inTo.length < 2) return null
  const known = new Set(inTo.map(({ folded }) => folded))
  return {
    to: inTo.map(toMailbox),
    cc: unique(listOf(cc))
      .filter(({ folded }) => !known.has(folded))
      .map(toMailbox)
  }
}

/** The name is always quoted: a comma would begin another mailbox (RFC 5322 3.4). */
const mailboxText = ({ address, name }: Mailbox): string =>
  name === null ? address : `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`

/** RFC 5322 3.6.2. */
export const replyTo = ({ reply_to }: Pick<SendRequest, "reply_to">): string | undefined =>
  reply_to === undefined
    ? undefined
    : listOf(reply_to)
        .flatMap((text) => parseMailbox(text) ?? [])
        .map(mailboxText)
        .join(", ")
