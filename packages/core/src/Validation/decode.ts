import { Either, ParseResult, Schema } from "effect"
import { detailsOf } from "./details.js"
import { membersOf } from "./members.js"
import { type ValidationDetails, ValidationFailed } from "./ValidationFailed.js"
import { withoutValues } from "./withoutValues.js"

const mostExplained = 1000

/** Whether a value has more members, at any depth, than can be explained one by one. */
const isLarge = (value: unknown): boolean => {
  let count = 0
  for (let level = membersOf([value]); level.length > 0; level = membersOf(level)) {
    count += level.length
    if (count > mostExplained) return true
  }
  return false
}

const explain = (error: ParseResult.ParseError, prefix: ReadonlyArray<string>): ValidationDetails =>
  detailsOf(ParseResult.ArrayFormatter.formatIssueSync(withoutValues(error.issue)), prefix)

/**
 * A decoder that reports every problem at once as `ValidationFailed`; of a large input only the first,
 * since explaining each of 2.5 million wrong recipients (5 MiB) takes 17 s. The result is an `Either`,
 * which can be yielded inside `Effect.gen`.
 */
export const decode = <A, I>(schema: Schema.Schema<A, I>, prefix: ReadonlyArray<string> = []) => {
  const toFirstProblem = Schema.decodeUnknownEither(schema, { errors: "first" })
  const toEveryProblem = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (input: unknown): Either.Either<A, ValidationFailed> => {
    const decoded = toFirstProblem(input)
    return Either.isRight(decoded)
      ? Either.right(decoded.right)
      : Either.mapLeft(isLarge(input) ? decoded : toEveryProblem(input), (error) =>
        new ValidationFailed({ details: explain(error, prefix) }))
  }
}
