import { base64Length, encodeBase64, octetsAtOnce } from "./base64.js"
import type { FileEncoding } from "./file.js"
import { withCrlf } from "./lineEnds.js"
import { encodeExactly } from "./quotedPrintable.js"

/**
 * A part of a body, in whole lines: text as it goes over the wire, or a file that is still to be written. `7bit` says that it can go
 * as it is (RFC 2045 2.7), but for its line ends. A body is kept like this, and not in one, since a file of 10 MiB
 * becomes 14 MiB of mail.
 */
export type Piece = string | FileEncoding & { readonly octets: Uint8Array }

const lineEnd = "\r\n"

/** How long a piece is on the wire, in octets. Text of a body is ASCII. */
const lengthOf = (piece: Piece): number => {
  if (typeof piece === "string") return piece.length
  return piece.encoding === "base64" ? base64Length(piece.octets.length) : piece.length
}

/** How long a body is, in octets. */
export const lengthOfBody = (body: ReadonlyArray<Piece>): number => body.reduce((sum, piece) => sum + lengthOf(piece), 0)

/** Characters that are looked at, hashed or written in one go, about: of lines of a few characters they take some milliseconds. */
const maxChunkSize = 64 * 1024

/** Files up to here are joined with the text around them: many small ones would be many small writes. */
const smallFile = 32 * 1024

const asLatin1 = (octets: Uint8Array): string => Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString("latin1")

const textOf = (octets: Uint8Array, start: number, end: number): string =>
  asLatin1(withCrlf(octets.subarray(start, end)))

function* cutText(text: string): Generator<string> {
  let start = 0
  while (text.length - start > maxChunkSize) {
    const found = text.indexOf(lineEnd, start + maxChunkSize)
    const end = found < 0 ? text.length : found + lineEnd.length
    yield text.slice(start, end)
    start = end
  }
  if (start < text.length) yield text.slice(start)
}

function* cutLines(octets: Uint8Array): Generator<string> {
  let start = 0
  while (octets.length - start > maxChunkSize) {
    const found = octets.indexOf(0x0a, start + maxChunkSize)
    if (found < 0) break
    yield textOf(octets, start, found + 1)
    start = found + 1
  }
  yield textOf(octets, start, octets.length) + lineEnd
}

function* cutFile({ encoding, octets }: Exclude<Piece, string>): Generator<string | Buffer> {
  if (encoding === "7bit") yield* cutLines(octets)
  else if (encoding === "quoted-printable") yield* encodeExactly(octets)
  else for (let start = 0; start < octets.length; start += octetsAtOnce) {
    yield encodeBase64(octets, start, Math.min(octets.length, start + octetsAtOnce))
  }
}

/**
 * What a body is on the wire, a bounded piece of whole lines at a time, made when it is asked for. Strings are text in which lines
 * may begin with a dot or hold blanks; in buffers, which are lines of base64, they don't.
 */
export function* chunksOf(body: ReadonlyArray<Piece>): Generator<string | Buffer> {
  let text = ""
  for (const piece of body) {
    if (typeof piece === "string") text += piece
    else if (piece.octets.length <= smallFile) for (const part of cutFile(piece)) text += part.toString("latin1")
    else {
      yield* cutText(text)
      text = ""
      yield* cutFile(piece)
    }
  }
  yield* cutText(text)
}
