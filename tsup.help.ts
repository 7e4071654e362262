/** An entry of the list of commands as Effect prints it: how it is called, and what it does. */
const entry = /^ {2}- (\S.*?) {2,}(\S.*?) *$/

const nameWidth = 24
/** As wide as the narrowest terminals. */
const width = 80

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
 * The help with its commands in two columns: Effect makes the first one as wide as the longest
 * list of options, several times as wide as a terminal. Each command's own help has its options.
 */
export const readableHelp = (help: string): string => {
  const lines: Array<string> = []
  let isAmongCommands = false
  for (const line of help.split("\n")) {
    const [, usage, does] = entry.exec(line) ?? []
    if (usage === undefined || does === undefined) {
      if (line.trim() !== "" || !isAmongCommands) lines.push(line)
      continue
    }
    isAmongCommands = true
    const name = usage.replace(/ [[<-].*$/, "")
    const [first = "", ...others] = wrapped(does, width - nameWidth - 2)
    lines.push(`  ${name.padEnd(nameWidth)}${first}`)
    for (const other of others) lines.push(" ".repeat(nameWidth + 2) + other)
  }
  return `${lines.join("\n").trimEnd()}\n\n\`telemark <command> --help\` has the options of a command.\n`
}
