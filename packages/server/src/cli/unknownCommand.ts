import { didYouMean } from "@telemark/core"
import type { Command } from "effect/cli/Command"
import { visibleLine } from "../output.js"
import { CommandFailed } from "./failures.js"

/** None of a command by itself. */
export const commandsBelow = ({ subcommands }: Command.Any): ReadonlyArray<Command.Any> =>
  subcommands.flatMap(({ commands }) => commands)

const isName = (word: string | undefined): word is string =>
  word !== undefined && !word.startsWith("-")

const failed = (word: string, group: string, known: ReadonlyArray<string>): CommandFailed => {
  const meant = didYouMean(word, known)
  return new CommandFailed({
    code: "usage",
    message:
      `There is no command "${visibleLine(`${group} ${word}`)}". ` +
      (meant === undefined
        ? `After ${group} come ${known.join(", ")}.`
        : `Did you mean \`${group} ${meant}\`?`)
  })
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
