import { Cause, Exit, Option } from "effect"

/** What made an effect fail, as a promise's caller knows it: the original error as it is. */
export const errorOf = <E>(cause: Cause.Cause<E>): unknown => Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause))

/**
 * What an effect came to, as a promise's caller knows it: the value, or the original error thrown as it is.
 * `runPromise` would wrap the error, so that `instanceof` and `_tag` were lost.
 */
export const settle = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw errorOf(exit.cause)
}
