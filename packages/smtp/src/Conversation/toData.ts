import { chunksOf, type ComposedMail } from "../Composition/index.js"

const end = ".\r\n"

/** What is written in one go, in characters, about. */
const maxWriteSize = 128 * 1024

/** Doubles the dots that begin a line (RFC 5321 4.5.2). The text's line ends are all CRLF. */
export const stuffDots = (text: string): string => {
  const stuffed = text.includes("\r\n.") ? text.replaceAll("\r\n.", "\r\n..") : text
  return stuffed.startsWith(".") ? `.${stuffed}` : stuffed
}

/**
 * A mail as it follows DATA, its end included, in pieces that are made when they are asked for. All but a large one are one piece:
 * so it is one write, and few records of TLS.
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
