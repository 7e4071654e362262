import { didYouMean, orMeant } from "./didYouMean.js"
import { type ValidationDetails, ValidationFailed } from "./ValidationFailed.js"

/** Names that can be repeated in an error message. */
const showable = /^[\w$.-]{1,64}$/

/** The names of all options, in all alternatives of the type. */
export type OptionNames<Options> = Readonly<
  Record<Options extends unknown ? keyof Options & string : never, true>
>

/**
 * Reports unknown option names, each with the one that was probably meant; empty if all are known.
 */
export const unknownOptions = (
  called: string,
  given: object,
  names: Readonly<Record<string, true>>
): ValidationDetails => {
  const known = Object.keys(names)
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(names, name))
    .slice(0, 10)
  return Object.fromEntries(
    unknown.map((name) => {
      const reason = `is not an option of ${called}${orMeant(didYouMean(name, known))}`
      return showable.test(name) ? [name, [reason]] : ["options", ["have an unknown name"]]
    })
  )
}

/**
 * Returns the options, or throws `ValidationFailed` if they aren't an object or have unknown names,
 * which the compiler doesn't catch for all callers. `called` is the function as its caller knows
 * it, `example` shows what it accepts.
 */
export const checkedOptions = <Options extends object>(
  called: string,
  example: string,
  names: OptionNames<Options>,
  options: Options
): Options => {
  const given: unknown = options
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw ValidationFailed.at("options", `of ${called} must be an object such as ${example}`)
  }
  const details = unknownOptions(called, given, names)
  if (Object.keys(details).length > 0) throw new ValidationFailed({ details })
  return options
}
