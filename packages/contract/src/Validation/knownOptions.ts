import { didYouMean } from "./didYouMean.js"
import { type ValidationDetails, ValidationFailed } from "./ValidationFailed.js"

/** A name that can be shown as it is; others are not repeated. */
const showable = /^[\w$.-]{1,64}$/

/** Every name that a type of options has, in any of its alternatives. */
export type OptionNames<Options> = Readonly<Record<Options extends unknown ? keyof Options & string : never, true>>

/** What is wrong with the names of options: each that there isn't, with the one that was probably meant; empty if all are known. */
export const unknownOptions = (called: string, given: object, names: Readonly<Record<string, true>>): ValidationDetails => {
  const known = Object.keys(names)
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(names, name)).slice(0, 10)
  return Object.fromEntries(unknown.map((name) => {
    const meant = didYouMean(name, known)
    const reason = `is no option of ${called}${meant === undefined ? "" : `; did you mean ${meant}?`}`
    return showable.test(name) ? [name, [reason]] : ["options", ["have a name that there isn't"]]
  }))
}

/**
 * The options as they were given; throws `ValidationFailed` for what isn't an object of options, and for names that there aren't: callers
 * without a compiler may give anything. `called` is the function as its caller knows it, `example` what it takes.
 */
export const checkedOptions = <Options extends object>(called: string, example: string, names: OptionNames<Options>, options: Options): Options => {
  const given: unknown = options
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw ValidationFailed.at("options", `of ${called} must be an object such as ${example}`)
  }
  const details = unknownOptions(called, given, names)
  if (Object.keys(details).length > 0) throw new ValidationFailed({ details })
  return options
}
