import { withCrlf } from "@telemark/core"
import { encodeExactly } from "./quotedPrintable.js"
import { base64Length, encodeBase64Lines, latin1, octetsAtOnce } from "./transferEncoding.js"

/**
 * `length`: of the encoded octets with the last line end, if the file's length doesn't determine
 * it. 7bit changes line ends.
 */
export type FileEncoding =
  | { readonly encoding: "base64" }
  | { readonly encoding: "7bit" | "quoted-printable"; readonly length: number }

/** Whole lines: text, or a file not yet encoded (10 MiB become 14 MiB of mail). */
export type Piece = string | (FileEncoding & { readonly octets: Uint8Array })

const lineEnd = "\r\n"

export const toPiece = (encoding: FileEncoding, octets: Uint8Array): Piece =>
  // Readers disagree about a part without lines.
  octets.length === 0 ? "\r\n" : { ...encoding, octets }

/** The length of a piece as sent, in octets. Text of a body is ASCII. */
const lengthOf = (piece: Piece): number => {
  if (typeof piece === "string") return piece.length
  return piece.encoding === "base64" ? base64Length(piece.octets.length) : piece.length
}

export const lengthOfBody = (body: ReadonlyArray<Piece>): number =>
  body.reduce((sum, piece) => sum + lengthOf(piece), 0)

/** Characters processed, hashed or written per step: with short lines some milliseconds. */
const maxChunkSize = 64 * 1024

/** Smaller files (octets) are joined with the text around them: many would be many small writes. */
const smallFile = 32 * 1024

const textOf = (octets: Uint8Array, start: number, end: number): string =>
  latin1(withCrlf(octets.subarray(start, end)))

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
  else
    for (let start = 0; start < octets.length; start += octetsAtOnce) {
      yield encodeBase64Lines(octets, start, Math.min(octets.length, start + octetsAtOnce))
    }
}

/**
 * The body as sent, in lazily made, bounded chunks of whole lines. Buffers are base64. Strings may
 * have leading dots and blanks.
 */
export function* chunksOf(body: ReadonlyArray<Piece>): Generator<string | Buffer> {
  let text = ""
  for (const piece of body) {
    if (typeof piece === "string") text += piece
    else if (piece.octets.length <= smallFile)
      for (const part of cutFile(piece)) text += part.toString("latin1")
    else {
      yield* cutText(text)
      text = ""
      yield* cutFile(piece)
    }
  }
  yield* cutText(text)
}
