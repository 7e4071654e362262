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

/** Fields that say how the content is encoded. */
export const isOfContent = (name: string): boolean => /^(?:mime-version|content-.*)$/i.test(name)

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

/** A mail as a parser reads it. */
export interface ParsedMail {
  readonly headers: ReadonlyArray<{ readonly name: string; readonly value: string }>
  /** Each as `a@b.c` or `Name <a@b.c>`. */
  readonly from: ReadonlyArray<string>
  readonly to: ReadonlyArray<string>
  readonly cc: ReadonlyArray<string>
  readonly reply_to: ReadonlyArray<string>
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
  readonly attachments: ReadonlyArray<ParsedFile>
}

export interface ParsedFile {
  readonly filename: string
  /** In lower case, without parameters. */
  readonly content_type: string
  /** The id by which the HTML refers to it, without angle brackets. */
  readonly content_id: string | null
  readonly content: Uint8Array
}

/** What a complete mail says: everything stands in it, but for who gets it. */
export const contentOfRaw = (message: AcceptedMessage, mail: ParsedMail): EmailContent => ({
  email_id: message.id,
  from: mailboxText(message.sender),
  to: mail.to,
  cc: mail.cc,
  reply_to: mail.reply_to,
  subject: message.subject,
  html: mail.html,
  text: mail.text,
  headers: mail.headers.filter(({ name }) => !isOfContent(name)),
  attachments: mail.attachments.map(({ content, content_id, content_type, filename }, place) => ({
    index: place + 1,
    filename,
    content_type,
    size: content.length,
    content_id
  }))
})

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
    /** Parses a mail, or its head alone. Never fails, whatever the octets are. */
    readonly read: (source: Uint8Array) => Effect.Effect<ParsedMail>
  }
>()("@telemark/core/Composer") {}
