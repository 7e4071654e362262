/**
 * Splits a script into its commands, each a list of words, as a shell would. Variables stay as they
 * are written.
 */
export const commandsOf = (script: string): ReadonlyArray<ReadonlyArray<string>> => {
  const commands: Array<Array<string>> = []
  let words: Array<string> = []
  let word: string | undefined
  const endWord = (): void => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  const endCommand = (): void => {
    endWord()
    if (words.length > 0) commands.push(words)
    words = []
  }
  for (let at = 0; at < script.length; at++) {
    const char = script.charAt(at)
    const next = script.charAt(at + 1)
    if (char === "'" || char === '"') {
      const end = closing(script, at)
      word = (word ?? "") + unquoted(script.slice(at + 1, end), char)
      at = end
    } else if (char === "\\" && next === "\n") at++
    else if (char === "\\") {
      word = (word ?? "") + next
      at++
    } else if (char === "#" && word === undefined) at = lineEnd(script, at) - 1
    else if (char === "\n" || char === ";" || char === "|" || char === "&") endCommand()
    else if (char === " " || char === "\t") endWord()
    else word = (word ?? "") + char
  }
  endCommand()
  return commands
}

const lineEnd = (script: string, from: number): number => {
  const end = script.indexOf("\n", from)
  return end < 0 ? script.length : end
}

/** Where the quote that opens at `from` closes. */
const closing = (script: string, from: number): number => {
  const quote = script.charAt(from)
  for (let at = from + 1; at < script.length; at++) {
    if (quote === '"' && script.charAt(at) === "\\") at++
    else if (script.charAt(at) === quote) return at
  }
  return script.length
}

const unquoted = (text: string, quote: string): string =>
  quote === "'" ? text : text.replace(/\\\n/g, "").replace(/\\(["\\$`])/g, "$1")

/** A command without the variables that are set for it. */
export const withoutVariables = (command: ReadonlyArray<string>): ReadonlyArray<string> => {
  const first = command.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  return first < 0 ? [] : command.slice(first)
}
