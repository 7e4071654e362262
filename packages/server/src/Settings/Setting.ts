import { Config, Either, Option } from "effect"

/** What is said of one environment variable that the server reads. */
export interface SettingDefinition<A> {
  readonly name: string
  /** What it takes, so that `<name> takes <takes>` is a sentence. */
  readonly takes: string
  readonly description: string
  /** Reads a value; a `Left` is told before what it takes, where more can be said. It must never repeat the value. */
  readonly read: (text: string) => Either.Either<A, string | undefined>
}

/** One environment variable. The help text and the manual are made from, or checked against, these. */
export interface Setting<A> extends Omit<SettingDefinition<unknown>, "read"> {
  /** What applies when it isn't set, in the notation of the variable or in words. */
  readonly default: string
  readonly config: Config.Config<Reading<A>>
}

/** What is wrong with a setting; never its value, which may be a secret. */
export interface SettingProblem {
  readonly name: string
  readonly problem: string
}

/** What a setting was found to be. */
export type Reading<A> = Either.Either<A, SettingProblem>

const readText = <A>({ name, read, takes }: SettingDefinition<A>, text: string): Reading<A> =>
  Either.mapLeft(read(text), (problem) => ({ name, problem: problem === undefined ? `takes ${takes}` : `${problem}; it takes ${takes}` }))

/** An empty variable counts as unset: compose files and unit files can't leave one out on a condition. */
const make = <A>(definition: SettingDefinition<A>, whenUnset: string, unset: () => Reading<A>): Setting<A> => ({
  ...definition,
  default: whenUnset,
  config: Config.map(Config.option(Config.string(definition.name)), (found) => {
    const text = Option.getOrElse(found, () => "").trim()
    return text === "" ? unset() : readText(definition, text)
  })
})

/** A setting with a default that it could be set to as well. */
export const withDefault = <A>(value: string, definition: SettingDefinition<A>): Setting<A> =>
  make(definition, value, () => readText(definition, value))

/** A setting that needn't have a value; `words` says what happens then. */
export const optional = <A>(words: string, definition: SettingDefinition<A>): Setting<A | undefined> =>
  make<A | undefined>(definition, words, () => Either.right(undefined))
