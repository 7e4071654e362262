import { type EmailContent, type Mailbox, parseMailboxList } from "@telemark/contract"
import type { AcceptedMessage, MessageBody } from "../emails/EmailStore.js"
import type { DescribedMail } from "./Composer.js"

const mailboxText = ({ address, name }: Mailbox): string =>
  name === null ? address : `${name} <${address}>`

const repliesTo = ({ headers }: MessageBody): ReadonlyArray<string> =>
  headers
    .filter(([name]) => name.toLowerCase() === "reply-to")
    .flatMap(([, value]) => parseMailboxList(value)?.map(mailboxText) ?? [value])

/**
 * What a message says, as the interface shows it. Who got a blind copy is named by the log alone.
 */
export const contentOf = (
  message: AcceptedMessage,
  body: MessageBody,
  { contentTypes, headers, text }: DescribedMail
): EmailContent => {
  const shown = body.shown ?? {
    to: [{ address: message.recipient, name: message.recipient_name }],
    cc: []
  }
  return {
    email_id: message.id,
    from: mailboxText(message.sender),
    to: shown.to.map(mailboxText),
    cc: shown.cc.map(mailboxText),
    reply_to: repliesTo(body),
    subject: message.subject,
    html: body.html,
    text,
    headers: headers.map(([name, value]) => ({ name, value })),
    attachments: body.attachments.map(({ content_id, filename, size }, place) => ({
      index: place + 1,
      filename,
      content_type: contentTypes[place] ?? "application/octet-stream",
      size,
      content_id
    }))
  }
}
