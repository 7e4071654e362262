import { Schema } from "effect"
import { Address } from "../Addresses/index.js"
import { StorableText } from "../Validation/index.js"

/** The body of POST /suppressions. */
export const AddSuppression = Schema.Struct({
  email_address: Address,
  /** Why; `manual` by default. */
  reason: Schema.optional(StorableText.pipe(Schema.maxLength(1000, { message: () => "must be at most 1000 characters" })))
}).annotations({ identifier: "AddSuppression" })
export type AddSuppression = typeof AddSuppression.Type

/** An address that must not be mailed, as it is kept: `folded` is its key. */
export interface SuppressionRecord {
  readonly tenant_id: string
  readonly folded: string
  readonly email_address: string
  readonly reason: string
  readonly added_at: number
}

/** An address that must not be mailed. */
export interface Suppression {
  readonly email_address: string
  readonly reason: string
  readonly added_at: string
}

/** Whether an address is suppressed; reason and instant are empty if it isn't. */
export interface SuppressionCheck {
  readonly suppressed: boolean
  readonly reason: string
  readonly since: string
}
