import { type ErrorFacts, TelemarkError } from "./TelemarkError.js"

/** Reasons by dotted path, such as `to.3`, `query.limit` or `body`. */
export type ValidationDetails = Readonly<Record<string, ReadonlyArray<string>>>

/**
 * The request breaks a documented rule; nothing was stored or sent. `details` contains the reasons,
 * never a value.
 */
export class ValidationFailed extends TelemarkError<ValidationDetails> {
  static readonly code = "Validation failed"
  readonly _tag = "ValidationFailed"
  readonly code = ValidationFailed.code

  constructor(facts: ErrorFacts<ValidationDetails>) {
    const parts = Object.entries(facts.details).map(
      ([path, reasons]) => `${path} ${reasons.join(", ")}`
    )
    super(facts, `Validation failed: ${parts.join("; ")}`)
  }
}
