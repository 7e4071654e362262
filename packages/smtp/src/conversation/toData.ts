import type { ComposedMail } from "../composition/compose.js"
import { chunksOf } from "../composition/pieces.js"

const end = ".\r\n"

/** Approximate size of one write, in characters. */
const maxWriteSize = 128 * 1024

/** Doubles the dots that begin a line (RFC 5321 4.5.2). All line ends of the text must be CRLF. */
export const stuffDots = (text: string): string => {
  const stuffed = text.includes("\r\n.") ? text.replaceAll("\r\n.", "\r\n..") : text
  return stuffed.startsWith(".") ? `.${stuffed}` : stuffed
}

/**
 * A mail as sent after DATA, including the final dot, in lazily made pieces. Most mails are one
 * piece: one write and few TLS records.
 */
export function* toData({ body, head }: ComposedMail): Generator<Buffer> {
  let text = `${stuffDots(head)}\r\n`
  for (const chunk of chunksOf(body)) {
    if (text !== "" && (text.length > maxWriteSize || typeof chunk !== "string")) {
      yield Buffer.from(text, "utf8")
      text = ""
    }
    if (typeof chunk === "string") text += stuffDots(chunk)
    else yield chunk
  }
  yield Buffer.from(text + end, "utf8")
}
