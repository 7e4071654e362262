export const keptOctets = 1024

const replacement = "\uFFFD"

const whole = new TextDecoder("utf-8", { ignoreBOM: true })

/** In stream mode the decoder holds back an incomplete character, and no more octets follow. */
const decodeCut = (octets: Uint8Array): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets, { stream: true })

/** The longest prefix that fits into `keptOctets` in UTF-8. */
const shortened = (text: string): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(keptOctets)).read)

/**
 * The beginning of a response as text any database accepts: no NUL, 1,024 octets at most, invalid
 * UTF-8 replaced, no half character at the end.
 */
export const excerptOf = (octets: Uint8Array): string => {
  const text =
    octets.length < keptOctets ? whole.decode(octets) : decodeCut(octets.subarray(0, keptOctets))
  const clean = text.includes("\0") ? text.replaceAll("\0", "") : text
  return clean.includes(replacement) ? shortened(clean) : clean
}
