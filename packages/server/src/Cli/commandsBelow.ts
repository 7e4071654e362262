import type { Command } from "effect/cli/Command"

/** The commands of a group; none of a command by itself. */
export const commandsBelow = ({ subcommands }: Command.Any): ReadonlyArray<Command.Any> =>
  subcommands.flatMap(({ commands }) => commands)
