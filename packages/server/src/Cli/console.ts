import { Console, Effect, Layer } from "effect"
import { print, remark } from "../output.js"
import { colouredFor } from "../terminal.js"
import { readableHelp, readableProblem } from "./readableHelp.js"

/**
 * Completes a usage line with the words before the command, which the library leaves out. `groups`
 * are the commands with subcommands.
 */
export const completeUsage = (
  help: string,
  argv: ReadonlyArray<string>,
  groups: ReadonlyArray<string>
): string => {
  const group = argv.slice(2).find((word) => groups.includes(word))
  return help.replace(/^\$ (\S+)/m, (line, last: string) => {
    if (last === "telemark") return line
    return group === undefined || group === last
      ? `$ telemark ${last}`
      : `$ telemark ${group} ${last}`
  })
}

/** What comes before the commands of a group in its help. */
const groupOf = (argv: ReadonlyArray<string>, groups: ReadonlyArray<string>): string =>
  ["telemark", ...argv.slice(2, 3).filter((word) => groups.includes(word))].join(" ")

/**
 * Prints help and usage errors. The library always adds colours; they are removed if the output
 * isn't a terminal.
 */
export const layerConsole = (
  argv: ReadonlyArray<string>,
  groups: ReadonlyArray<string>
): Layer.Layer<never> => {
  const write =
    (
      stream: NodeJS.WriteStream,
      to: (text: string) => Effect.Effect<void>,
      readable: (text: string) => string
    ) =>
    (...parts: ReadonlyArray<unknown>) => {
      const text = completeUsage(parts.map(String).join(" "), argv, groups)
      return to(colouredFor(stream, readable(text).trimEnd()))
    }
  return Layer.unwrapEffect(
    Effect.map(Console.consoleWith(Effect.succeed), (console) =>
      Console.setConsole({
        ...console,
        log: write(process.stdout, print, (text) => readableHelp(text, groupOf(argv, groups))),
        error: write(process.stderr, remark, (text) => readableProblem(text, argv))
      })
    )
  )
}
