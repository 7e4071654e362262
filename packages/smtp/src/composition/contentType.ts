import { detectMimeType } from "nodemailer/lib/mime-funcs/mime-types"

/** A parameter value that needs no quotes (RFC 2045 5.1). */
const token = /^[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]+$/

/** Needn't be escaped in an extended value (RFC 2231 7). */
const attributeChar = /[!#$&+\-.0-9A-Z^_`a-z{|}~]/

/** Keeps lines within 76 characters, with the blank, the name and what follows. */
const maxSegmentLength = 50

/** Longer text is split, which every RFC 2231 reader joins. */
const maxQuotedLength = 200

/**
 * Printable ASCII that no reader takes for an encoded word (RFC 2047): many decode those even here.
 */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.includes("=?")

const escapeOctet = (octet: number): string => {
  const character = String.fromCharCode(octet)
  return attributeChar.test(character)
    ? character
    : `%${octet.toString(16).toUpperCase().padStart(2, "0")}`
}

/** The UTF-8 octets of text as segments of RFC 2231 4.1, which split no character. */
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
  toSegments(text).map(
    (segment, index) => `${name}*${String(index)}*=${index === 0 ? "utf-8''" : ""}${segment}`
  )

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`

/**
 * A parameter of a MIME field, one entry per line: several unless it is short printable ASCII (RFC
 * 2231).
 */
export const parameter = (name: string, value: string): ReadonlyArray<string> => {
  const text = value.toWellFormed()
  if (!isPlain(text) || text.length > maxQuotedLength) return extended(name, text)
  return [`${name}=${token.test(text) ? text : quoted(text)}`]
}

/** Characters that readers without RFC 2231 misread. */
const troublesome = /[^\x20-\x7e]|["\\%*=?:;<>|/]/gu

/** Approximates text in ASCII: without accents, `_` for others. Keeps the extension. */
const toAscii = (text: string): string => {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(troublesome, "_")
  const maxLength = maxSegmentLength
  const dot = plain.lastIndexOf(".")
  const ending = dot > 0 && plain.length - dot <= 10 ? plain.slice(dot) : ""
  return plain.length <= maxLength ? plain : plain.slice(0, maxLength - ending.length) + ending
}

/**
 * A filename parameter, quoted, as most readers support it best. For readers without RFC 2231 an
 * ASCII value follows; last, because some take the first that they understand.
 */
export const filenameParameter = (name: string, filename: string): ReadonlyArray<string> => {
  const text = filename.toWellFormed()
  return isPlain(text) && text.length <= maxQuotedLength && !/["\\]/.test(text)
    ? [`${name}=${quoted(text)}`]
    : [...extended(name, text), `${name}=${quoted(toAscii(text))}`]
}

/** A MIME field with each parameter on its own line, ended by CRLF. */
export const fieldWith = (name: string, value: string, parameters: ReadonlyArray<string>): string =>
  `${[`${name}: ${value}`, ...parameters].join(";\r\n ")}\r\n`

/** A media type (RFC 2045 5.1). Names are in lower case. */
export interface MediaType {
  readonly type: string
  readonly subtype: string
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>
}

export const octetStream: MediaType = {
  type: "application",
  subtype: "octet-stream",
  parameters: []
}

/** RFC 6838 4.2. */
const essence =
  /^\s*([a-z0-9][a-z0-9!#$&\-^_.+]{0,126})\/([a-z0-9][a-z0-9!#$&\-^_.+]{0,126})\s*(?=;|$)/i
const parameterOf =
  /\s*;\s*(?:([a-z0-9!#$&\-^_.+]{1,60})=(?:([!#$%&'*+\-.0-9A-Z^_`a-z{|}~]+)|"((?:[^"\\]|\\.)*)"))?\s*/iy

const maxParameters = 20
const maxValueLength = 255

/** Parameters that we write: the file's name and the boundary. */
const isOurs = (name: string): boolean =>
  name === "name" || name === "filename" || name === "boundary"

const parseParameters = (text: string): MediaType["parameters"] | undefined => {
  const found = new Map<string, string>()
  parameterOf.lastIndex = 0
  while (parameterOf.lastIndex < text.length) {
    const [whole, name, plain, quoted] = parameterOf.exec(text) ?? []
    if (whole === undefined) return undefined
    const value = plain ?? quoted?.replace(/\\(.)/gs, "$1") ?? ""
    if (/\p{Cc}/u.test(value) || value.length > maxValueLength) return undefined
    if (name !== undefined && !isOurs(name.toLowerCase()) && !found.has(name.toLowerCase()))
      found.set(name.toLowerCase(), value)
  }
  return found.size > maxParameters ? undefined : [...found]
}

/** Parses a media type such as `text/calendar; method=REQUEST`. */
const parseMediaType = (text: string): MediaType | undefined => {
  const [whole, type = "", subtype = ""] = essence.exec(text) ?? []
  if (whole === undefined) return undefined
  const parameters = parseParameters(text.slice(whole.length))
  return parameters === undefined
    ? undefined
    : { type: type.toLowerCase(), subtype: subtype.toLowerCase(), parameters }
}

export const mediaTypeOf = ({
  content_type,
  filename
}: {
  readonly content_type: string | null
  readonly filename: string
}): MediaType =>
  (content_type === null ? undefined : parseMediaType(content_type)) ??
  parseMediaType(detectMimeType(filename)) ??
  octetStream

export const isInvitation = ({ parameters, subtype, type }: MediaType): boolean =>
  type === "text" && subtype === "calendar" && parameters.some(([name]) => name === "method")

/** A media type as a field has it, with its parameters. */
export const mediaTypeText = ({ parameters, subtype, type }: MediaType): string =>
  [`${type}/${subtype}`, ...parameters.flatMap(([name, value]) => parameter(name, value))].join(
    "; "
  )
