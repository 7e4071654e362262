import { Effect } from "effect"
import { stripVTControlCharacters } from "node:util"

/** To standard output: a command's result. */
export const print = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stdout.write(`${text}\n`)
  })

/** To standard error: remarks and failures. */
export const remark = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stderr.write(`${text}\n`)
  })

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Characters that are valid in JSON but control a terminal are escaped. In one line unless indented. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    escaped
  )

export const printJson = (value: unknown): Effect.Effect<void> => print(jsonText(value, 2))

/** The document with `--json`, else the text. */
export const printAs = (isJson: boolean, document: unknown, text: string): Effect.Effect<void> =>
  isJson ? printJson(document) : print(text)

export const isPlain = (process.env["NO_COLOR"] ?? "") !== ""

/** Without colours, unless it goes to a terminal that shows them. */
export const colouredFor = (stream: NodeJS.WriteStream, text: string): string =>
  stream.isTTY && !isPlain ? text : stripVTControlCharacters(text)

const escapedForTerminal = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, "0")}`
}

/**
 * Escapes what controls the terminal or text direction: authors of templates and DNS records may
 * not be trusted. Keeps \t and \n.
 */
export const visible = (text: string): string =>
  text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escapedForTerminal)

/** Escapes tabs and line feeds too. */
export const visibleLine = (text: string): string =>
  visible(text).replace(/[\t\n]/g, escapedForTerminal)

/** `1 domain`, `2 domains`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${String(count)} ${count === 1 ? one : many}`
