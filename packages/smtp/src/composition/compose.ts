// Hot path (docs/hot-paths.md): one body for all recipients; a promise only beyond a time slice.
import {
  atOnce,
  inTimeSlices,
  type MessageLinks,
  type OutgoingMessage,
  type Steps,
  timeSlices
} from "@telemark/core"
import type { Effect } from "effect"
import { withoutOwnAddresses } from "./Template.js"
import { composeBody, type ComposedBody, fill } from "./body.js"
import { callerLines, lackingLines, type OwnLines, ownLines } from "./head.js"
import {
  composeLinkedBody,
  type LinkedBody,
  type LinkedKind,
  linkedKindOf,
  prepareLinkedBody
} from "./linkedBody.js"
import { chunksOf, lengthOfBody, type Piece } from "./pieces.js"
import { splitSource } from "./source.js"

/** Runs steps at once, or in time slices, when the result may be a promise. */
type Run = <A>(steps: Steps<A>) => A | Promise<A>

/** `then`, without waiting for what is there already. */
const whenMade = <A, B>(made: A | Promise<A>, use: (made: A) => B | Promise<B>): B | Promise<B> =>
  made instanceof Promise ? made.then(use) : use(made)

/**
 * Makes something once for each object, such as the body that all messages of a send share. Who
 * comes meanwhile waits for it, unless it runs at once.
 */
export const makeOnce = <A>() => {
  const known = new WeakMap<object, { readonly made: A | Promise<A> }>()
  return (of: object, run: Run, make: () => Steps<A>): A | Promise<A> => {
    const found = known.get(of)
    if (found !== undefined && (run !== atOnce || !(found.made instanceof Promise)))
      return found.made
    const made = run(make())
    known.set(of, { made })
    if (made instanceof Promise)
      made.then(
        (value) => known.set(of, { made: value }),
        () => known.delete(of)
      )
    return made
  }
}

/** The content of one message, which no other message of its send has. */
interface OwnBody {
  /** The content in DKIM's relaxed form, if it was made from lines that the send shares. */
  readonly relaxed: string | undefined
}

/** A mail as it is sent, every line ended by CRLF. */
export interface ComposedMail {
  /** The header fields, without the empty line. ASCII, or UTF-8 if an address isn't ASCII. */
  readonly head: string
  /** ASCII, or a character for each octet. Files are encoded when they are read. */
  readonly body: ReadonlyArray<Piece>
  /** Whether the body has octets beyond ASCII. */
  readonly isEightBit?: boolean
  /** Undefined: all messages with the same body object have this content. */
  readonly ownBody?: OwnBody
}

interface SharedPart {
  /** The header lines after a message's own. */
  readonly lines: string
  readonly content: ComposedBody["content"]
  readonly isEightBit?: boolean
}

/** For contents with addresses of their own. `"none"`: these have none. */
type LinkedPart = { readonly lines: string; readonly linked: LinkedBody } | "none"

/**
 * Whether the files are those that the body names: otherwise it would be another mail under the
 * same id.
 */
const isComplete = ({ attachments, body }: OutgoingMessage): boolean =>
  attachments.length === body.attachments.length &&
  attachments.every(({ content }, index) => content.length === body.attachments[index]?.size)

/** A complete mail is sent as it is, with the fields that it lacks before its own. */
const rawPart = (message: OutgoingMessage): SharedPart | null => {
  const [file] = message.attachments
  if (file === undefined) return null
  const { body, head, isEightBit } = splitSource(file.content)
  return { lines: lackingLines(message, head) + head, content: [body], isEightBit }
}

function* composeShared(message: OutgoingMessage): Steps<SharedPart | null> {
  const { attachments, body } = message
  if (body.raw === true) return rawPart(message)
  const headers = callerLines(body.headers)
  const made =
    headers === undefined ? undefined : yield* composeBody(withoutOwnAddresses(body), attachments)
  return headers === undefined || made === undefined
    ? null
    : { lines: headers + made.fields, content: made.content }
}

function* prepareLinked(
  message: OutgoingMessage,
  links: MessageLinks,
  kind: LinkedKind
): Steps<LinkedPart | null> {
  const lines = callerLines(message.body.headers)
  const linked = lines === undefined ? undefined : yield* prepareLinkedBody(message, links, kind)
  if (lines === undefined || linked === undefined) return null
  return linked === "none" ? linked : { lines, linked }
}

