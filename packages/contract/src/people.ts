import { Address } from "./address.js"
import { Email, Timeline } from "./emails.js"
import { EmailContent } from "./emailContent.js"
import { UnmatchedFeedback } from "./feedback.js"
import { count, flag, list, named, optional, orNull, required, text } from "./members.js"
import { PageRequest } from "./paging.js"
import { Suppression } from "./suppressions.js"
import { boundedText } from "./validation/text.js"

const email_address = required(Address, "The person's address, in any spelling.")

export const ExportPerson = named("ExportPerson", {
  email_address,
  limit: PageRequest.fields.limit,
  after: optional(boundedText(50, 1), "The `next` of the previous page: this page begins after it.")
})
export type ExportPerson = typeof ExportPerson.Type

/** A message to the person, with all that is kept of it. */
export const PersonEmail = named("PersonEmail", {
  email: Email,
  timeline: Timeline,
  content: orNull(EmailContent).annotate({
    description:
      "What it says; null if that is no longer stored. `GET /emails/{id}/attachments/{index}` has the files."
  })
})
export type PersonEmail = typeof PersonEmail.Type

export const PersonExport = named("PersonExport", {
  email_address: text("The address, as it was asked for."),
  emails: list(
    PersonEmail,
    "Messages to the address, newest first: fewer than the limit if they are large."
  ),
  suppressions: list(
    Suppression,
    "Its suppressions, those under its pseudonym included; on the first page alone."
  ),
  reports: list(
    UnmatchedFeedback,
    "Reports that name the address and belong to no message; on the first page alone."
  ),
  erased_emails: count(
    "Messages of which the address was erased before: they stand under its pseudonym."
  ),
  next: orNull(text("The `after` of the next page; null if this is the last page."))
})
export type PersonExport = typeof PersonExport.Type

export const ErasePerson = named("ErasePerson", { email_address })
export type ErasePerson = typeof ErasePerson.Type

export const ErasedPerson = named("ErasedPerson", {
  done: flag(
    "Whether nothing is left. If not, repeat the request: a message is being sent now, or there are more than one request erases."
  ),
  emails: count("Messages whose address, name, subject and data were erased."),
  cancelled: count("Those of them that waited, and won't be sent."),
  in_flight: count("Messages that are being sent now, and were left."),
  contents: count("Contents that were removed."),
  suppressions: count("Suppressions that stay, under a pseudonym."),
  texts: count("Other texts that named the address, such as replies of servers.")
})
export type ErasedPerson = typeof ErasedPerson.Type
