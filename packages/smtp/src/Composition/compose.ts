import type { MessageBody, OutgoingMessage } from "@telemark/core"
import { composeBody } from "./body.js"
import { callerLines, ownLines } from "./head.js"

/**
 * A mail as it goes over the wire. Head and body are apart so that a signature, which covers both, can be
 * put before the head. Every line ends with CRLF.
 */
export interface ComposedMail {
  /** The header fields, without the empty line that follows: ASCII, or UTF-8 if an address isn't ASCII. */
  readonly head: string
  /** What comes after the empty line: ASCII. */
  readonly body: string
}

interface SharedPart {
  /** The lines that all messages of the send have, after those of each one's own. */
  readonly lines: string
  readonly content: string
}

// The messages of one send share their body object, as long as the queue remembers it; composing it is most of the work.
const shared = new WeakMap<MessageBody, SharedPart | null>()

const composeShared = (body: MessageBody): SharedPart | null => {
  const headers = callerLines(body.headers)
  if (headers === undefined) return null
  const { content, fields } = composeBody(body)
  return { lines: headers + fields, content }
}

const sharedPart = (body: MessageBody): SharedPart | null => {
  const known = shared.get(body)
  if (known !== undefined) return known
  const made = composeShared(body)
  shared.set(body, made)
  return made
}

/**
 * Composes a message (RFC 5322, RFC 2045): the same message always gives the same bytes, so that a retry
 * after an outcome nobody knows repeats them. Undefined if it can't be composed: an address that is none,
 * a header field that no mail may carry. What is composed never has a field or a recipient more than the
 * message, whatever its strings hold.
 */
export const compose = (message: OutgoingMessage): ComposedMail | undefined => {
  const own = ownLines(message)
  const rest = sharedPart(message.body)
  if (own === undefined || rest === null) return undefined
  return { head: own + rest.lines, body: rest.content }
}

/** The whole mail as bytes. */
export const toSource = ({ body, head }: ComposedMail): Buffer => Buffer.from(`${head}\r\n${body}`, "utf8")
