import { Schema } from "effect"
import { defineError } from "../defineError.js"

/** Reasons by dotted path, such as `to.3` or `query.limit`; `body` is the whole body. */
export type ValidationDetails = Readonly<Record<string, ReadonlyArray<string>>>

/** Renders the first problem and how many others there are. Mostly there is only one. */
const firstProblem = (details: ValidationDetails): string => {
  const all = Object.entries(details).flatMap(([path, reasons]) =>
    reasons.map((reason) => `${path} ${reason}`)
  )
  const others = all.length - 1
  const more =
    others < 1
      ? ""
      : others === 1
        ? " `details` names one more problem."
        : ` \`details\` names ${String(others)} more problems.`
  return `${(all[0] ?? "The request breaks a documented rule").replace(/\.$/, "")}.${more}`
}

/**
 * The input breaks a documented rule; nothing was stored or sent. Details name path and rule, never
 * the given value.
 */
export class ValidationFailed extends defineError("ValidationFailed", {
  status: 400,
  code: "Validation failed",
  description:
    "The request breaks a documented rule. `details` names the rule at each dotted path, never the value.",
  details: {
    details: Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
      description: "The problem at each dotted path."
    })
  },
  message: ({ details }) =>
    `Validation failed: ${Object.entries(details)
      .map(([path, reasons]) => `${path} ${reasons.join(", ")}`)
      .join("; ")}`,
  sentence: ({ details }) => firstProblem(details)
}) {
  /** A failure at one path. */
  static at(path: string, ...reasons: ReadonlyArray<string>): ValidationFailed {
    return new ValidationFailed({ details: { [path]: reasons } })
  }
}
