import { Schema } from "effect"
import { Address } from "../Addresses/index.js"
import { optional } from "../members.js"
import { PageRequest } from "../Paging/index.js"
import { InstantText } from "../Time/index.js"
import { boundedText } from "../Validation/index.js"
import { EmailStatus } from "./status.js"
import { TagText } from "./tags.js"

/** Filters and page of a list of emails. An email must match all filters. */
export const ListEmails = Schema.Struct({
  ...PageRequest.fields,
  after: optional(boundedText(50, 1), "The `next` of the page before: the page begins behind it. Not together with an offset."),
  status: optional(EmailStatus, "Those that stand so."),
  recipient: optional(Address, "An address, in any case of letters."),
  template_id: optional(boundedText(50, 1), "Of the template that it was made from."),
  tag: optional(TagText, "The name and the value of a tag, such as `order:1042`."),
  since: optional(InstantText, "Accepted at this instant or later (RFC 3339)."),
  until: optional(InstantText, "Accepted before this instant.")
}).annotations({ identifier: "ListEmails" })
export type ListEmails = typeof ListEmails.Type
