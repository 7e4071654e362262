import { type EmailContent, type Mailbox, parseMailboxList } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type {
  Attachment,
  HeaderField,
  MessageBody,
  MessageLinks,
  OutgoingMessage
} from "../../delivery/message/Message.js"
import type { AcceptedMessage } from "../emails/Email.js"
import { offersUnsubscribing } from "../emails/listUnsubscribe.js"

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

/**
 * Stands for an address with a token: whoever may read mail may not unsubscribe its recipient. The
 * domain doesn't exist (RFC 6761 6.4).
 */
const placeholders = {
  page: "https://unsubscribe.invalid/",
  preferences: "https://preferences.invalid/",
  mailto: undefined
} as const

const linksOf = (
  { topic }: AcceptedMessage,
  { html, text }: MessageBody
): MessageLinks | undefined =>
  offersUnsubscribing({ topic, html, text })
    ? { pixel: undefined, click: undefined, unsubscribe: placeholders }
    : undefined

/**
 * A message to be composed for showing it: unsigned, untracked, with placeholders for addresses
 * that act for its recipient.
 */
export const toShow = (
  message: AcceptedMessage,
  body: MessageBody,
  attachments: ReadonlyArray<Attachment>
): OutgoingMessage => {
  const links = linksOf(message, body)
  return {
    ...message,
    body,
    attachments,
    signing: [],
    ...(links === undefined ? {} : { links })
  }
}

interface DescribedMail {
  /**
   * The header fields in their order, each on one line, but those that describe how the content is
   * encoded.
   */
  readonly headers: ReadonlyArray<HeaderField>
  /** The plain text: the one that was given, else what is made from the html. */
  readonly text: string | null
  /** The media types of the files, in their order. */
  readonly contentTypes: ReadonlyArray<string>
}

/** With the size of the whole in octets. */
export interface ComposedSource {
  readonly source: Uint8Array
  readonly size: number
}

/** Port: composes messages to be looked at, as a transport composes them to be sent. */
export class Composer extends Context.Service<
  Composer,
  {
    /** Needs no files. Header fields of a message that can't be composed are empty. */
    readonly describe: (message: OutgoingMessage) => Effect.Effect<DescribedMail>
    /** At most `max` octets of the unsigned mail; undefined if it can't be composed. */
    readonly compose: (
      message: OutgoingMessage,
      max: number
    ) => Effect.Effect<ComposedSource | undefined>
  }
>()("@telemark/core/Composer") {}
