import { foldAddress, type Mailbox, parseMailbox } from "../Addresses/index.js"
import type { ShownRecipients } from "./EmailStore.js"
import { listOf, type SendRequest } from "./SendRequest.js"

type Addressed = Pick<SendRequest, "to" | "cc" | "bcc">

/** An address that a mail goes to, and the form under which it is the same however it is spelled. */
export interface UniqueRecipient {
  readonly address: string
  readonly folded: string
}

const unique = (addresses: ReadonlyArray<string>): ReadonlyArray<UniqueRecipient> => {
  const byFolded = new Map<string, string>()
  for (const address of addresses) {
    const folded = foldAddress(address)
    if (!byFolded.has(folded)) byFolded.set(folded, address)
  }
  return [...byFolded].map(([folded, address]) => ({ address, folded }))
}

/** The addresses of a send without duplicates, in the order of to, cc and bcc; the first spelling of each stays. */
export const uniqueRecipients = ({ bcc, cc, to }: Addressed): ReadonlyArray<UniqueRecipient> =>
  unique([to, cc, bcc].flatMap(listOf))

/** The To and Cc that everybody sees, without duplicates; null where each recipient gets a mail of its own. */
export const shownRecipients = ({ bcc, cc, to }: Addressed): ShownRecipients | null => {
  if (listOf(cc).length + listOf(bcc).length === 0) return null
  const inTo = unique(listOf(to))
  const known = new Set(inTo.map(({ folded }) => folded))
  return {
    to: inTo.map(({ address }) => address),
    cc: unique(listOf(cc)).filter(({ folded }) => !known.has(folded)).map(({ address }) => address)
  }
}

/** Quoted whatever it holds: a comma would begin another mailbox (RFC 5322 3.4). */
const mailboxText = ({ address, name }: Mailbox): string =>
  name === null ? address : `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`

/** The value of a Reply-To field (RFC 5322 3.6.2); undefined if none is asked for. */
export const replyTo = ({ reply_to }: Pick<SendRequest, "reply_to">): string | undefined =>
  reply_to === undefined ? undefined : listOf(reply_to).flatMap((text) => parseMailbox(text) ?? []).map(mailboxText).join(", ")
