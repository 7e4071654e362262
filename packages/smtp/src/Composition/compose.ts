import { atOnce, inTimeSlices, type MessageBody, type OutgoingMessage, type Steps, timeSlices } from "@telemark/core"
import type { Effect } from "effect"
import { composeBody, type ComposedBody, fill } from "./body.js"
import { callerLines, type OwnLines, ownLines } from "./head.js"
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
// Messages that are begun meanwhile wait for it.
const shared = new WeakMap<MessageBody, SharedPart | null | Promise<SharedPart | null>>()

/** Whether the files are those that the body names: mail with others, or fewer, would be another mail under the same id. */
const isComplete = ({ attachments, body }: OutgoingMessage): boolean =>
  attachments.length === body.attachments.length && attachments.every(({ content }, index) => content.length === body.attachments[index]?.size)

function* composeShared({ attachments, body }: OutgoingMessage): Steps<SharedPart | null> {
  const headers = callerLines(body.headers)
  const made = headers === undefined ? undefined : yield* composeBody(body, attachments)
  return headers === undefined || made === undefined ? null : { lines: headers + made.fields, content: made.content }
}

const isMade = (part: SharedPart | null | Promise<unknown> | undefined): part is SharedPart | null => part !== undefined && !(part instanceof Promise)

const sharedPart = (message: OutgoingMessage): SharedPart | null => {
  const known = shared.get(message.body)
  if (isMade(known)) return known
  const made = atOnce(composeShared(message))
  shared.set(message.body, made)
  return made
}

const beginShared = (message: OutgoingMessage): SharedPart | null | Promise<SharedPart | null> => {
  const begun = timeSlices.run(composeShared(message))
  shared.set(message.body, begun)
  if (!isMade(begun)) {
    begun.then((made) => shared.set(message.body, made), () => shared.delete(message.body))
  }
  return begun
}

/** A mail with the addresses of its envelope, which have A-labels. */
export interface Composed {
  readonly from: string
  readonly to: string
  readonly mail: ComposedMail
}

const composed = (message: OutgoingMessage, { from, lines, to }: OwnLines, rest: SharedPart | null): Composed | undefined =>
  rest === null ? undefined : { from, to, mail: { head: lines + rest.lines, body: fill(rest.content, message.attachments) } }

/**
 * Composes a message (RFC 5322, RFC 2045): the same message always gives the same bytes, so that a retry
 * after an outcome nobody knows repeats them. Undefined if it can't be composed: an address that is none,
 * a header field that no mail may carry, a file that is missing. What is composed never has a field or a recipient
 * more than the message, whatever its strings hold.
 *
 * Nothing else runs until it is composed, which takes some 100 ms for the largest mails: see `composeInSlices`.
 */
export const compose = (message: OutgoingMessage): ComposedMail | undefined => {
  const own = ownLines(message)
  return own === undefined || !isComplete(message) ? undefined : composed(message, own, sharedPart(message))?.mail
}

/**
 * `compose`, in time slices: however large the mail is, other work runs meanwhile. A mail that is composed within the first slice, or whose
 * body was composed before, comes at once; otherwise a promise of it. The messages of one send share what is made of their body.
 */
export const composeInSlices = (message: OutgoingMessage): Composed | undefined | Promise<Composed | undefined> => {
  const own = ownLines(message)
  if (own === undefined || !isComplete(message)) return undefined
  const known = shared.get(message.body)
  // What can't be composed is known as well, as null.
  const rest = known === undefined ? beginShared(message) : known
  return isMade(rest) ? composed(message, own, rest) : rest.then((made) => composed(message, own, made))
}

/** How long a mail is, in octets: what counts for a server's SIZE (RFC 1870 5). */
export const lengthOfMail = ({ body, head }: ComposedMail): number => Buffer.byteLength(head, "utf8") + 2 + lengthOfBody(body)

function* writeSource(mail: ComposedMail): Steps<Buffer> {
  const source = Buffer.allocUnsafe(lengthOfMail(mail))
  let at = source.write(`${mail.head}\r\n`, "utf8")
  for (const chunk of chunksOf(mail.body)) {
    at += typeof chunk === "string" ? source.write(chunk, at, "latin1") : chunk.copy(source, at)
    yield
  }
  return source
}

/** The whole mail as bytes. Nothing else runs meanwhile. */
export const toSource = (mail: ComposedMail): Buffer => atOnce(writeSource(mail))

/** The whole mail as bytes, in time slices. */
export const toSourceInSlices = (mail: ComposedMail): Effect.Effect<Buffer> => inTimeSlices(() => writeSource(mail))
