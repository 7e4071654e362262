import { visibleLine } from "../output.js"
import { commandFailed, type CommandFailed } from "./failures.js"
import { didYouMean } from "@telemark/core"
import type { InvalidValue } from "effect/cli/CliError"
import type { Presenter } from "effect/cli/CliOutput"
import type { Command } from "effect/cli/Command"
import type { HelpDoc } from "effect/cli/HelpDoc"

const wrongValue = (
  { expected, kind, option, value }: InvalidValue,
  { args = [], flags }: HelpDoc
): string => {
  const name = kind === "flag" ? `--${option}` : `<${option}>`
  const type = flags.find((flag) => flag.name === option)?.type
  if (expected.startsWith("at most")) return `${name} is given more than once.`
  if (type === "boolean") return `${name} takes no value.`
  if (value === "")
    return `${name} needs a value. Write one that begins with a dash as ${name}=VALUE.`
  if (type === "integer") return `${name} takes an integer.`
  if (type === "choice" || args.find(({ name }) => name === option)?.type === "choice")
    return `${name} takes one of ${expected.replaceAll('"', "").replaceAll(" | ", ", ")}.`
  return `${name} can't have this value.`
}

/**
 * Says the first thing that is wrong: the rest often follows from it. Repeats no values, which may
 * be secrets.
 */
export const usageProblem = ({
  commandPath,
  errors: [error],
  helpDoc
}: Presenter.InvalidInvocation): CommandFailed => {
  const command = `\`${commandPath.join(" ")}\``
  const say = (): string => {
    switch (error?._tag) {
      case "UnrecognizedOption": {
        const [meant] = error.suggestions
        return (
          `\`${(error.command ?? commandPath).join(" ")}\` has no option '${visibleLine(error.option)}'.` +
          (meant === undefined ? "" : ` Did you mean '${meant}'?`)
        )
      }
      case "MissingOption":
        return `${command} needs --${error.option}.`
      case "MissingArgument":
        return `${command} needs <${error.argument}>.`
      case "UnexpectedArgument":
        return helpDoc.args === undefined
          ? `${command} takes no arguments.`
          : `${command} takes only ${helpDoc.args.map(({ name }) => `<${name}>`).join(" ")}.`
      case "InvalidValue":
        return wrongValue(error, helpDoc)
      default:
        return `${command} can't be called like this.`
    }
  }
  return commandFailed("usage", say())
}

/** None of a command by itself. */
export const commandsBelow = ({ subcommands }: Command.Any): ReadonlyArray<Command.Any> =>
  subcommands.flatMap(({ commands }) => commands)

const isName = (word: string | undefined): word is string =>
  word !== undefined && !word.startsWith("-")

const failed = (word: string, group: string, known: ReadonlyArray<string>): CommandFailed => {
  const meant = didYouMean(word, known)
  return commandFailed(
    "usage",
    `There is no command "${visibleLine(`${group} ${word}`)}". ` +
      (meant === undefined
        ? `After ${group} come ${known.join(", ")}.`
        : `Did you mean \`${group} ${meant}\`?`)
  )
}

/**
 * Says which command a misspelt one was meant to be, or which there are in its group. Undefined for
 * a known command.
 */
export const unknownCommand = (
  [word, ...words]: ReadonlyArray<string>,
  command: Command.Any,
  path: string = command.name
): CommandFailed | undefined => {
  const known = commandsBelow(command)
  if (known.length === 0 || !isName(word)) return undefined
  const named = known.find(({ name }) => name === word)
  return named === undefined
    ? failed(word, path, known.map(({ name }) => name).sort())
    : unknownCommand(words, named, `${path} ${word}`)
}
