import { Config, Option, Result } from "effect"
import { readFileSync } from "node:fs"

interface SettingDefinition<A> {
  readonly name: string
  /** Accepted values, worded so that `<name> takes <takes>` is a sentence. */
  readonly takes: string
  readonly description: string
  /**
   * Parses a value. A `Left` may say more, which is shown before `takes`, but must never repeat the
   * value.
   */
  readonly read: (text: string) => Result.Result<A, string | undefined>
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

export type Reading<A> = Result.Result<A, SettingProblem>

const readText = <A>({ name, read, takes }: SettingDefinition<A>, text: string): Reading<A> =>
  Result.mapError(read(text), (problem) => ({
    name,
    problem: problem === undefined ? `takes ${takes}` : `${problem}; it takes ${takes}`
  }))

/** The variable that names a file with the value, as Docker and Kubernetes mount secrets. */
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

/**
 * An empty variable counts as unset, because compose and unit files can't leave one out
 * conditionally.
 */
const textOf = (name: string): Config.Config<string> =>
  Config.map(Config.option(Config.String(name)), (found) =>
    Option.getOrElse(found, () => "").trim()
  )

const make = <A>(
  definition: SettingDefinition<A>,
  whenUnset: string,
  unset: () => Reading<A>
): Setting<A> => {
  const { name } = definition
  const given = (text: string): Reading<A> => (text === "" ? unset() : readText(definition, text))
  return {
    ...definition,
    default: whenUnset,
    config: Config.map(Config.all([textOf(name), textOf(fileNameOf(name))]), ([text, path]) => {
      if (path === "") return given(text)
      if (text !== "")
        return Result.fail({ name, problem: `is set beside ${fileNameOf(name)}: leave one out` })
      return Result.flatMap(readValueFile(name, path), given)
    })
  }
}

/** A setting whose default is one of its values. */
export const withDefault = <A>(value: string, definition: SettingDefinition<A>): Setting<A> =>
  make(definition, value, () => readText(definition, value))

/** A setting that may be unset; `words` describes what applies then. */
export const optional = <A>(
  words: string,
  definition: SettingDefinition<A>
): Setting<A | undefined> => make<A | undefined>(definition, words, () => Result.succeed(undefined))
