import { detectMimeType } from "nodemailer/lib/mime-funcs/mime-types"

/** A media type (RFC 2045 5.1), in lower case, with its parameters. */
export interface MediaType {
  readonly type: string
  readonly subtype: string
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>
}

/** What may be anything. */
export const octetStream: MediaType = { type: "application", subtype: "octet-stream", parameters: [] }

/** RFC 6838 4.2: each half is 127 characters long at most, and begins with a letter or a digit. */
const essence = /^\s*([a-z0-9][a-z0-9!#$&\-^_.+]{0,126})\/([a-z0-9][a-z0-9!#$&\-^_.+]{0,126})\s*(?=;|$)/i
const parameterOf = /\s*;\s*(?:([a-z0-9!#$&\-^_.+]{1,60})=(?:([!#$%&'*+\-.0-9A-Z^_`a-z{|}~]+)|"((?:[^"\\]|\\.)*)"))?\s*/iy

/** More than any type has. */
const maxParameters = 20
const maxValueLength = 255

/** Ours to write: what the file is called, and where parts end. */
const isOurs = (name: string): boolean => name === "name" || name === "filename" || name === "boundary"

const parseParameters = (text: string): MediaType["parameters"] | undefined => {
  const found = new Map<string, string>()
  parameterOf.lastIndex = 0
  while (parameterOf.lastIndex < text.length) {
    const [whole, name, plain, quoted] = parameterOf.exec(text) ?? []
    if (whole === undefined) return undefined
    const value = plain ?? quoted?.replace(/\\(.)/gs, "$1") ?? ""
    if (/\p{Cc}/u.test(value) || value.length > maxValueLength) return undefined
    if (name !== undefined && !isOurs(name.toLowerCase()) && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), value)
  }
  return found.size > maxParameters ? undefined : [...found]
}

/** Reads a media type such as `text/calendar; method=REQUEST`; undefined if it isn't one. */
export const parseMediaType = (text: string): MediaType | undefined => {
  const [whole, type = "", subtype = ""] = essence.exec(text) ?? []
  if (whole === undefined) return undefined
  const parameters = parseParameters(text.slice(whole.length))
  return parameters === undefined ? undefined : { type: type.toLowerCase(), subtype: subtype.toLowerCase(), parameters }
}

/** Of the file: what its sender says, or else what its name ends in, as far as that is known. */
export const mediaTypeOf = ({ content_type, filename }: { readonly content_type: string | null; readonly filename: string }): MediaType =>
  (content_type === null ? undefined : parseMediaType(content_type)) ?? parseMediaType(detectMimeType(filename)) ?? octetStream
