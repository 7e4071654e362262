import { Console, Effect, Layer } from "effect"
import { stripVTControlCharacters } from "node:util"
import { print, remark } from "../output.js"

/** Whether `NO_COLOR` asks for text without colours. */
export const isPlain = (process.env["NO_COLOR"] ?? "") !== ""

/**
 * A usage line with all the words that lead to the command: the library begins it with the last one.
 * `groups` are the commands that have commands of their own.
 */
export const completeUsage = (help: string, argv: ReadonlyArray<string>, groups: ReadonlyArray<string>): string => {
  const group = argv.slice(2).find((word) => groups.includes(word))
  return help.replace(/^\$ (\S+)/m, (line, last: string) => {
    if (last === "telemark") return line
    return group === undefined || group === last ? `$ telemark ${last}` : `$ telemark ${group} ${last}`
  })
}

/** Where help and usage errors go. The library colours them always; where nobody sees colours they are taken out. */
export const layerConsole = (argv: ReadonlyArray<string>, groups: ReadonlyArray<string>): Layer.Layer<never> => {
  const write = (stream: NodeJS.WriteStream, to: (text: string) => Effect.Effect<void>) => (...parts: ReadonlyArray<unknown>) => {
    const text = completeUsage(parts.map(String).join(" "), argv, groups).trimEnd()
    return to(stream.isTTY && !isPlain ? text : stripVTControlCharacters(text))
  }
  return Layer.unwrapEffect(Effect.map(Console.consoleWith(Effect.succeed), (console) =>
    Console.setConsole({ ...console, log: write(process.stdout, print), error: write(process.stderr, remark) })))
}
