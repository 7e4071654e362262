/**
 * The relaxed canonicalization of DKIM (RFC 6376 3.4): what verifiers make of a mail before they compare. Only
 * space and tab are blanks there, and every line end is CRLF, as composing leaves them.
 */

/** A header field, as it stands in the head and as it is hashed. */
export interface Field {
  /** In lower case. */
  readonly name: string
  /** `name:value` in relaxed form, without a line end (RFC 6376 3.4.2). */
  readonly relaxed: string
}

/** A field from its lines, without the last line end. */
export const toField = (lines: string): Field => {
  const colon = lines.indexOf(":")
  const name = lines.slice(0, colon).trimEnd().toLowerCase()
  const value = lines.slice(colon + 1).replaceAll("\r\n", "").replace(/[ \t]+/g, " ").replace(/^ | $/g, "")
  return { name, relaxed: `${name}:${value}` }
}

/** The fields of a head in which each line ends with CRLF. */
export const parseHead = (head: string): ReadonlyArray<Field> =>
  head.split(/\r\n(?![ \t])/).filter((lines) => lines !== "").map(toField)

/** A body in relaxed form (RFC 6376 3.4.4): no blanks at the ends of lines, no empty lines at its end. */
export const relaxBody = (body: string): string => {
  const lines = (body.endsWith("\r\n") ? body : `${body}\r\n`)
    .replace(/[ \t]{2,}|\t/g, " ")
    .replaceAll(" \r\n", "\r\n")
  let end = lines.length
  // Not by a pattern: on a body of many empty lines that takes time in the square of them.
  while (end > 0 && lines.startsWith("\r\n", end - 2)) end -= 2
  return end === 0 ? "" : `${lines.slice(0, end)}\r\n`
}
