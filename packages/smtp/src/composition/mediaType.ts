import { detectMimeType } from "nodemailer/lib/mime-funcs/mime-types"
import { parameter } from "./parameters.js"

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

/** RFC 6838 4.2: each half has at most 127 characters and begins with a letter or a digit. */
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

/** Parses a media type such as `text/calendar; method=REQUEST`. Undefined if it is invalid. */
export const parseMediaType = (text: string): MediaType | undefined => {
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
