import type { MessageBody, OutgoingMessage } from "@telemark/core"
import { composeBody, type ComposedBody, fill } from "./body.js"
import { callerLines, ownLines } from "./head.js"
import { chunksOf, lengthOfBody, type Piece } from "./pieces.js"

/**
 * A mail as it goes over the wire. Head and body are apart so that a signature, which covers both, can be
 * put before the head. Every line ends with CRLF.
 */
export interface ComposedMail {
  /** The header fields, without the empty line that follows: ASCII, or UTF-8 if an address isn't ASCII. */
  readonly head: string
  /** What comes after the empty line: ASCII. Files stand in it as they are, and are written when they are asked for. */
  readonly body: ReadonlyArray<Piece>
}

interface SharedPart {
  /** The lines that all messages of the send have, after those of each one's own. */
  readonly lines: string
  readonly content: ComposedBody["content"]
}

// The messages of one send share their body object, as long as the queue remembers it; composing it is most of the work.
// Nothing of what files hold is in here.
const shared = new WeakMap<MessageBody, SharedPart | null>()

/** Whether the files are those that the body names: mail with others, or fewer, would be another mail under the same id. */
const isComplete = ({ attachments, body }: OutgoingMessage): boolean =>
  attachments.length === body.attachments.length && attachments.every(({ content }, index) => content.length === body.attachments[index]?.size)

const composeShared = ({ attachments, body }: OutgoingMessage): SharedPart | null => {
  const headers = callerLines(body.headers)
  const composed = headers === undefined ? undefined : composeBody(body, attachments)
  return headers === undefined || composed === undefined ? null : { lines: headers + composed.fields, content: composed.content }
}

const sharedPart = (message: OutgoingMessage): SharedPart | null => {
  const known = shared.get(message.body)
  if (known !== undefined) return known
  const made = composeShared(message)
  shared.set(message.body, made)
  return made
}

/**
 * Composes a message (RFC 5322, RFC 2045): the same message always gives the same bytes, so that a retry
 * after an outcome nobody knows repeats them. Undefined if it can't be composed: an address that is none,
 * a header field that no mail may carry, a file that is missing. What is composed never has a field or a recipient
 * more than the message, whatever its strings hold.
 */
export const compose = (message: OutgoingMessage): ComposedMail | undefined => {
  const own = ownLines(message)
  const rest = own !== undefined && isComplete(message) ? sharedPart(message) : null
  return own === undefined || rest === null ? undefined : { head: own + rest.lines, body: fill(rest.content, message.attachments) }
}

/** How long a mail is, in octets: what counts for a server's SIZE (RFC 1870 5). */
export const lengthOfMail = ({ body, head }: ComposedMail): number => Buffer.byteLength(head, "utf8") + 2 + lengthOfBody(body)

/** The whole mail as bytes. */
export const toSource = (mail: ComposedMail): Buffer => {
  const source = Buffer.allocUnsafe(lengthOfMail(mail))
  let at = source.write(`${mail.head}\r\n`, "utf8")
  for (const chunk of chunksOf(mail.body)) at += typeof chunk === "string" ? source.write(chunk, at, "latin1") : chunk.copy(source, at)
  return source
}
