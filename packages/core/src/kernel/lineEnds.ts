import { atOnce, type Steps } from "./timeSlices.js"

const CR = 0x0d
const LF = 0x0a

/** Octets between two steps: 1 ms. */
const stretch = 256 * 1024

/** What `withCrlf` does, in steps. */
export function* crlfInSteps(octets: Uint8Array): Steps<Uint8Array> {
  const { length } = octets
  let missing = 0
  for (let from = 0; from < length; from += stretch) {
    const end = Math.min(length, from + stretch)
    for (let at = from; at < end; at++) {
      const octet = octets[at]
      if (octet === LF) {
        if (octets[at - 1] !== CR) missing++
      } else if (octet === CR && octets[at + 1] !== LF) missing++
    }
    yield
  }
  if (missing === 0) return octets
  const output = new Uint8Array(length + missing)
  let to = 0
  for (let from = 0; from < length; from += stretch) {
    const end = Math.min(length, from + stretch)
    for (let at = from; at < end; at++) {
      const octet = octets[at] as number
      if (octet === CR || (octet === LF && octets[at - 1] !== CR)) {
        output[to++] = CR
        output[to++] = LF
      } else if (octet !== LF) output[to++] = octet
    }
    yield
  }
  return output
}

/**
 * Replaces each CR, LF and CRLF by CRLF, safely for UTF-8. Returns the same octets if nothing
 * changes. Octet by octet: 30 ms for 10 MiB of `a\n`, where `replaceAll` took 2 s, and 4 ms for 1
 * MiB of empty lines, where a pattern took 200.
 */
export const withCrlf = (octets: Uint8Array): Uint8Array => atOnce(crlfInSteps(octets))
