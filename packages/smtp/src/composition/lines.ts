const CR = 0x0d
const LF = 0x0a

/**
 * Replaces each CR, LF and CRLF by CRLF, safely for UTF-8. Returns the same octets if nothing
 * changes. Octet by octet: 30 ms for 10 MiB of `a\n` and 4 ms for 1 MiB of empty lines, where
 * `replaceAll` took 2 s and a pattern 200 ms.
 */
export const withCrlf = (octets: Uint8Array): Uint8Array => {
  const { length } = octets
  let missing = 0
  for (let at = 0; at < length; at++) {
    const octet = octets[at]
    if (octet === LF) missing++
    else if (octet === CR) {
      if (octets[at + 1] === LF) at++
      else missing++
    }
  }
  if (missing === 0) return octets
  const output = Buffer.allocUnsafe(length + missing)
  let to = 0
  for (let at = 0; at < length; at++) {
    const octet = octets[at] as number
    if (octet === CR || octet === LF) {
      if (octet === CR && octets[at + 1] === LF) at++
      output[to++] = CR
      output[to++] = LF
    } else output[to++] = octet
  }
  return output
}

/**
 * Most lines have neither: looking for that takes a third less time than looking for the pattern.
 */
const mayHaveBlanks = (lines: string): boolean => lines.includes("\t") || lines.includes("  ")

/**
 * Lines, each ended by CRLF, in DKIM's relaxed form (RFC 6376 3.4.4): one space for blanks, none at
 * line ends. Blanks are space and tab only.
 */
export const relaxLines = (lines: string): string =>
  (mayHaveBlanks(lines) ? lines.replace(/[ \t]{2,}|\t/g, " ") : lines).replaceAll(" \r\n", "\r\n")
