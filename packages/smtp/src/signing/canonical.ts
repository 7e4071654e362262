/**
 * DKIM's relaxed canonicalization (RFC 6376 3.4). Blanks are space and tab only; every line end is
 * CRLF.
 */

/** Most lines have neither, and looking for that takes a third less time. */
const mayHaveBlanks = (lines: string): boolean => lines.includes("\t") || lines.includes("  ")

/** One space for blanks, none at line ends (RFC 6376 3.4.4). */
export const relaxLines = (lines: string): string =>
  (mayHaveBlanks(lines) ? lines.replace(/[ \t]{2,}|\t/g, " ") : lines).replaceAll(" \r\n", "\r\n")

export interface Field {
  /** In lower case. */
  readonly name: string
  /** `name:value` in relaxed form, without a line end (RFC 6376 3.4.2). */
  readonly relaxed: string
}

/** Without the last line end. */
export const toField = (lines: string): Field => {
  const colon = lines.indexOf(":")
  const name = lines.slice(0, colon).trimEnd().toLowerCase()
  const value = lines
    .slice(colon + 1)
    .replaceAll("\r\n", "")
    .replace(/[ \t]+/g, " ")
    .replace(/^ | $/g, "")
  return { name, relaxed: `${name}:${value}` }
}

export const parseHead = (head: string): ReadonlyArray<Field> =>
  head
    .split(/\r\n(?![ \t])/)
    .filter((lines) => lines !== "")
    .map(toField)

const lineEnd = "\r\n"

/** Maximum number of line ends per chunk. */
const lineEndsAtOnce = 16 * 1024

function* lineEnds(count: number): Generator<string> {
  const many = lineEnd.repeat(Math.min(count, lineEndsAtOnce))
  for (let left = count; left > 0; left -= lineEndsAtOnce)
    yield left < lineEndsAtOnce ? lineEnd.repeat(left) : many
}

/** A pattern takes quadratic time on many empty lines. */
const withoutEmptyLines = (lines: string): string => {
  let end = lines.length
  while (end > 0 && lines.startsWith(lineEnd, end - lineEnd.length)) end -= lineEnd.length
  return lines.slice(0, end)
}

/** Relaxed lines without the empty ones at their end (RFC 6376 3.4.4). */
export const endRelaxedText = (lines: string): string => {
  const { length } = withoutEmptyLines(lines)
  return length === 0 ? "" : lines.slice(0, length + lineEnd.length)
}

/**
 * Without the empty lines at the end (RFC 6376 3.4.4). Chunks are whole relaxed lines; buffers have
 * no empty ones.
 */
export function* endRelaxed(chunks: Iterable<string | Buffer>): Generator<string | Buffer> {
  // Line ends that count only if something follows.
  let pendingBlanks = 0
  let isEmpty = true
  for (const lines of chunks) {
    const kept =
      typeof lines === "string" ? withoutEmptyLines(lines) : lines.subarray(0, -lineEnd.length)
    if (kept.length > 0) {
      yield* lineEnds(pendingBlanks)
      isEmpty = false
      pendingBlanks = 0
    }
    // Even if empty, so that the caller can pause.
    yield kept
    pendingBlanks += (lines.length - kept.length) / lineEnd.length
  }
  if (!isEmpty) yield lineEnd
}

function* relaxEach(chunks: Iterable<string | Buffer>): Generator<string | Buffer> {
  for (const chunk of chunks) yield typeof chunk === "string" ? relaxLines(chunk) : chunk
}

/** RFC 6376 3.4.4. Chunks are whole lines; buffers have no blanks or empty lines. */
export const relaxBody = (chunks: Iterable<string | Buffer>): Generator<string | Buffer> =>
  endRelaxed(relaxEach(chunks))
