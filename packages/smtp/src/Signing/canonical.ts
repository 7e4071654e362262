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

const lineEnd = "\r\n"

/** Line ends that are hashed in one go, at the most. */
const lineEndsAtOnce = 16 * 1024

function* lineEnds(count: number): Generator<string> {
  const many = lineEnd.repeat(Math.min(count, lineEndsAtOnce))
  for (let left = count; left > 0; left -= lineEndsAtOnce) yield left < lineEndsAtOnce ? lineEnd.repeat(left) : many
}

/** Not by a pattern: on a body of many empty lines that takes time in the square of them. */
const withoutEmptyLines = (lines: string): string => {
  let end = lines.length
  while (end > 0 && lines.startsWith(lineEnd, end - lineEnd.length)) end -= lineEnd.length
  return lines.slice(0, end)
}

/**
 * A body in relaxed form (RFC 6376 3.4.4): no blanks at the ends of lines, no empty lines at its end. It comes in chunks of whole
 * lines; those in buffers are neither empty nor have blanks.
 */
export function* relaxBody(chunks: Iterable<string | Buffer>): Generator<string | Buffer> {
  // Line ends that count only if something follows.
  let pendingBlanks = 0
  let isEmpty = true
  for (const chunk of chunks) {
    const lines = typeof chunk === "string" ? chunk.replace(/[ \t]{2,}|\t/g, " ").replaceAll(" \r\n", lineEnd) : chunk
    const kept = typeof lines === "string" ? withoutEmptyLines(lines) : lines.subarray(0, -lineEnd.length)
    if (kept.length > 0) {
      yield* lineEnds(pendingBlanks)
      isEmpty = false
      pendingBlanks = 0
    }
    // Also if nothing is left of it, so that who reads on can pause.
    yield kept
    pendingBlanks += (lines.length - kept.length) / lineEnd.length
  }
  if (!isEmpty) yield lineEnd
}
