import { Schema } from "effect"
import { Address } from "./address.js"
import { defineError, members } from "./defineError.js"
import { instant, named, optional, orNull, required, text } from "./members.js"
import { afterPage, pageWithNext } from "./paging.js"
import { boundedText } from "./validation/text.js"

export const InboxRelease = Schema.Struct({
  to: text("The address that it was sent to."),
  at: instant("When the mail server accepted it.")
}).annotate({
  identifier: "InboxRelease",
  description: "To whom and when it was last sent after all; null if it never was."
})
export type InboxRelease = typeof InboxRelease.Type

export const InboxMail = named("InboxMail", {
  id: text("The email's id: `GET /emails/{id}/content` returns what it says."),
  from: text("The sender: `a@example.com` or `Name <a@example.com>`."),
  to: text("The recipient of this copy."),
  subject: text("The subject."),
  captured_at: instant("When it was captured."),
  released: orNull(InboxRelease)
})
export type InboxMail = typeof InboxMail.Type

export const InboxList = pageWithNext("InboxList", InboxMail)
export type InboxList = typeof InboxList.Type

export const ListInbox = named("ListInbox", {
  ...afterPage(),
  q: optional(
    boundedText(200),
    "Only mail whose recipient and subject contain each of these words, or parts of words, in upper or lower case."
  )
})
export type ListInbox = typeof ListInbox.Type

export const ReleaseMail = named("ReleaseMail", {
  to: required(
    Address,
    "The address that gets the mail. The mail itself stays as it is, also what it names as its recipient."
  )
})
export type ReleaseMail = typeof ReleaseMail.Type

export class NoReleaseServer extends defineError("NoReleaseServer", {
  status: 400,
  code: "no_release_server",
  description:
    "There is no mail server to send a captured mail through; `message` says how to have one. Nothing was sent.",
  message:
    "There is no mail server to send it through: mail is captured here. Save an SMTP server of your own (POST /smtp-config), or ask the operator to set TELEMARK_SMTP_URL beside TELEMARK_TRANSPORT=capture."
}) {}

export class ReleaseFailed extends defineError("ReleaseFailed", {
  status: 400,
  code: "release_failed",
  description: "The mail server didn't accept a captured mail; `message` says why.",
  members: members<{
    readonly why: string
  }>(),
  details: {
    smtp_response: Schema.NullOr(Schema.String).annotate({
      description: "The mail server's reply; null if there was none."
    })
  },
  message: ({ why }) => why
}) {}
