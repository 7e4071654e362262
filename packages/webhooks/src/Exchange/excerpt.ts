/** So many octets of an answer are kept. */
export const keptOctets = 1024

const replacement = "\uFFFD"

const whole = new TextDecoder("utf-8", { ignoreBOM: true })

/** In a stream, what isn't complete waits for its rest, which never comes. */
const decodeCut = (octets: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets, { stream: true })

/** The longest beginning of it that is no longer than what is kept, in UTF-8. */
const shortened = (text: string): string => text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(keptOctets)).read)

/**
 * The beginning of an answer as text that any database takes: without NUL, at most 1,024 octets in UTF-8. Octets that are no
 * UTF-8 are replaced (U+FFFD); a character that is cut in two at the end of what is kept is left out.
 */
export const excerptOf = (octets: Uint8Array): string => {
  const text = octets.length < keptOctets ? whole.decode(octets) : decodeCut(octets.subarray(0, keptOctets))
  const clean = text.includes("\0") ? text.replaceAll("\0", "") : text
  return clean.includes(replacement) ? shortened(clean) : clean
}
