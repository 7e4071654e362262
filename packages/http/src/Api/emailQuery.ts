import { EmailStatus, emailStatuses, ListEmails } from "@telemark/core"
import { Schema } from "effect"
import { pageQuery, query } from "./query.js"

const StatusQuery = EmailStatus.annotations({
  identifier: "EmailStatus",
  message: ({ actual }) => ({ message: typeof actual === "string" ? `must be one of ${emailStatuses.join(", ")}` : "must be given once", override: true })
})

const { after, recipient, since, tag, template_id, until } = ListEmails.fields

/** Which emails are listed. Core's rules hold for texts as they are; it checks what they say together. */
export const emailQuery = query({
  ...pageQuery,
  after: after.annotations({ description: "The `next` of the page before. Not together with an offset." }),
  status: Schema.optional(StatusQuery),
  recipient: recipient.annotations({ description: "An address, in any case of letters." }),
  template_id: template_id.annotations({ description: "Of the template that it was made from." }),
  tag: tag.annotations({ description: "The name and the value of a tag, such as `order:1042`." }),
  since: since.annotations({ description: "Accepted at this instant or later (RFC 3339)." }),
  until: until.annotations({ description: "Accepted before this instant." })
})
