import { Schema } from "effect"
import { Address } from "../Addresses/index.js"
import { flag, instant, optional, orNull, pageOf, required, text } from "../members.js"
import { PageRequest } from "../Paging/index.js"
import { TopicId } from "../Topics/index.js"
import { StorableText } from "../Validation/index.js"

const Reason = StorableText.pipe(Schema.maxLength(1000, { message: () => "must be at most 1000 characters" }))

/** An address to suppress. */
export const AddSuppression = Schema.Struct({
  email_address: required(Address, "The address, in any spelling."),
  reason: optional(Reason, "The reason; `manual` by default."),
  topic: optional(TopicId, "Suppresses only mail of this topic, which must exist; by default all mail to the address.")
}).annotations({ identifier: "AddSuppression" })
export type AddSuppression = typeof AddSuppression.Type

/** The address is suppressed, newly or already. */
export const Suppressed = Schema.Struct({ status: Schema.Literal("suppressed") }).annotations({ identifier: "Suppressed" })
export type Suppressed = typeof Suppressed.Type

/** An address that must not be mailed. */
export const Suppression = Schema.Struct({
  email_address: text("The address."),
  reason: text("The reason, such as `bounced` or `manual`."),
  added_at: instant("When it was suppressed."),
  topic: orNull(text("The topic whose mail is suppressed; null: all mail to the address."))
}).annotations({ identifier: "Suppression" })
export type Suppression = typeof Suppression.Type

/** Which suppressions to list. */
export const ListSuppressions = Schema.Struct({
  ...PageRequest.fields,
  topic: optional(TopicId, "Only suppressions of this topic.")
}).annotations({ identifier: "ListSuppressions" })
export type ListSuppressions = typeof ListSuppressions.Type

/** Which suppression of an address to remove. */
export const RemoveSuppression = Schema.Struct({
  topic: optional(TopicId, "Removes the suppression of this topic alone; by default that of the whole address alone.")
}).annotations({ identifier: "RemoveSuppression" })
export type RemoveSuppression = typeof RemoveSuppression.Type

export const SuppressionList = pageOf("SuppressionList", "Newest first.", Suppression)
export type SuppressionList = typeof SuppressionList.Type

const SuppressedTopic = Schema.Struct({
  topic: text("The topic's id."),
  reason: text("The reason."),
  since: instant("When it was suppressed.")
}).annotations({ identifier: "SuppressedTopic" })

/** Whether an address is suppressed. */
export const SuppressionCheck = Schema.Struct({
  suppressed: flag("Whether the whole address is suppressed: it gets no mail at all."),
  reason: text("Empty if the address isn't suppressed."),
  since: text("RFC 3339; empty if the address isn't suppressed."),
  topics: Schema.Array(SuppressedTopic).annotations({ description: "Topics of which it gets no mail, whatever `suppressed` says." })
}).annotations({ identifier: "SuppressionCheck" })
export type SuppressionCheck = typeof SuppressionCheck.Type
