import { Either, ParseResult, Schema } from "effect"
import { detailsOf } from "./details.js"
import { ValidationFailed } from "./ValidationFailed.js"

/**
 * A decoder that reports every problem at once as `ValidationFailed`. The result is an `Either`, which
 * can be yielded inside `Effect.gen`.
 */
export const decode = <A, I>(schema: Schema.Schema<A, I>, prefix: ReadonlyArray<string> = []) => {
  const run = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (input: unknown): Either.Either<A, ValidationFailed> =>
    Either.mapLeft(run(input), (error) =>
      new ValidationFailed({ details: detailsOf(ParseResult.ArrayFormatter.formatErrorSync(error), prefix) }))
}
