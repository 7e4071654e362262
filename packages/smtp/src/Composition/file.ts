import type { AttachmentInfo, Steps } from "@telemark/core"
import { isUtf8 } from "node:buffer"
import { base64Length } from "./base64.js"
import { type MediaType, mediaTypeOf, octetStream } from "./mediaType.js"
import { fieldWith, filenameParameter, parameter } from "./parameters.js"
import type { Piece } from "./pieces.js"
import { encodeExactly } from "./quotedPrintable.js"
import { asciiText, includesText, sevenBitLength } from "./sevenBit.js"

/**
 * How the octets of a file are written, and how many octets that makes where the file's own length doesn't tell: `length`, with the line end
 * of the last line. As 7bit, line ends become CRLF.
 */
export type FileEncoding = { readonly encoding: "base64" } | { readonly encoding: "7bit" | "quoted-printable"; readonly length: number }

/** How a file of a mail is written: the fields of its part, and its transfer encoding. */
export interface FilePart {
  /** Each line ended by CRLF. */
  readonly fields: string
  readonly encoding: FileEncoding
}

/** RFC 2045 6.4: what is itself made of messages or parts has no encoding of its own. RFC 6532 3.7 makes an exception. */
const isComposite = ({ subtype, type }: MediaType): boolean => type === "multipart" || (type === "message" && !subtype.startsWith("global"))

const lineEnd = "\r\n"

const base64: FileEncoding = { encoding: "base64" }

/**
 * ASCII text is written so that it can be read in the mail itself: filters are wary of text in base64. Decoding gives the very octets, so
 * only what needs no change goes as 7bit. Quoted-printable is passed over where base64 is shorter.
 */
function* textEncoding(content: Uint8Array, avoid: string): Steps<FileEncoding> {
  const kind = yield* asciiText(content)
  if (kind === undefined) return base64
  if (kind === "plain" && !(yield* includesText(content, avoid))) return { encoding: "7bit", length: content.length + lineEnd.length }
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
 * A message goes as it is if it can: base64 is forbidden for it. What can't go like that is sent as a mere file, by whose name
 * it is still known. Parts without their boundary are never anything else.
 */
function* typeAndEncoding(info: AttachmentInfo, content: Uint8Array, avoid: string): Steps<readonly [MediaType, FileEncoding]> {
  const type = mediaTypeOf(info)
  if (type.type === "text") return [type, yield* textEncoding(content, avoid)]
  if (!isComposite(type)) return [type, base64]
  const length = type.type === "message" ? yield* sevenBitLength(content) : undefined
  return length === undefined || (yield* includesText(content, avoid))
    ? [octetStream, base64]
    : [type, { encoding: "7bit", length: length + lineEnd.length }]
}

/** Without a charset, text would be ASCII (RFC 2046 4.1.2); what is in UTF-8 can be told. */
const withCharset = (type: MediaType, content: Uint8Array): MediaType["parameters"] =>
  type.type === "text" && type.parameters.every(([name]) => name !== "charset") && isUtf8(content)
    ? [...type.parameters, ["charset", "utf-8"]]
    : type.parameters

/** Without what would lead out of a folder, break a line or be nothing at all. */
const cleanName = (filename: string): string => {
  const clean = filename.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(/[/\\]/g, "_").trim()
  return clean === "" ? "attachment" : clean
}

/** By which the html names a file (RFC 2392): as one word, so that it is what it was when brackets are put around it. */
const contentId = /^<?([!#$%&'*+\-./0-9=?@A-Z^_`a-z{|}~]{1,255})>?$/

/**
 * Decides how a file is written; `isInline` if the html may show it. `avoid` doesn't occur in it then. Undefined if it can't be: its content-id is none. Whatever else its
 * strings hold, its part has the fields it should have and no more.
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
  // Text that is inline is shown as if the sender had written it.
  const disposition = isInline && type.type !== "text" && type.type !== "message" ? "inline" : "attachment"
  const parameters = withCharset(type, content).flatMap(([name, value]) => parameter(name, value))
  return {
    encoding,
    fields: fieldWith("Content-Type", `${type.type}/${type.subtype}`, [...parameters, ...filenameParameter("name", filename)]) +
      `Content-Transfer-Encoding: ${encoding.encoding}\r\n` +
      (id === null ? "" : `Content-ID: <${id}>\r\n`) +
      fieldWith("Content-Disposition", disposition, filenameParameter("filename", filename))
  }
}

/** What a file holds, as a piece of a body. */
export const toPiece = (encoding: FileEncoding, octets: Uint8Array): Piece =>
  // A part of no lines at all is read in different ways.
  octets.length === 0 ? "\r\n" : { ...encoding, octets }
