import { detailsOf, type Operation } from "@telemark/contract"
import { Context, Either, ParseResult, Schema } from "effect"

/**
 * Whether an answer with a member that the contract lacks, or without one that it has, is a fault. In production what the contract lacks
 * is left out instead, which costs less; tests set it.
 */
export class StrictAnswers extends Context.Reference<StrictAnswers>()("@telemark/http/StrictAnswers", {
  defaultValue: (): boolean => false
}) {}

/** Throws where an answer isn't exactly what the operation says; what didn't fit is not repeated: it may be an address or a key. */
export const strictly = ({ response }: Operation): (answer: unknown) => unknown => {
  const encode = Schema.encodeUnknownEither(response, { onExcessProperty: "error", errors: "all" })
  return (answer): unknown =>
    Either.getOrThrowWith(encode(answer), (error) =>
      new Error(`The answer doesn't fit its schema: ${JSON.stringify(detailsOf(ParseResult.ArrayFormatter.formatErrorSync(error)))}`))
}
