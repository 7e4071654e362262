import { Either, ParseResult, Schema } from "effect"
import { boundsOf } from "./bounds.js"
import { detailsOf } from "./details.js"
import { membersOf } from "./members.js"
import { type ValidationDetails, ValidationFailed } from "./ValidationFailed.js"
import { withoutValues } from "./withoutValues.js"

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

const explain = (issue: ParseResult.ParseIssue, prefix: ReadonlyArray<string>): ValidationDetails =>
  detailsOf(ParseResult.ArrayFormatter.formatIssueSync(withoutValues(issue)), prefix)

/**
 * Reports all problems as `ValidationFailed`; of a large input only the first, since explaining 2.5
 * million recipients (5 MiB) takes 17 s.
 */
export const decode = <A, I>(schema: Schema.Schema<A, I>, prefix: ReadonlyArray<string> = []) => {
  const tooLarge = boundsOf(schema)
  const toFirstProblem = Schema.decodeUnknownEither(schema, { errors: "first" })
  const toEveryProblem = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (input: unknown): Either.Either<A, ValidationFailed> => {
    const oversized = tooLarge(input)
    if (oversized !== undefined)
      return Either.left(new ValidationFailed({ details: explain(oversized, prefix) }))
    const decoded = toFirstProblem(input)
    return Either.isRight(decoded)
      ? Either.right(decoded.right)
      : Either.mapLeft(
          isLarge(input) ? decoded : toEveryProblem(input),
          (error) => new ValidationFailed({ details: explain(error.issue, prefix) })
        )
  }
}
