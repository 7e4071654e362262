import { Schema } from "effect"
import { Address } from "./address.js"
import { defineError, members } from "./defineError.js"
import { instant, optional, orNull, required, text } from "./members.js"
import { afterPage, pageWithNext } from "./paging.js"
import { boundedText } from "./validation/text.js"

/** To whom and when a captured mail was sent after all. */
export const InboxRelease = Schema.Struct({
  to: text("The address that it was sent to."),
  at: instant("When the mail server accepted it.")
}).annotate({
  identifier: "InboxRelease",
  description: "To whom and when it was last sent after all; null if it never was."
})
export type InboxRelease = typeof InboxRelease.Type

/** A mail that was captured instead of being sent. */
export const InboxMail = Schema.Struct({
  id: text("The email's id: `GET /emails/{id}/content` returns what it says."),
  from: text("The sender: `a@example.com` or `Name <a@example.com>`."),
  to: text("The recipient of this copy."),
  subject: text("The subject."),
  captured_at: instant("When it was captured."),
  released: orNull(InboxRelease)
}).annotate({ identifier: "InboxMail" })
export type InboxMail = typeof InboxMail.Type

/** A page of captured mail. */
export const InboxList = pageWithNext("InboxList", InboxMail)
export type InboxList = typeof InboxList.Type

/** Which captured mail to list. */
export const ListInbox = Schema.Struct({
  ...afterPage(),
  q: optional(
    boundedText(200),
    "Only mail whose recipient and subject contain each of these words, or parts of words, in upper or lower case."
  )
}).annotate({ identifier: "ListInbox" })
export type ListInbox = typeof ListInbox.Type

/** Where to send a captured mail. */
export const ReleaseMail = Schema.Struct({
  to: required(
    Address,
    "The address that gets the mail. The mail itself stays as it is, also what it names as its recipient."
  )
}).annotate({ identifier: "ReleaseMail" })
export type ReleaseMail = typeof ReleaseMail.Type

/** There is no mail server through which a captured mail could be sent. */
export class NoReleaseServer extends defineError("NoReleaseServer", {
  status: 400,
  code: "no_release_server",
  description:
    "There is no mail server to send a captured mail through; `message` says how to have one. Nothing was sent.",
  message:
    "There is no mail server to send it through: mail is captured here. Save an SMTP server of your own (POST /smtp-config), or ask the operator to set TELEMARK_SMTP_URL beside TELEMARK_TRANSPORT=capture."
}) {}

/** The mail server didn't accept a captured mail. */
export class ReleaseFailed extends defineError("ReleaseFailed", {
  status: 400,
  code: "release_failed",
  description: "The mail server didn't accept a captured mail; `message` says why.",
  members: members<{
    /** What went wrong, in a sentence for people. */
    readonly why: string
  }>(),
  details: {
    smtp_response: Schema.NullOr(Schema.String).annotate({
      description: "The mail server's reply; null if there was none."
    })
  },
  message: ({ why }) => why
}) {}
