import { Config, Option, Result } from "effect"
import { readFileSync } from "node:fs"

export interface SettingDefinition<A> {
  readonly name: string
  /** Worded so that `<name> takes <takes>` is a sentence. */
  readonly takes: string
  readonly description: string
  /** A failure may say more, which is shown before `takes`, but never repeats the value. */
  readonly read: (text: string) => Result.Result<A, string | undefined>
}

/**
 * An environment variable. The help is built from these, and the manual is checked against them.
 */
export interface Setting<A> extends Omit<SettingDefinition<unknown>, "read"> {
  /** A value, or a description. */
  readonly default: string
  readonly config: Config.Config<Reading<A>>
}

/** Never contains the value, which may be a secret. */
export interface SettingProblem {
  readonly name: string
  readonly problem: string
}

export type Reading<A> = Result.Result<A, SettingProblem>

export const readText = <A>(
  { name, read, takes }: Omit<SettingDefinition<A>, "description">,
  text: string
): Reading<A> =>
  Result.mapError(read(text), (problem) => ({
    name,
    problem: problem === undefined ? `takes ${takes}` : `${problem}; it takes ${takes}`
  }))

/** It names a file with the value, as Docker and Kubernetes mount secrets. */
export const fileNameOf = (name: string): string => `${name}_FILE`

const readValueFile = (name: string, path: string): Result.Result<string, SettingProblem> => {
  try {
    return Result.succeed(readFileSync(path, "utf8").trim())
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException
    return Result.fail({
      name: fileNameOf(name),
      problem: `names a file that can't be read (${code})`
    })
  }
}

/** Empty counts as unset: compose and unit files can't leave a variable out conditionally. */
const textOf = (name: string): Config.Config<string> =>
  Config.map(Config.option(Config.String(name)), (found) =>
    Option.getOrElse(found, () => "").trim()
  )

/** The value of a variable, or of the file that `<name>_FILE` names; empty without both. */
export const valueOf = (name: string): Config.Config<Reading<string>> =>
  Config.map(Config.all([textOf(name), textOf(fileNameOf(name))]), ([text, path]) => {
    if (path === "") return Result.succeed(text)
    return text === ""
      ? readValueFile(name, path)
      : Result.fail({ name, problem: `is set beside ${fileNameOf(name)}: leave one out` })
  })

const make = <A>(
  definition: SettingDefinition<A>,
  whenUnset: string,
  unset: () => Reading<A>
): Setting<A> => ({
  ...definition,
  default: whenUnset,
  config: Config.map(valueOf(definition.name), (value) =>
    Result.flatMap(value, (text) => (text === "" ? unset() : readText(definition, text)))
  )
})

/** The default is one of its values. */
export const withDefault = <A>(value: string, definition: SettingDefinition<A>): Setting<A> =>
  make(definition, value, () => readText(definition, value))

/** `words` describes what applies if it is unset. */
export const optional = <A>(
  words: string,
  definition: SettingDefinition<A>
): Setting<A | undefined> => make<A | undefined>(definition, words, () => Result.succeed(undefined))
