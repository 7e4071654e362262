import { stripVTControlCharacters } from "node:util"

export const isPlain = (process.env["NO_COLOR"] ?? "") !== ""

/** A text without its colours, unless it goes to a terminal that shows them. */
export const colouredFor = (stream: NodeJS.WriteStream, text: string): string =>
  stream.isTTY && !isPlain ? text : stripVTControlCharacters(text)
