import { Result, Schema, SchemaParser } from "effect"
import { defineError } from "../defineError.js"
import { boundsOf } from "./bounds.js"
import { detailsOf, type ValidationDetails } from "./details.js"
import { membersOf } from "./text.js"

/** And how many others there are. */
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
  const first = all[0] ?? "The request breaks a documented rule"
  return `${/[.?]$/.test(first) ? first : `${first}.`}${more}`
}

/** Details name path and rule, never the given value. */
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
  static at(path: string, ...reasons: ReadonlyArray<string>): ValidationFailed {
    return new ValidationFailed({ details: { [path]: reasons } })
  }
}

const maxExplained = 1000

/** Too many members, at all depths, to explain each problem. */
const isLarge = (value: unknown): boolean => {
  let count = 0
  for (let level = membersOf([value]); level.length > 0; level = membersOf(level)) {
    count += level.length
    if (count > maxExplained) return true
  }
  return false
}

/**
 * All problems; of a large input only the first: explaining 2.5 million recipients (5 MiB) takes 17
 * s.
 */
export const decode = <A, I>(schema: Schema.Codec<A, I>, prefix: ReadonlyArray<string> = []) => {
  const tooLarge = boundsOf(schema)
  const toFirstProblem = SchemaParser.decodeUnknownResult(schema, {
    errors: "first",
    reportInput: true
  })
  const toEveryProblem = SchemaParser.decodeUnknownResult(schema, {
    errors: "all",
    reportInput: true
  })
  return (input: unknown): Result.Result<A, ValidationFailed> => {
    const oversized = tooLarge(input)
    if (oversized !== undefined)
      return Result.fail(new ValidationFailed({ details: detailsOf(oversized, prefix) }))
    const decoded = toFirstProblem(input)
    return Result.isSuccess(decoded)
      ? Result.succeed(decoded.success)
      : Result.mapError(
          isLarge(input) ? decoded : toEveryProblem(input),
          (issue) => new ValidationFailed({ details: detailsOf(issue, prefix) })
        )
  }
}
