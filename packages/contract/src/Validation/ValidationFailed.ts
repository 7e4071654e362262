import { Data } from "effect"

/** Reasons by dotted path, such as `to.3` or `query.limit`; `body` is the whole body. */
export type ValidationDetails = Readonly<Record<string, ReadonlyArray<string>>>

/**
 * The input breaks a documented rule; nothing was stored or sent. Details name path and rule, never
 * the given value.
 */
export class ValidationFailed extends Data.TaggedError("ValidationFailed")<{
  readonly details: ValidationDetails
}> {
  readonly code = "Validation failed"

  /** A failure at one path. */
  static at(path: string, ...reasons: ReadonlyArray<string>): ValidationFailed {
    return new ValidationFailed({ details: { [path]: reasons } })
  }

  override get message(): string {
    const parts = Object.entries(this.details).map(
      ([path, reasons]) => `${path} ${reasons.join(", ")}`
    )
    return `Validation failed: ${parts.join("; ")}`
  }
}
