import { Schema } from "effect"
import { count, flag, list, named, orNull, text, texts } from "./members.js"

/** For how long what a mail says is stored. */
export const StoreContent = Schema.Literals(["always", "until_sent", "never"]).annotate({
  identifier: "StoreContent",
  description:
    "`always`: as long as the deployment keeps contents. `until_sent`: until no recipient of the send waits any more. `never`: the same, and nobody can read it here meanwhile."
})
export type StoreContent = typeof StoreContent.Type

export const MailHeader = named("MailHeader", {
  name: text("The field's name."),
  value: text("Its value on one line, encoded as mail is.")
})
export type MailHeader = typeof MailHeader.Type

export const EmailAttachment = named("EmailAttachment", {
  index: count("Its place in the mail, from 1: `GET /emails/{id}/attachments/{index}` returns it."),
  filename: text("The name of the file."),
  content_type: text("Its media type, such as `application/pdf`."),
  size: count("Its size in octets."),
  content_id: orNull(
    text(
      "The name by which the html refers to it, as in `cid:logo`; null for a regular attachment."
    )
  )
})
export type EmailAttachment = typeof EmailAttachment.Type

export const EmailContent = named("EmailContent", {
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
  headers: list(
    MailHeader,
    "The header fields in their order, but those that describe how the content is encoded."
  ),
  attachments: list(EmailAttachment, "The files.")
})
export type EmailContent = typeof EmailContent.Type

export const EmailSource = named("EmailSource", {
  source: text(
    "The beginning of the mail, at most 1 MiB: header fields, an empty line, and the content."
  ),
  size: count("The size of the whole mail in octets."),
  truncated: flag("Whether the mail is longer than `source`."),
  captured: flag(
    "Whether this is what was captured, octet for octet. If not, it is composed anew: without signatures, and with placeholders for addresses of this service."
  )
})
export type EmailSource = typeof EmailSource.Type

export const AttachmentContent = named("AttachmentContent", {
  filename: text("The name of the file."),
  content_type: text("Its media type."),
  content: text("Its octets as base64 (RFC 4648, section 4).")
})
export type AttachmentContent = typeof AttachmentContent.Type
