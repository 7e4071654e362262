// Hot path (docs/hot-paths.md): octets to octets, 22 µs for 10 kB instead of 30.
/** RFC 2045 6.7: 76, the last one reserved for a soft line break. */
export const maxLineLength = 75

const CR = 0x0d
const LF = 0x0a
const EQUALS = 0x3d
const TAB = 0x09

/** A blank is literal except at the end of a line, where relays would strip it. */
const ESCAPE = 0
const LITERAL = 1
const BLANK = 2
const LINE_END = 3

const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === CR || byte === LF) return LINE_END
  if (byte === 0x20 || byte === TAB) return BLANK
  return byte > 0x20 && byte < 0x7f && byte !== EQUALS ? LITERAL : ESCAPE
})
const hex = Buffer.from("0123456789ABCDEF", "latin1")

/** For texts up to some 40 kB: allocating memory with each mail costs more than encoding. */
const scratch = Buffer.allocUnsafeSlow(128 * 1024)

/** A hop that keeps mail as mbox writes `>From `, which breaks the signature. */
export const isFrom = (input: Uint8Array, at: number): boolean =>
  input[at] === 0x46 &&
  input[at + 1] === 0x72 &&
  input[at + 2] === 0x6f &&
  input[at + 3] === 0x6d &&
  input[at + 4] === 0x20

interface Part {
  /** Whether a bare CR or LF is escaped, instead of written as a line end. */
  readonly exact: boolean
  readonly start: number
  readonly end: number
}

/**
 * Quoted-printable (RFC 2045 6.7). CR, LF and CRLF become CRLF; with `exact`, only CRLF is a line
 * end. A part that ends before the input ends with a line end, a soft one if necessary. Byte by
 * byte, because it is much of composing a mail of 10 kB: nodemailer's `qp` takes twice as long.
 */
const encode = (input: Uint8Array, { end, exact, start }: Part): string => {
  const { length } = input
  // At most three characters per byte, and a soft line break at least every 73 and after each bare
  // line end.
  const maxLength = (end - start) * (exact ? 6 : 3) + Math.ceil(((end - start) * 3) / 73) * 3 + 3
  const output = maxLength <= scratch.length ? scratch : Buffer.allocUnsafe(maxLength)
  let at = 0
  let column = 0
  let index = start
  while (index < end) {
    if (column === 0 && isFrom(input, index)) {
      output[at++] = EQUALS
      output[at++] = 0x34
      output[at++] = 0x36
      column = 3
      index++
      continue
    }
    const from = index
    const to = Math.min(end, index + maxLineLength - column)
    // What is literal, or a blank. By comparisons: a table took a fifth more.
    while (index < to) {
      const byte = input[index] as number
      if (byte < 0x20 ? byte !== TAB : byte > 0x7e || byte === EQUALS) break
      output[at++] = byte
      index++
    }
    // Takes back a blank at the end of a line, to escape it.
    if (
      index > from &&
      kinds[input[index - 1] as number] === BLANK &&
      (index === length || kinds[input[index] as number] === LINE_END)
    ) {
      at--
      index--
    }
    column += index - from
    if (index === end) break
    const byte = input[index] as number
    const kind = kinds[byte]
    const isPair = byte === CR && index + 1 < length && input[index + 1] === LF
    if (kind === LINE_END && (isPair || !exact)) {
      index += isPair ? 2 : 1
      output[at++] = CR
      output[at++] = LF
      column = 0
      continue
    }
    const isLiteral =
      kind === LITERAL ||
      (kind === BLANK && index + 1 < length && kinds[input[index + 1] as number] !== LINE_END)
    let breaks = isLiteral || column > maxLineLength - 3
    if (!breaks) {
      output[at++] = EQUALS
      output[at++] = hex[byte >> 4] as number
      output[at++] = hex[byte & 15] as number
      column += 3
      index++
      // Keeps the lines of the text as lines of the mail.
      breaks = byte === LF && index < end
    }
    if (breaks) {
      output[at++] = EQUALS
      output[at++] = CR
      output[at++] = LF
      column = 0
    }
  }
  if (column > 0 && end < length) {
    output[at++] = EQUALS
    output[at++] = CR
    output[at++] = LF
  }
  return output.toString("latin1", 0, at)
}

export const encodeQuotedPrintable = (text: Uint8Array): string =>
  encode(text, { exact: false, start: 0, end: text.length })

/**
 * Per step, about a millisecond. Lines break there, so changing it changes the bytes of retried
 * mails.
 */
const octetsAtOnce = 64 * 1024

/**
 * A file losslessly, in pieces of whole lines. The last line end is the boundary's (RFC 2046
 * 5.1.1).
 */
export function* encodeExactly(octets: Uint8Array): Generator<string> {
  let start = 0
  while (start < octets.length) {
    const max = Math.min(octets.length, start + octetsAtOnce)
    const end = octets[max - 1] === CR && octets[max] === LF ? max + 1 : max
    const lines = encode(octets, { exact: true, start, end })
    yield end < octets.length ? lines : `${lines}\r\n`
    start = end
  }
}
