import { Cause, Exit, Option } from "effect"

/**
 * What an effect came to, as a promise's caller knows it: the value, or the original error thrown as it is.
 * `runPromise` would wrap the error, so that `instanceof` and `_tag` were lost.
 */
export const settle = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  const failure = Cause.failureOption(exit.cause)
  throw Option.isSome(failure) ? failure.value : Cause.squash(exit.cause)
}
