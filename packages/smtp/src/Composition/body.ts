import type { MessageBody } from "@telemark/core"
import { type EncodedText, encodeText } from "./transferEncoding.js"
import { textOf } from "@telemark/html"

/** What all messages of one send share: the fields that describe the content, and the content itself. */
export interface ComposedBody {
  /** MIME-Version and Content-*, each line ended by CRLF. */
  readonly fields: string
  /** ASCII, each line ended by CRLF. */
  readonly content: string
}

const partFields = (subtype: "plain" | "html", { encoding }: EncodedText): string =>
  `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`

const endLine = (content: string): string => content.endsWith("\r\n") ? content : `${content}\r\n`

/**
 * Derived from the body's id, so that the same message is the same bytes each time. It begins with `=_`,
 * which quoted-printable and base64 never contain (RFC 2045 6.7), and 7bit parts are checked for it.
 */
const boundaryOf = (body: MessageBody): string => `=_${body.id.replace(/[^A-Za-z0-9_.-]/g, "").slice(0, 60)}`

const composeAlternative = (boundary: string, text: string, html: string): ComposedBody => {
  const plain = encodeText(text, boundary)
  const rich = encodeText(html, boundary)
  return {
    fields: `MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n`,
    content: `--${boundary}\r\n${partFields("plain", plain)}\r\n${plain.content}\r\n` +
      `--${boundary}\r\n${partFields("html", rich)}\r\n${rich.content}\r\n--${boundary}--\r\n`
  }
}

/** Text alone stays text alone; html always comes with a text alternative, made from it if none was given. */
export const composeBody = (body: MessageBody): ComposedBody => {
  const boundary = boundaryOf(body)
  if (body.html !== null) return composeAlternative(boundary, body.text ?? textOf(body.html), body.html)
  const plain = encodeText(body.text ?? "", boundary)
  return { fields: `MIME-Version: 1.0\r\n${partFields("plain", plain)}`, content: endLine(plain.content) }
}
