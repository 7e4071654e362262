import { Schema } from "effect"

/**
 * What becomes of a send whose data lacks a variable that its template declares without a default:
 * it is refused, or goes out with a warning and an empty place.
 */
export const MissingData = Schema.Literals(["refuse", "warn"]).annotate({
  identifier: "MissingData",
  description:
    "`refuse`: nothing is sent, and the answer names the variables. `warn`: they are empty in the mail, and `warnings` name them."
})
export type MissingData = typeof MissingData.Type
