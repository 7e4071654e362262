import { Result, type Schema, SchemaParser } from "effect"
import { boundsOf } from "./bounds.js"
import { detailsOf } from "./details.js"
import { membersOf } from "./members.js"
import { ValidationFailed } from "./ValidationFailed.js"

const maxExplained = 1000

/** Whether a value has too many members, at all depths, to explain each problem. */
const isLarge = (value: unknown): boolean => {
  let count = 0
  for (let level = membersOf([value]); level.length > 0; level = membersOf(level)) {
    count += level.length
    if (count > maxExplained) return true
  }
  return false
}

/**
 * Reports all problems as `ValidationFailed`; of a large input only the first, since explaining 2.5
 * million recipients (5 MiB) takes 17 s.
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
