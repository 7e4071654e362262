import * as Command from "@effect/cli/Command"
import { didYouMean } from "@telemark/core"
import { HashMap, HashSet } from "effect"
import { visibleLine } from "../visible.js"
import { CommandFailed } from "./failures.js"

/** The names of commands, each with those of its own commands; none for a command without any. */
export type CommandNames = ReadonlyMap<string, ReadonlyArray<string>>

// What commands take doesn't matter here, and has no common type.
type AnyCommand = Command.Command<string, unknown, unknown, unknown>

export const commandNames = (commands: ReadonlyArray<object>): CommandNames =>
  new Map(
    (commands as ReadonlyArray<AnyCommand>).flatMap((command) =>
      [...HashSet.values(Command.getNames(command))].map((name) => [
        name,
        // A command without any is the only one in its list.
        [...HashMap.keys(Command.getSubcommands(command))].filter((below) => below !== name).sort()
      ])
    )
  )

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
 * Says which command a misspelt one was probably meant to be, or which there are in its group: the
 * library would list those of the top level for both. Undefined if the commands exist.
 */
export const unknownCommand = (
  argv: ReadonlyArray<string>,
  names: CommandNames
): CommandFailed | undefined => {
  const [group, word] = argv.slice(2)
  if (!isName(group)) return undefined
  const below = names.get(group)
  if (below === undefined) return failed(group, "telemark", [...names.keys()].sort())
  return below.length === 0 || !isName(word) || below.includes(word)
    ? undefined
    : failed(word, `telemark ${group}`, below)
}
