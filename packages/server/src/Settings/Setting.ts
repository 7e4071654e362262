import { Config, Either, Option } from "effect"

export interface SettingDefinition<A> {
  readonly name: string
  /** Accepted values, worded so that `<name> takes <takes>` is a sentence. */
  readonly takes: string
  readonly description: string
  /**
   * Parses a value. A `Left` may say more, which is shown before `takes`, but must never repeat the
   * value.
   */
  readonly read: (text: string) => Either.Either<A, string | undefined>
}

/**
 * An environment variable. The help text is built from these, and the manual is checked against
 * them.
 */
export interface Setting<A> extends Omit<SettingDefinition<unknown>, "read"> {
  /** What applies when it isn't set: a value, or a description. */
  readonly default: string
  readonly config: Config.Config<Reading<A>>
}

/** What is wrong with a setting. Never contains the value, which may be a secret. */
export interface SettingProblem {
  readonly name: string
  readonly problem: string
}

export type Reading<A> = Either.Either<A, SettingProblem>

const readText = <A>({ name, read, takes }: SettingDefinition<A>, text: string): Reading<A> =>
  Either.mapLeft(read(text), (problem) => ({
    name,
    problem: problem === undefined ? `takes ${takes}` : `${problem}; it takes ${takes}`
  }))

/**
 * An empty variable counts as unset, because compose and unit files can't leave one out
 * conditionally.
 */
const make = <A>(
  definition: SettingDefinition<A>,
  whenUnset: string,
  unset: () => Reading<A>
): Setting<A> => ({
  ...definition,
  default: whenUnset,
  config: Config.map(Config.option(Config.string(definition.name)), (found) => {
    const text = Option.getOrElse(found, () => "").trim()
    return text === "" ? unset() : readText(definition, text)
  })
})

/** A setting whose default is one of its values. */
export const withDefault = <A>(value: string, definition: SettingDefinition<A>): Setting<A> =>
  make(definition, value, () => readText(definition, value))

/** A setting that may be unset; `words` describes what applies then. */
export const optional = <A>(
  words: string,
  definition: SettingDefinition<A>
): Setting<A | undefined> => make<A | undefined>(definition, words, () => Either.right(undefined))
