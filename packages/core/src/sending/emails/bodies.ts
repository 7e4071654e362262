import type { MessageBody } from "./EmailStore.js"
import { readShown } from "./shown.js"

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
