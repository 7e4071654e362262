import { Cause, Exit, Option } from "effect"

/** The original error of a failed effect. */
export const errorOf = <E>(cause: Cause.Cause<E>): unknown =>
  Option.getOrElse(Cause.findErrorOption(cause), () => Cause.squash(cause))

/**
 * The value of an exit; throws the original error. `runPromise` would wrap it, so that `instanceof`
 * and `_tag` wouldn't work.
 */
export const settle = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw errorOf(exit.cause)
}
