/** What a value of a parameter may be without quotes (RFC 2045 5.1). */
const token = /^[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]+$/

/** Characters that stand for themselves in an extended value (RFC 2231 7). */
const attributeChar = /[!#$&+\-.0-9A-Z^_`a-z{|}~]/

/** A line with its blank, the parameter's name and what follows it stays within 76 characters. */
const maxSegmentLength = 50

/** Longer text goes in segments, which every reader of RFC 2231 puts together. */
const maxQuotedLength = 200

/** Printable ASCII that no reader takes for an encoded word (RFC 2047), which many decode even here, where there is none. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.includes("=?")

const escapeOctet = (octet: number): string => {
  const character = String.fromCharCode(octet)
  return attributeChar.test(character) ? character : `%${octet.toString(16).toUpperCase().padStart(2, "0")}`
}

/** The UTF-8 octets of text as segments of RFC 2231 4.1; no character is in two of them. */
const toSegments = (text: string): ReadonlyArray<string> => {
  const segments: Array<string> = []
  let segment = ""
  for (const character of text) {
    const escaped = [...Buffer.from(character, "utf8")].map(escapeOctet).join("")
    if (segment.length + escaped.length > maxSegmentLength) {
      segments.push(segment)
      segment = ""
    }
    segment += escaped
  }
  return [...segments, segment]
}

const extended = (name: string, text: string): ReadonlyArray<string> =>
  toSegments(text).map((segment, index) => `${name}*${String(index)}*=${index === 0 ? "utf-8''" : ""}${segment}`)

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`

/** A parameter of a MIME field, as its lines behind a semicolon; more than one where the value isn't short printable ASCII (RFC 2231). */
export const parameter = (name: string, value: string): ReadonlyArray<string> => {
  const text = value.toWellFormed()
  if (!isPlain(text) || text.length > maxQuotedLength) return extended(name, text)
  return [`${name}=${token.test(text) ? text : quoted(text)}`]
}

/** Characters that readers without RFC 2231 get wrong, or take for something else. */
const troublesome = /[^\x20-\x7e]|["\\%*=?:;<>|/]/gu

/** Text in ASCII, as near to the original as that allows: without accents, and with `_` for what can't be written. The end is kept. */
const toAscii = (text: string): string => {
  const plain = text.normalize("NFKD").replace(/\p{M}+/gu, "").replace(troublesome, "_")
  const maxLength = maxSegmentLength
  const dot = plain.lastIndexOf(".")
  const ending = dot > 0 && plain.length - dot <= 10 ? plain.slice(dot) : ""
  return plain.length <= maxLength ? plain : plain.slice(0, maxLength - ending.length) + ending
}

/**
 * A parameter with a filename. In quotes, as most readers know it best; behind one that takes RFC 2231 stands an ASCII one
 * for readers that don't know that. Behind and not before it: some of them take the first that they can read.
 */
export const filenameParameter = (name: string, filename: string): ReadonlyArray<string> => {
  const text = filename.toWellFormed()
  return isPlain(text) && text.length <= maxQuotedLength && !/["\\]/.test(text)
    ? [`${name}=${quoted(text)}`]
    : [...extended(name, text), `${name}=${quoted(toAscii(text))}`]
}

/** A MIME field with its parameters, each on a line of its own, ended by CRLF. */
export const fieldWith = (name: string, value: string, parameters: ReadonlyArray<string>): string =>
  `${[`${name}: ${value}`, ...parameters].join(";\r\n ")}\r\n`
