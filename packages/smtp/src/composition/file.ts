import type { AttachmentInfo, Steps } from "@telemark/core"
import { isUtf8 } from "node:buffer"
import {
  fieldWith,
  filenameParameter,
  isInvitation,
  type MediaType,
  mediaTypeOf,
  octetStream,
  parameter
} from "./contentType.js"
import type { FileEncoding } from "./pieces.js"
import { encodeExactly, isFrom } from "./quotedPrintable.js"
import { asciiText, includesText, sevenBitLength } from "./sevenBit.js"
import { base64Length } from "./transferEncoding.js"

export interface FilePart {
  /** Each line ended by CRLF. */
  readonly fields: string
  readonly encoding: FileEncoding
}

/**
 * RFC 2045 6.4 allows neither base64 nor quoted-printable for these. RFC 6532 3.7 exempts
 * `message/global`.
 */
const isComposite = ({ subtype, type }: MediaType): boolean =>
  type === "multipart" || (type === "message" && !subtype.startsWith("global"))

const lineEnd = "\r\n"

const base64: FileEncoding = { encoding: "base64" }

/**
 * ASCII text stays readable in the mail's source: filters distrust text in base64. Only text that
 * needs no change is sent as 7bit, since decoding must give the same octets; otherwise
 * quoted-printable, or base64 if that is shorter.
 */
function* textEncoding(content: Uint8Array, avoid: string): Steps<FileEncoding> {
  const kind = yield* asciiText(content)
  if (kind === undefined) return base64
  if (
    kind === "plain" &&
    !isFrom(content, 0) &&
    !(yield* includesText(content, avoid)) &&
    !(yield* includesText(content, "\nFrom "))
  )
    return { encoding: "7bit", length: content.length + lineEnd.length }
  const max = base64Length(content.length)
  let length = 0
  for (const piece of encodeExactly(content)) {
    length += piece.length
    if (length > max) return base64
    yield
  }
  return { encoding: "quoted-printable", length }
}

/**
 * A message is sent as 7bit, since base64 is forbidden; else, and for multiparts (unknown
 * boundary), as a plain file.
 */
function* typeAndEncoding(
  info: AttachmentInfo,
  content: Uint8Array,
  avoid: string
): Steps<readonly [MediaType, FileEncoding]> {
  const type = mediaTypeOf(info)
  if (type.type === "text") return [type, yield* textEncoding(content, avoid)]
  if (!isComposite(type)) return [type, base64]
  const length = type.type === "message" ? yield* sevenBitLength(content) : undefined
  return length === undefined || (yield* includesText(content, avoid))
    ? [octetStream, base64]
    : [type, { encoding: "7bit", length: length + lineEnd.length }]
}

/** Text without a charset would be ASCII (RFC 2046 4.1.2). */
const withCharset = (type: MediaType, content: Uint8Array): MediaType["parameters"] =>
  type.type === "text" && type.parameters.every(([name]) => name !== "charset") && isUtf8(content)
    ? [...type.parameters, ["charset", "utf-8"]]
    : type.parameters

const parametersOf = (type: MediaType, content: Uint8Array): ReadonlyArray<string> =>
  withCharset(type, content).flatMap(([name, value]) => parameter(name, value))

/** Without path separators, line breaks and controls. */
const cleanName = (filename: string): string => {
  const clean = filename
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[/\\]/g, "_")
    .trim()
  return clean === "" ? "attachment" : clean
}

/** The id by which HTML refers to a file (RFC 2392): one word, which brackets don't change. */
const contentId = /^<?([!#$%&'*+\-./0-9=?@A-Z^_`a-z{|}~]{1,255})>?$/

/**
 * How a file is written. `isInline`: the HTML may show it. `avoid` won't occur in it. Undefined if
 * its content-id is invalid.
 */
export function* describeFile(
  info: AttachmentInfo,
  content: Uint8Array,
  isInline: boolean,
  avoid: string
): Steps<FilePart | undefined> {
  const id = info.content_id === null ? null : contentId.exec(info.content_id)?.[1]
  if (id === undefined) return undefined
  const filename = cleanName(info.filename)
  const [type, encoding] = yield* typeAndEncoding({ ...info, filename }, content, avoid)
  // Inline text is shown as if the sender had written it.
  const disposition =
    isInline && type.type !== "text" && type.type !== "message" ? "inline" : "attachment"
  return {
    encoding,
    fields:
      fieldWith("Content-Type", `${type.type}/${type.subtype}`, [
        ...parametersOf(type, content),
        ...filenameParameter("name", filename)
      ]) +
      `Content-Transfer-Encoding: ${encoding.encoding}\r\n` +
      (id === null ? "" : `Content-ID: <${id}>\r\n`) +
      fieldWith("Content-Disposition", disposition, filenameParameter("filename", filename))
  }
}

/**
 * A calendar file with a `method` (RFC 6047 2.4) as an alternative of the text, where programs show
 * it.
 */
export function* describeInvitation(
  info: AttachmentInfo,
  content: Uint8Array,
  avoid: string
): Steps<FilePart | undefined> {
  const type = mediaTypeOf(info)
  if (!isInvitation(type)) return undefined
  const encoding = yield* textEncoding(content, avoid)
  return {
    encoding,
    fields:
      fieldWith("Content-Type", "text/calendar", parametersOf(type, content)) +
      `Content-Transfer-Encoding: ${encoding.encoding}\r\n`
  }
}
