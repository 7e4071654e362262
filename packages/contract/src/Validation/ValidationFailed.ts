import { Data } from "effect"

/** Reasons by dotted path (`to.3`, `query.limit`); `body` stands for the whole body. */
export type ValidationDetails = Readonly<Record<string, ReadonlyArray<string>>>

/**
 * The input breaks a documented rule; nothing was stored and nothing was sent.
 * The details name the path and the rule, never the value that was given.
 */
export class ValidationFailed extends Data.TaggedError("ValidationFailed")<{
  readonly details: ValidationDetails
}> {
  readonly code = "Validation failed"

  /** One path that breaks one or more rules. */
  static at(path: string, ...reasons: ReadonlyArray<string>): ValidationFailed {
    return new ValidationFailed({ details: { [path]: reasons } })
  }

  override get message(): string {
    const parts = Object.entries(this.details).map(([path, reasons]) => `${path} ${reasons.join(", ")}`)
    return `Validation failed: ${parts.join("; ")}`
  }
}
