import { Schema } from "effect"
import { Address } from "../Addresses/index.js"
import { flag, instant, optional, pageOf, required, text } from "../members.js"
import { StorableText } from "../Validation/index.js"

const Reason = StorableText.pipe(Schema.maxLength(1000, { message: () => "must be at most 1000 characters" }))

/** An address to suppress. */
export const AddSuppression = Schema.Struct({
  email_address: required(Address, "The address, in any spelling."),
  reason: optional(Reason, "The reason; `manual` by default.")
}).annotations({ identifier: "AddSuppression" })
export type AddSuppression = typeof AddSuppression.Type

/** The address is suppressed, newly or already. */
export const Suppressed = Schema.Struct({ status: Schema.Literal("suppressed") }).annotations({ identifier: "Suppressed" })
export type Suppressed = typeof Suppressed.Type

/** An address that must not be mailed. */
export const Suppression = Schema.Struct({
  email_address: text("The address."),
  reason: text("The reason, such as `bounced` or `manual`."),
  added_at: instant("When it was suppressed.")
}).annotations({ identifier: "Suppression" })
export type Suppression = typeof Suppression.Type

export const SuppressionList = pageOf("SuppressionList", "Newest first.", Suppression)
export type SuppressionList = typeof SuppressionList.Type

/** Whether an address is suppressed. */
export const SuppressionCheck = Schema.Struct({
  suppressed: flag("Whether the address is suppressed."),
  reason: text("Empty if the address isn't suppressed."),
  since: text("RFC 3339; empty if the address isn't suppressed.")
}).annotations({ identifier: "SuppressionCheck" })
export type SuppressionCheck = typeof SuppressionCheck.Type
