import { detailsOf, type Operation } from "@telemark/contract"
import { Context, Result, SchemaParser } from "effect"

/**
 * Whether a response that deviates from the contract is a fault, as in tests; otherwise unknown
 * members are removed, which costs less.
 */
export const StrictAnswers = Context.Reference("@telemark/http/StrictAnswers", {
  defaultValue: (): boolean => false
})

/**
 * Throws if a response deviates from the operation's schema. The error doesn't contain the value,
 * which may be an address or a key.
 */
export const strictly = ({ response }: Operation): ((answer: unknown) => unknown) => {
  const encode = SchemaParser.encodeUnknownResult(response, {
    onExcessProperty: "error",
    errors: "all"
  })
  return (answer): unknown =>
    Result.getOrThrowWith(
      encode(answer),
      (issue) => new Error(`The answer doesn't fit its schema: ${JSON.stringify(detailsOf(issue))}`)
    )
}
