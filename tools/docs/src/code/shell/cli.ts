import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "../../pages.js"

/**
 * The options and subcommands of each command of the `telemark` program, by its name:
 * `templates_pull`, nothing for the program itself.
 */
export type Commands = ReadonlyMap<string, ReadonlySet<string>>

/** How a program of this repository is run from its sources. */
export const fromSources = (file: string): ReadonlyArray<string> => [
  "--conditions=@telemark/source",
  "--import",
  import.meta.resolve("tsx"),
  join(root, file)
]

/** Reads the script by which bash completes commands: it has a function for each. */
export const readCompletions = (script: string): Commands =>
  new Map(
    [...script.matchAll(/^_telemark(\w*)\(\)\n([\s\S]*?)^\}$/gm)].map(
      ([, name = "", body = ""]) => [
        name.replace(/^_/, ""),
        new Set(
          [
            ...body.matchAll(/compgen -W '([^']*)' -- "\$cur"|_filtered_flags\+=" ([^"]*)"/g)
          ].flatMap(([, commands = "", options = ""]) => `${commands} ${options}`.trim().split(" "))
        )
      ]
    )
  )

/** Asks the program for its commands. */
export const readCommands = async (): Promise<Commands> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...fromSources("packages/server/src/cli/main.ts"), "--completions", "bash"],
    { cwd: root }
  )
  return readCompletions(stdout)
}

const keyOf = (names: ReadonlyArray<string>): string => names.join("_").replaceAll("-", "_")

/** What each command takes, and none has in its own list. */
const everywhere: ReadonlySet<string> = new Set(["--env-file", "--help", "-h"])

/** What is wrong with a call of the program; nothing if it has that command with these options. */
export const problemOfCall = (
  words: ReadonlyArray<string>,
  commands: Commands
): string | undefined => {
  const path: Array<string> = []
  for (const word of words.slice(1)) {
    const known = commands.get(keyOf(path)) ?? new Set()
    const option = word.replace(/=.*$/, "")
    if (word.startsWith("-")) {
      if (!everywhere.has(option) && !known.has(option))
        return `telemark ${path.join(" ")} has no ${option}`
    } else if (known.has(word)) path.push(word)
    else if (
      [...commands.keys()].some(
        (key) => key !== "" && key.startsWith(path.length === 0 ? "" : `${keyOf(path)}_`)
      )
    ) {
      return `telemark ${path.join(" ")} has no command ${word}`.replace("  ", " ")
    }
  }
  return undefined
}
