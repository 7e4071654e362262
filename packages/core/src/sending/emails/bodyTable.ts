import type { Mailbox } from "@telemark/contract"
import type { MessageBody, ShownRecipients } from "../../delivery/message/Message.js"

/**
 * Addresses as stored before there were names, and beside them the names: workers of an earlier
 * version, until replaced, send without names.
 */
interface Written {
  readonly to: ReadonlyArray<string>
  readonly cc: ReadonlyArray<string>
  readonly names?: { readonly [List in "to" | "cc"]: ReadonlyArray<string | null> }
}

const addressesOf = (list: ReadonlyArray<Mailbox>): ReadonlyArray<string> =>
  list.map(({ address }) => address)
const namesOf = (list: ReadonlyArray<Mailbox>): ReadonlyArray<string | null> =>
  list.map(({ name }) => name)

/** The recipients that every recipient sees, as their column has them. */
export const shownText = (shown: ShownRecipients | null): string | null => {
  if (shown === null) return null
  const { cc, to } = shown
  const isNamed = [...to, ...cc].some(({ name }) => name !== null)
  const written: Written = {
    to: addressesOf(to),
    cc: addressesOf(cc),
    ...(isNamed ? { names: { to: namesOf(to), cc: namesOf(cc) } } : {})
  }
  return JSON.stringify(written)
}

export const readShown = (text: string | null): ShownRecipients | null => {
  if (text === null) return null
  const { names, ...lists } = JSON.parse(text) as Written
  const mailboxes = (list: "to" | "cc"): ReadonlyArray<Mailbox> =>
    lists[list].map((address, index) => ({ name: names?.[list][index] ?? null, address }))
  return { to: mailboxes("to"), cc: mailboxes("cc") }
}

export interface BodyRow extends Pick<MessageBody, "id" | "html" | "text"> {
  readonly headers: string
  readonly shown: string | null
  readonly attachments: string | null
  readonly track_opens: number
  readonly track_clicks: number
}

/** The columns of a body, without the contents of its files. */
export const bodyColumns = "id, html, text, headers, shown, attachments, track_opens, track_clicks"

export const bodyOf = ({ track_clicks, track_opens, ...row }: BodyRow): MessageBody => ({
  ...row,
  headers: JSON.parse(row.headers) as MessageBody["headers"],
  shown: readShown(row.shown),
  attachments:
    row.attachments === null ? [] : (JSON.parse(row.attachments) as MessageBody["attachments"]),
  ...(track_opens + track_clicks > 0
    ? { track: { opens: track_opens !== 0, clicks: track_clicks !== 0 } }
    : {})
})
