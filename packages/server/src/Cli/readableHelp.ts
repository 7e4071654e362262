import { stripVTControlCharacters } from "node:util"

/** An entry of the list of commands as Effect prints it: how it is called, and what it does. */
const entry = /^ {2}- (\S.*?) {2,}(\S.*?) *$/

const nameWidth = 24
/** As wide as the narrowest terminals. */
const width = 80

/** What Effect says of options by their type, where each option says what it is by itself. */
const typeSentences: ReadonlySet<string> = new Set([
  "A user-defined piece of text.",
  "A true or false value.",
  "An integer."
])

const envFile = "Each takes `--env-file FILE`, for variables that aren't set, such as .env."

/** Words in lines of at most so many characters. */
const wrapped = (text: string, max: number): ReadonlyArray<string> => {
  const lines = [""]
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? ""
    if (line !== "" && line.length + 1 + word.length > max) lines.push(word)
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`
  }
  return lines
}

/**
 * The help with its commands in two columns: Effect makes the first one as wide as the longest list
 * of options, several times as wide as a terminal. Each command's own help has its options.
 */
export const readableHelp = (help: string, group = "telemark"): string => {
  const lines: Array<string> = []
  let isAmongCommands = false
  let isLeftOut = false
  for (const line of help.split("\n")) {
    const isBlank = line.trim() === ""
    if (typeSentences.has(stripVTControlCharacters(line).trim())) {
      isLeftOut = true
      continue
    }
    const [, usage, does] = entry.exec(line) ?? []
    if (usage === undefined || does === undefined) {
      // The blank line after a sentence goes with it.
      if (!isBlank || !(isAmongCommands || isLeftOut)) lines.push(line)
      isLeftOut = false
      continue
    }
    isAmongCommands = true
    const name = usage.replace(/ [[<-].*$/, "")
    const [first = "", ...others] = wrapped(does, width - nameWidth - 2)
    lines.push(`  ${name.padEnd(nameWidth)}${first}`)
    for (const other of others) lines.push(" ".repeat(nameWidth + 2) + other)
  }
  const text = lines.join("\n").trimEnd()
  return isAmongCommands
    ? `${text}\n\n\`${group} <command> --help\` has the options of a command.\n${envFile}\n`
    : `${text}\n`
}

/** A usage error with the option that it is about, in good English. */
export const readableProblem = (text: string, argv: ReadonlyArray<string>): string =>
  text.replace(/'([^']*)' is not a integer/, (_, value: string) => {
    const before = argv[argv.lastIndexOf(value) - 1]
    return `${before?.startsWith("--") === true ? `${before}: ` : ""}'${value}' is not an integer`
  })