// The messages of one send share their body object while the queue caches it. Composing it is most
// of the work.
const shared = makeOnce<SharedPart | null>()

/** By kind, in which the messages of a send may differ. */
const linkedParts = new Map<string, ReturnType<typeof makeOnce<LinkedPart | null>>>()

const linkedPart = (
  message: OutgoingMessage,
  links: MessageLinks,
  run: Run
): LinkedPart | null | Promise<LinkedPart | null> => {
  const kind = linkedKindOf(message, links)
  const name = Object.values(kind).join()
  let partOf = linkedParts.get(name)
  if (partOf === undefined) linkedParts.set(name, (partOf = makeOnce()))
  return partOf(message.body, run, () => prepareLinked(message, links, kind))
}

/** A return path that isn't the sender's address, and which reports are asked for. */
interface ComposedReturnPath {
  readonly address: string
  /** Identifies the mail in reports (RFC 3461 4.4). */
  readonly envid: string
  readonly reportsSuccess: boolean
}

/** A mail with the addresses of its envelope, whose domains are A-labels. */
export interface Composed {
  readonly from: string
  readonly to: string
  /** Undefined: `from`. */
  readonly returnPath: ComposedReturnPath | undefined
  readonly mail: ComposedMail
}

interface ContentPart extends SharedPart {
  readonly ownBody?: OwnBody
}

const composed = (
  message: OutgoingMessage,
  { from, lines, returnPath: address, to }: OwnLines,
  rest: ContentPart | null
): Composed | undefined => {
  if (rest === null) return undefined
  const reportsSuccess = message.return_path?.reports_success === true
  const returnPath =
    address === undefined ? undefined : { address, envid: message.id, reportsSuccess }
  const mail = {
    head: lines + rest.lines,
    body: fill(rest.content, message.attachments),
    isEightBit: rest.isEightBit === true
  }
  return {
    from,
    to,
    returnPath,
    mail: rest.ownBody === undefined ? mail : { ...mail, ownBody: rest.ownBody }
  }
}

function* composeLinked(
  { body }: OutgoingMessage,
  { linked, lines }: Exclude<LinkedPart, "none">,
  links: MessageLinks
): Steps<ContentPart> {
  const { content, fields, relaxed } = yield* composeLinkedBody(body, linked, links)
  return { lines: lines + fields, content, ownBody: { relaxed } }
}

/** Where the content of a message comes from: shared by its send, or its own. */
const contentOf = (
  message: OutgoingMessage,
  run: Run
): ContentPart | null | Promise<ContentPart | null> => {
  const { links } = message
  const sharedPart = () => shared(message.body, run, () => composeShared(message))
  if (links === undefined || message.body.raw === true) return sharedPart()
  return whenMade(linkedPart(message, links, run), (part) => {
    if (part === null) return null
    return part === "none" ? sharedPart() : run(composeLinked(message, part, links))
  })
}

/**
 * Composes a message (RFC 5322, RFC 2045). The same message always has the same bytes, so that a
 * retry after an unknown outcome repeats them. Undefined if it can't be composed: an invalid
 * address, a forbidden header field, a missing file. No string of a message can inject a field or a
 * recipient. Blocks the event loop, for some 100 ms with the largest mails: see `composeInSlices`.
 */
export const compose = (message: OutgoingMessage): ComposedMail | undefined => {
  const own = ownLines(message)
  if (own === undefined || !isComplete(message)) return undefined
  const rest = contentOf(message, atOnce)
  return rest instanceof Promise ? undefined : composed(message, own, rest)?.mail
}

/** `compose` in time slices. Synchronous if one slice is enough, or if the shared body is there. */
export const composeInSlices = (
  message: OutgoingMessage
): Composed | undefined | Promise<Composed | undefined> => {
  const own = ownLines(message)
  if (own === undefined || !isComplete(message)) return undefined
  return whenMade(contentOf(message, timeSlices.run), (rest) => composed(message, own, rest))
}

/** The length of a mail in octets, as SIZE counts it (RFC 1870 5). */
export const lengthOfMail = ({ body, head }: ComposedMail): number =>
  Buffer.byteLength(head, "utf8") + 2 + lengthOfBody(body)

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

export const toSourceInSlices = (mail: ComposedMail): Effect.Effect<Buffer> =>
  inTimeSlices(() => writeSource(mail))
