import type { SendEnvelope, SendRequest } from "@telemark/client"
import type { Transport } from "nodemailer"

/** A message as nodemailer gives it to transports. */
export type MailMessage = Parameters<Transport["send"]>[0]
export type MailData = MailMessage["data"]

/** What Telemark can do with a message that nodemailer has no member for. */
export interface MessageOptions extends Pick<
  SendEnvelope,
  "data" | "locale" | "metadata" | "missing" | "scheduled_at" | "tags" | "topic" | "track"
> {
  /** Makes repeated sends one: 1 to 255 characters. */
  readonly idempotencyKey?: string | undefined
  /** A template of Telemark's, instead of `html` and `text`. */
  readonly template_id?: string | undefined
  /** The transaction that the mail belongs to; only in process. */
  readonly transaction?: unknown
}

const given = (data: object, member: string): unknown => (data as Record<string, unknown>)[member]

/** Whatever a send of Telemark's has no member for, and what would be written otherwise. */
const onlyInMime = [
  "raw",
  "amp",
  "watchHtml",
  "icalEvent",
  "alternatives",
  "envelope",
  "dkim",
  "otp",
  "messageId",
  "date",
  "sender",
  "encoding",
  "textEncoding",
  "attachDataUrls"
]

const ofAttachment = ["raw", "headers", "contentTransferEncoding"]

const isMissingOr = (value: unknown, pattern: RegExp): boolean =>
  value === undefined || (typeof value === "string" && pattern.test(value))

/** Nodemailer takes a single file for a list, and null for none. */
const filesIn = (data: MailData): ReadonlyArray<unknown> =>
  [given(data, "attachments") ?? []].flat()

const isPlainFile = (file: object): boolean =>
  ["content", "path", "href"].some((member) => Boolean(given(file, member))) &&
  ofAttachment.every((member) => given(file, member) === undefined) &&
  isMissingOr(given(file, "contentDisposition"), /^attachment$/) &&
  isMissingOr(given(file, "contentType"), /^[\w.+-]+\/[\w.+-]+$/) &&
  isMissingOr(given(file, "cid"), /^[A-Za-z0-9!#$&'*+=?^_`{|}~.@-]{1,200}$/)

const isOneValue = (value: unknown): boolean =>
  ["string", "number", "boolean"].includes(typeof value)

/**
 * Whether Telemark may compose the message: it has one recipient, and nothing that a send has no
 * member for. With several recipients, everybody gets one mail with one Message-ID, which only
 * nodemailer knows beforehand.
 */
export const isComposable = (data: MailData, recipients: ReadonlyArray<string>): boolean => {
  const { bcc, cc, headers, to } = data
  return (
    recipients.length === 1 &&
    Boolean(to) &&
    !Boolean(cc) &&
    !Boolean(bcc) &&
    onlyInMime.every((member) => !Boolean(given(data, member))) &&
    filesIn(data).every((file) => typeof file === "object" && file !== null && isPlainFile(file)) &&
    !Array.isArray(headers) &&
    Object.values(headers ?? {}).every(isOneValue)
  )
}

interface Named {
  readonly name?: string
  readonly address?: string
  /** Of a group, which has no address itself. */
  readonly group?: ReadonlyArray<Named>
}

/** After `normalize`, addresses are objects. */
const mailboxesOf = (value: unknown): Array<string> =>
  ([value].flat() as Array<Named | null | undefined>).flatMap((mailbox) => {
    if (mailbox === null || mailbox === undefined) return []
    const { address, group, name = "" } = mailbox
    if (group !== undefined) return mailboxesOf(group)
    if (!address) return []
    return [name === "" ? address : `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`]
  })

const priorities: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  high: { "X-Priority": "1 (Highest)", "X-MSMail-Priority": "High", Importance: "High" },
  low: { "X-Priority": "5 (Lowest)", "X-MSMail-Priority": "Low", Importance: "Low" }
}

const headersOf = (data: MailData): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries((given(data, "normalizedHeaders") ?? {}) as Record<string, unknown>).map(
      ([name, value]) => [name, String(value)]
    )
  ),
  ...priorities[String(data.priority).toLowerCase()],
  ...(typeof data.xMailer === "string" ? { "X-Mailer": data.xMailer } : {})
})

interface NormalizedFile {
  readonly filename?: string | false
  readonly content?: string | Uint8Array
  readonly encoding?: string
  readonly contentType?: string
  readonly cid?: string
}

const filesOf = (data: MailData) =>
  (filesIn(data) as ReadonlyArray<NormalizedFile>).map(
    ({ cid, content = "", contentType, encoding = "utf8", filename }, index) => ({
      filename: (filename || `attachment-${String(index + 1)}`)
        .replace(/[\p{Cc}/\\]/gu, "_")
        .slice(0, 255),
      content:
        typeof content === "string" && encoding === "base64"
          ? content
          : Buffer.from(content as string, encoding as BufferEncoding).toString("base64"),
      ...(contentType === undefined ? {} : { content_type: contentType }),
      ...(cid === undefined ? {} : { content_id: cid })
    })
  )

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined

/** Without what says how it is sent rather than what. */
const sendMembers = ({
  idempotencyKey: _key,
  transaction: _transaction,
  ...members
}: MessageOptions) => members

/** The send of a message whose members `normalize` has resolved. */
export const composedSend = (data: MailData, options: MessageOptions): SendRequest => {
  const html = textOf(data.html)
  const text = textOf(data.text)
  const [from] = mailboxesOf(data.from)
  const replies = mailboxesOf(data.replyTo)
  const headers = headersOf(data)
  const files = filesOf(data)
  const isOwn = options.template_id === undefined
  const subject = given(data, "subject") as string | number | null | undefined
  return {
    ...sendMembers(options),
    to: mailboxesOf(data.to),
    ...(from === undefined ? {} : { from }),
    ...(replies.length === 0 ? {} : { reply_to: replies }),
    ...(subject === undefined || subject === null
      ? {}
      : { subject: typeof subject === "number" ? String(subject) : subject }),
    ...(html === undefined ? {} : { html }),
    ...(text === undefined && (html !== undefined || !isOwn) ? {} : { text: text ?? "" }),
    ...(files.length === 0 ? {} : { attachments: files }),
    ...(Object.keys(headers).length === 0 ? {} : { headers })
    // The union of contents can't be seen from here: Telemark refuses what isn't one.
  } as SendRequest
}

/** The send of a message that nodemailer composes. */
export const completeSend = (
  raw: Uint8Array,
  recipients: ReadonlyArray<string>,
  options: MessageOptions
): SendRequest => ({ ...sendMembers(options), to: recipients, raw }) as SendRequest
