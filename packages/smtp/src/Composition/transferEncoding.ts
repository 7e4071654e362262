import { encodeQuotedPrintable } from "./quotedPrintable.js"

/** How a text part is written (RFC 2045 6). Never 8bit: a relay that can't pass it on would have to rewrite it. */
export type TransferEncoding = "7bit" | "quoted-printable" | "base64"

export interface EncodedText {
  readonly encoding: TransferEncoding
  /** ASCII, its lines ended by CRLF. */
  readonly content: string
}

/** Lines of more than 76 characters (RFC 5322 2.1.1 recommends 78 with the line end), and controls but the tab. */
const notAsItIs = /[^\r\n]{77}|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/

/**
 * The share of bytes beyond one a character above which text is in another script than Latin: there
 * quoted-printable is longer than base64, and no more readable.
 */
const foreignShare = 0.2

const withCrlf = (text: string): string => text.replace(/\r\n?|\n/g, "\r\n")

const encodeBase64 = (bytes: Buffer): string => bytes.toString("base64").replace(/.{76}(?=.)/g, "$&\r\n")

/**
 * Writes text as 7bit if it can go as it is, else as quoted-printable, or as base64 where that is shorter
 * (scripts other than Latin). Every line end becomes CRLF. `avoid` doesn't occur in what comes out, if
 * it holds characters that neither of the two encodings produces.
 */
export const encodeText = (text: string, avoid: string): EncodedText => {
  const bytes = Buffer.from(text, "utf8")
  const beyondAscii = bytes.length - text.length
  if (beyondAscii === 0 && !notAsItIs.test(text) && !text.includes(avoid)) return { encoding: "7bit", content: withCrlf(text) }
  return beyondAscii > bytes.length * foreignShare
    ? { encoding: "base64", content: encodeBase64(Buffer.from(withCrlf(text), "utf8")) }
    : { encoding: "quoted-printable", content: encodeQuotedPrintable(bytes) }
}
