import type { Mailbox } from "@telemark/contract"
import { defineTable, type Row } from "../../database/table.js"
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

/** As their column has them. */
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

interface StoredBody extends Omit<MessageBody, "raw" | "store" | "track"> {
  readonly store: NonNullable<MessageBody["store"]> | null
  readonly raw: boolean
  readonly track_opens: boolean
  readonly track_clicks: boolean
}

/** Without the contents of their files. */
export const bodyTable = defineTable<StoredBody>()({
  id: "plain",
  html: "plain",
  text: "plain",
  headers: "json",
  shown: { decode: readShown, encode: shownText },
  attachments: {
    decode: (stored: string | null) =>
      stored === null ? [] : (JSON.parse(stored) as MessageBody["attachments"]),
    // Member by member, so that a file's content is never included.
    encode: (files) =>
      files.length === 0
        ? null
        : JSON.stringify(
            files.map(({ content_id, content_type, filename, size }) => ({
              filename,
              content_type,
              content_id,
              size
            }))
          )
  },
  store: "plain",
  raw: "flag",
  track_opens: "flag",
  track_clicks: "flag"
})

export const bodyOf = (row: Row<typeof bodyTable>): MessageBody => {
  const { raw, store, track_clicks, track_opens, ...stored } = bodyTable.decode(row)
  const body = store === null ? stored : { ...stored, store }
  if (raw) return { ...body, raw }
  return track_clicks || track_opens
    ? { ...body, track: { opens: track_opens, clicks: track_clicks } }
    : body
}

export const bodyRow = ({ raw, store, track, ...body }: MessageBody) =>
  bodyTable.encode({
    ...body,
    store: store ?? null,
    raw: raw === true,
    track_opens: track?.opens ?? false,
    track_clicks: track?.clicks ?? false
  })
