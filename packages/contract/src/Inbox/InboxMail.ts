import { Schema } from "effect"
import { Address } from "../Addresses/index.js"
import { instant, optional, orNull, pageOf, required, text } from "../members.js"
import { PageRequest } from "../Paging/index.js"
import { boundedText } from "../Validation/index.js"

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
export const InboxList = Schema.Struct({
  ...pageOf("InboxPage", "Newest first.", InboxMail).fields,
  next: orNull(text("The `after` of the next page; null if this is the last page."))
}).annotate({ identifier: "InboxList" })
export type InboxList = typeof InboxList.Type

/** Which captured mail to list. */
export const ListInbox = Schema.Struct({
  ...PageRequest.fields,
  after: optional(
    boundedText(50, 1),
    "The `next` of the previous page: this page begins after it. Can't be combined with an offset."
  ),
  q: optional(
    boundedText(200),
    "Only mail whose recipient or subject contains this text, in upper or lower case."
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
