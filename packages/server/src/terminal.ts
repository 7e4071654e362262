import { stripVTControlCharacters } from "node:util"

export const isPlain = (process.env["NO_COLOR"] ?? "") !== ""

/** A text without its colours, unless it goes to a terminal that shows them. */
export const colouredFor = (stream: NodeJS.WriteStream, text: string): string =>
  stream.isTTY && !isPlain ? text : stripVTControlCharacters(text)

const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, "0")}`
}

/**
 * Escapes characters that control the terminal or text direction, since authors of templates and
 * DNS records may not be trusted. Keeps \t and \n.
 */
export const visible = (text: string): string =>
  text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escaped)

/** `visible` for a single line: escapes tabs and line feeds too. */
export const visibleLine = (text: string): string => visible(text).replace(/[\t\n]/g, escaped)
