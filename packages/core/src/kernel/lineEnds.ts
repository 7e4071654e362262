const CR = 0x0d
const LF = 0x0a

/**
 * Replaces each CR, LF and CRLF by CRLF, safely for UTF-8. Returns the same octets if nothing
 * changes. Octet by octet: 30 ms for 10 MiB of `a\n`, where `replaceAll` took 2 s, and 4 ms for 1
 * MiB of empty lines, where a pattern took 200.
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
  const output = new Uint8Array(length + missing)
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
