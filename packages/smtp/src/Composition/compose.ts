import { atOnce, inTimeSlices, type MessageBody, type OutgoingMessage, type Steps, timeSlices } from "@telemark/core"
import type { Effect } from "effect"
import { composeBody, type ComposedBody, fill } from "./body.js"
import { callerLines, type OwnLines, ownLines } from "./head.js"
import { chunksOf, lengthOfBody, type Piece } from "./pieces.js"

/** A mail as it is sent, every line ended by CRLF. A signature covers head and body and is put before the head. */
export interface ComposedMail {
  /** The header fields, without the empty line that follows. ASCII, or UTF-8 if an address isn't ASCII. */
  readonly head: string
  /** The content after the empty line: ASCII. Files are included unencoded and are encoded when they are read. */
  readonly body: ReadonlyArray<Piece>
}

interface SharedPart {
  /** The header lines that all messages of the send have, after their own. */
  readonly lines: string
  readonly content: ComposedBody["content"]
}

// The messages of one send share their body object while the queue caches it. Composing it is most of the work. Contents of files aren't included.
// Messages that start while it is composed wait for it.
const shared = new WeakMap<MessageBody, SharedPart | null | Promise<SharedPart | null>>()

/** Whether the files match those that the body names: with others or fewer, it would be another mail under the same id. */
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

/** The return path of a mail that isn't its sender's address, and what reports about the mail are asked for. */
export interface ComposedReturnPath {
  readonly address: string
  /** Identifies the mail in reports (RFC 3461 4.4). */
  readonly envid: string
  readonly reportsSuccess: boolean
}

/** A mail with the addresses of its sender and recipient, whose domains are A-labels. */
export interface Composed {
  readonly from: string
  readonly to: string
  /** Undefined: `from`. */
  readonly returnPath: ComposedReturnPath | undefined
  readonly mail: ComposedMail
}

const composed = (message: OutgoingMessage, { from, lines, returnPath: address, to }: OwnLines, rest: SharedPart | null): Composed | undefined => {
  if (rest === null) return undefined
  const reportsSuccess = message.return_path?.reports_success === true
  const returnPath = address === undefined ? undefined : { address, envid: message.id, reportsSuccess }
  return { from, to, returnPath, mail: { head: lines + rest.lines, body: fill(rest.content, message.attachments) } }
}

/**
 * Composes a message (RFC 5322, RFC 2045). The same message always has the same bytes, so that a retry after an unknown outcome repeats them.
 * Undefined if it can't be composed: an invalid address, a header field that no mail may have, a missing file. The strings of a message can't inject
 * a field or a recipient. Blocks the event loop, for some 100 ms with the largest mails: see `composeInSlices`.
 */
export const compose = (message: OutgoingMessage): ComposedMail | undefined => {
  const own = ownLines(message)
  return own === undefined || !isComplete(message) ? undefined : composed(message, own, sharedPart(message))?.mail
}

/** `compose` in time slices, so that other work runs meanwhile. Synchronous if it takes only one slice, or if the shared body was composed before. */
export const composeInSlices = (message: OutgoingMessage): Composed | undefined | Promise<Composed | undefined> => {
  const own = ownLines(message)
  if (own === undefined || !isComplete(message)) return undefined
  const known = shared.get(message.body)
  const rest = known === undefined ? beginShared(message) : known
  return isMade(rest) ? composed(message, own, rest) : rest.then((made) => composed(message, own, made))
}

/** The length of a mail in octets, as SIZE counts it (RFC 1870 5). */
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

/** The whole mail as bytes. Blocks the event loop meanwhile. */
export const toSource = (mail: ComposedMail): Buffer => atOnce(writeSource(mail))

export const toSourceInSlices = (mail: ComposedMail): Effect.Effect<Buffer> => inTimeSlices(() => writeSource(mail))
