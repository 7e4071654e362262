import { Schema } from "effect"
import { Address, DomainName } from "../Addresses/index.js"
import { optional } from "../members.js"
import { PageRequest } from "../Paging/index.js"
import { InstantText } from "../Time/index.js"
import { boundedText } from "../Validation/index.js"
import { EmailStatus } from "./status.js"
import { TagText } from "./tags.js"

/** Maximum length of the beginning of a subject that lists are filtered by. */
export const maxSubjectPrefix = 48

/** Maximum length of what emails are searched for, in characters. */
const maxSearchText = 200

/** Filters and page of a list of emails. An email must match all filters. */
export const ListEmails = Schema.Struct({
  ...PageRequest.fields,
  after: optional(
    boundedText(50, 1),
    "The `next` of the previous page: this page begins after it. Can't be combined with an offset."
  ),
  q: optional(
    boundedText(maxSearchText, 1),
    "Only messages that have all these words, or words that begin so, in recipient, subject, sender, tags or template, in upper or lower case. Or the beginning of an id. Can't be combined with an offset."
  ),
  status: optional(EmailStatus, "Only messages with this status."),
  recipient: optional(Address, "Only messages to this address, in upper or lower case."),
  recipient_domain: optional(
    DomainName,
    "Only messages to an address of this domain, not to those of domains below it. Can't be combined with an offset."
  ),
  sender_domain: optional(
    DomainName,
    "Only messages from an address of this domain. Can't be combined with an offset."
  ),
  subject: optional(
    boundedText(maxSubjectPrefix, 1),
    "Only messages whose subject begins with this, in upper or lower case of A to Z. Can't be combined with an offset."
  ),
  template_id: optional(boundedText(50, 1), "Only messages made from this template."),
  tag: optional(TagText, "Only messages with this tag: its name and value, such as `order:1042`."),
  since: optional(InstantText, "Only messages accepted at this instant or later (RFC 3339)."),
  until: optional(InstantText, "Only messages accepted before this instant.")
}).annotate({ identifier: "ListEmails" })
export type ListEmails = typeof ListEmails.Type

const { after: _after, limit: _limit, offset: _offset, ...filters } = ListEmails.fields

/** Which emails to export: the filters of a list. */
export const ExportEmails = Schema.Struct(filters).annotate({ identifier: "ExportEmails" })
export type ExportEmails = typeof ExportEmails.Type
