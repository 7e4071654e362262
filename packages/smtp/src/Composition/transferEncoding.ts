import { encodeBase64 } from "./base64.js"
import { withCrlf } from "./lineEnds.js"
import { encodeQuotedPrintable } from "./quotedPrintable.js"

/** How a text part is written (RFC 2045 6). Never 8bit: a relay that can't pass it on would have to rewrite it. */
export type TransferEncoding = "7bit" | "quoted-printable" | "base64"

export interface EncodedText {
  readonly encoding: TransferEncoding
  /** ASCII, its lines ended by CRLF. */
  readonly content: string
}

/** RFC 5322 2.1.1 recommends 78 with the line end. */
const maxLineLength = 76

const LITERAL = 0
const LINE_END = 1
const CONTROL = 2

/** What an octet is: text, an end of a line, or a control character other than the tab. */
const kinds = Uint8Array.from({ length: 256 }, (_, octet) => {
  if (octet === 0x0d || octet === 0x0a) return LINE_END
  return (octet < 0x20 && octet !== 0x09) || octet === 0x7f ? CONTROL : LITERAL
})

/**
 * Whether ASCII text can go as it is, but for its line ends: lines of at most 76 characters, and no controls but the tab.
 *
 * In one pass. The pattern `/[^\r\n]{77}|…/` looks ahead from each character: it took 180 ms for 1 MiB of short lines, this takes 2.
 */
export const isPlainLines = (ascii: Uint8Array): boolean => {
  let column = 0
  for (let at = 0; at < ascii.length; at++) {
    const kind = kinds[ascii[at] as number]
    if (kind === LINE_END) column = 0
    else if (kind === CONTROL || ++column > maxLineLength) return false
  }
  return true
}

/**
 * The share of bytes beyond one a character above which text is in another script than Latin: there
 * quoted-printable is longer than base64, and no more readable.
 */
const foreignShare = 0.2

/** For the octets of texts up to some 20 kB, while they are looked at. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024)

const utf8Of = (text: string): Buffer =>
  text.length * 3 <= scratch.length ? scratch.subarray(0, scratch.write(text, "utf8")) : Buffer.from(text, "utf8")

const latin1 = (octets: Uint8Array): string => Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString("latin1")

/**
 * Writes text as 7bit if it can go as it is, else as quoted-printable, or as base64 where that is shorter
 * (scripts other than Latin). Every line end becomes CRLF. `avoid` doesn't occur in what comes out, if
 * it holds characters that neither of the two encodings produces.
 */
export const encodeText = (text: string, avoid: string): EncodedText => {
  const bytes = utf8Of(text)
  const beyondAscii = bytes.length - text.length
  if (beyondAscii === 0 && isPlainLines(bytes) && !text.includes(avoid)) return { encoding: "7bit", content: latin1(withCrlf(bytes)) }
  return beyondAscii > bytes.length * foreignShare
    // The last line end is the caller's, as with the other two.
    ? { encoding: "base64", content: latin1(encodeBase64(withCrlf(bytes)).subarray(0, -2)) }
    : { encoding: "quoted-printable", content: encodeQuotedPrintable(bytes) }
}
