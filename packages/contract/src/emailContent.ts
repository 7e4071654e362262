import { Schema } from "effect"
import { count, flag, orNull, text, texts } from "./members.js"

/** A header field of a mail. */
export const MailHeader = Schema.Struct({
  name: text("The field's name."),
  value: text("Its value on one line, encoded as mail is.")
}).annotate({ identifier: "MailHeader" })
export type MailHeader = typeof MailHeader.Type

/** A file of a mail, without its content. */
export const EmailAttachment = Schema.Struct({
  index: count("Its place in the mail, from 1: `GET /emails/{id}/attachments/{index}` returns it."),
  filename: text("The name of the file."),
  content_type: text("Its media type, such as `application/pdf`."),
  size: count("Its size in octets."),
  content_id: orNull(
    text(
      "The name by which the html refers to it, as in `cid:logo`; null for a regular attachment."
    )
  )
}).annotate({ identifier: "EmailAttachment" })
export type EmailAttachment = typeof EmailAttachment.Type

/** What a message says. */
export const EmailContent = Schema.Struct({
  email_id: text("The message's id."),
  from: text("The sender: `a@example.com` or `Name <a@example.com>`."),
  to: texts(
    "The mailboxes that the mail names as its recipients. Those of blind copies are never among them, unless this message is that copy and the mail names nobody."
  ),
  cc: texts("The mailboxes that the mail names as recipients of copies."),
  reply_to: texts("Where replies go, if that isn't the sender."),
  subject: text("The subject."),
  html: orNull(
    text(
      "The html as it was accepted, or null: links lead to their targets, and placeholders such as `{{unsubscribe_url}}` are left as they are."
    )
  ),
  text: orNull(text("The plain text; if the send had none, the one that is made from the html.")),
  headers: Schema.Array(MailHeader).annotate({
    description:
      "The header fields in their order, but those that describe how the content is encoded."
  }),
  attachments: Schema.Array(EmailAttachment).annotate({ description: "The files." })
}).annotate({ identifier: "EmailContent" })
export type EmailContent = typeof EmailContent.Type

/** The source of a message's mail. */
export const EmailSource = Schema.Struct({
  source: text(
    "The beginning of the mail, at most 1 MiB: header fields, an empty line, and the content."
  ),
  size: count("The size of the whole mail in octets."),
  truncated: flag("Whether the mail is longer than `source`."),
  captured: flag(
    "Whether this is what was captured, octet for octet. If not, it is composed anew: without signatures, and with placeholders for addresses of this service."
  )
}).annotate({ identifier: "EmailSource" })
export type EmailSource = typeof EmailSource.Type

/** A file of a mail, with its content. */
export const AttachmentContent = Schema.Struct({
  filename: text("The name of the file."),
  content_type: text("Its media type."),
  content: text("Its octets as base64 (RFC 4648, section 4).")
}).annotate({ identifier: "AttachmentContent" })
export type AttachmentContent = typeof AttachmentContent.Type
