import {
  beginningOf,
  type Mailbox,
  oneLine,
  parseMailboxList,
  ValidationFailed
} from "@telemark/contract"
import { Effect, Result } from "effect"
import { decodeWords } from "postal-mime"
import type { Attachment } from "../../delivery/message/Message.js"
import { decodeBase64 } from "../../kernel/base64.js"
import { crlfInSteps } from "../../kernel/lineEnds.js"
import { inTimeSlices, type Steps } from "../../kernel/timeSlices.js"
import { isReservedInRaw } from "./headers.js"

const CR = 0x0d
const LF = 0x0a

/** RFC 5322 2.1.1, with the line end. */
const maxLine = 1000

/** Characters of a sender's name and of a subject in the log. */
const maxName = 255
const maxSubject = 998

/** Octets: a mail with as many files as a send may have. */
const maxRaw = 14 * 1024 * 1024
const tooLarge = `must be at most ${String(maxRaw)} octets, with CRLF as line ends; host large files elsewhere and link to them`

/** Octets of a complete mail's head. */
export const maxHead = 256 * 1024

/** Octets, or fields, that are looked at between two steps. */
const stretch = 256 * 1024
const fieldsAtOnce = 4096

/** RFC 5322 3.6 and RFC 2045: readers disagree about which of two counts. */
const atMostOnce =
  /^(?:from|reply-to|to|cc|message-id|in-reply-to|references|subject|date|mime-version|content-.*)$/i

/** A complete mail (RFC 5322) as it is stored and sent, and what was read of its head. */
export interface RawMail {
  /** Lines end with CRLF, the last one too. */
  readonly source: Uint8Array
  /** Its From field, decoded (RFC 2047). */
  readonly sender: Mailbox
  /** Decoded; empty without one. */
  readonly subject: string
  /** Names of fields that were left out. */
  readonly dropped: ReadonlyArray<string>
}

const wrong = (issue: string): Result.Result<never, ValidationFailed> =>
  Result.fail(ValidationFailed.at("raw", issue))

const withLastLineEnd = (source: Uint8Array): Uint8Array => {
  if (source.at(-1) === LF) return source
  const ended = new Uint8Array(source.length + 2)
  ended.set(source)
  ended.set([CR, LF], source.length)
  return ended
}

/**
 * Where the empty line begins that ends the head; the end of a mail without one. Beyond the most
 * that a head may have, any such place.
 */
const endOfHead = (source: Uint8Array): number => {
  let line = 0
  while (line < source.length && line <= maxHead && source[line] !== CR)
    line = source.indexOf(LF, line) + 1
  return line
}

function* hasLongLine(source: Uint8Array): Steps<boolean> {
  let line = 0
  for (let from = 0; from < source.length; from += stretch) {
    const end = Math.min(source.length, from + stretch)
    for (let at = from; at < end; at++)
      if (source[at] === LF) {
        if (at + 1 - line > maxLine) return true
        line = at + 1
      }
    yield
  }
  return false
}

const decodeHead = (octets: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(octets)
  } catch {
    return undefined
  }
}

interface Field {
  readonly name: string
  /** With its folds, without the last line end. */
  readonly lines: string
}

function* fieldsOf(head: string): Steps<ReadonlyArray<Field> | undefined> {
  const fields: Array<Field> = []
  for (const lines of head.split(/\r\n(?![ \t])/)) {
    if (lines === "") continue
    const name = /^([\x21-\x39\x3b-\x7e]{1,76}):/.exec(lines)?.[1]
    if (name === undefined) return undefined
    fields.push({ name, lines })
    if (fields.length % fieldsAtOnce === 0) yield
  }
  return fields
}

/** Whether a field is there twice of which there is one at most. */
const isRepeated = (fields: ReadonlyArray<Field>): boolean => {
  const seen = new Set<string>()
  return fields.some(({ name }) => {
    const folded = name.toLowerCase()
    if (!atMostOnce.test(folded)) return false
    if (seen.has(folded)) return true
    seen.add(folded)
    return false
  })
}

const valueOf = ({ lines, name }: Field): string =>
  lines
    .slice(name.length + 1)
    .replaceAll("\r\n", "")
    .replaceAll("\t", " ")
    .trim()

/** A quoted string (RFC 5322 3.2.4). */
const quotedString = /"(?:\\[^]|[^"\\])*"/g

/**
 * One mailbox. Not a name with marks that separate mailboxes (RFC 5322 3.4), unless they are in
 * quotes: others would read another sender.
 */
const senderOf = (field: Field): Mailbox | undefined => {
  const value = valueOf(field)
  const [mailbox, ...others] = parseMailboxList(value) ?? []
  if (mailbox === undefined || others.length > 0) return undefined
  const plain = /^([^<]*)</.exec(value.replace(quotedString, ""))?.[1] ?? ""
  if (/[,:;()\\]/.test(plain)) return undefined
  const { address, name } = mailbox
  return { address, name: name === null ? null : beginningOf(oneLine(decodeWords(name)), maxName) }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const joined = (head: Uint8Array, rest: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(head.length + rest.length)
  whole.set(head)
  whole.set(rest, head.length)
  return whole
}

/** Checks a complete mail, and leaves out the fields that no mail may bring. */
export function* checkRaw(octets: Uint8Array): Steps<Result.Result<RawMail, ValidationFailed>> {
  if (octets.includes(0)) return wrong("must not contain NUL (RFC 5322, section 4)")
  yield
  const given = withLastLineEnd(yield* crlfInSteps(octets))
  yield
  if (given.length > maxRaw) return wrong(tooLarge)
  if (yield* hasLongLine(given))
    return wrong("must have lines of at most 998 octets (RFC 5322, section 2.1.1)")
  const end = endOfHead(given)
  if (end > maxHead) return wrong(`must have a head of at most ${String(maxHead)} octets`)
  const text = decodeHead(given.subarray(0, end))
  if (text === undefined) return wrong("must have a head in ASCII or UTF-8 (RFC 6532)")
  const fields = yield* fieldsOf(text)
  if (fields === undefined || fields.length === 0 || /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text))
    return wrong("must begin with header fields such as From: a@example.com, then an empty line")
  if (/^[ \t]+\r$/m.test(text)) return wrong("must not have a line of blanks in its head")
  if (isRepeated(fields)) return wrong("must have each field of RFC 5322, section 3.6, once")
  yield
  const from = fields.find(({ name }) => name.toLowerCase() === "from")
  const sender = from === undefined ? undefined : senderOf(from)
  if (sender === undefined)
    return wrong("must have a From field with one address such as Name <a@example.com>")
  const dropped = new Set<string>()
  let head = ""
  for (const [index, { lines, name }] of fields.entries()) {
    if (isReservedInRaw(name)) dropped.add(name)
    else head += `${lines}\r\n`
    if (index % fieldsAtOnce === 0) yield
  }
  const subject = fields.find(({ name }) => name.toLowerCase() === "subject")
  return Result.succeed({
    source: dropped.size === 0 ? given : joined(encode(head), given.subarray(end)),
    sender,
    subject: subject === undefined ? "" : beginningOf(decodeWords(valueOf(subject)), maxSubject),
    dropped: [...dropped]
  })
}

/** Base64 is decoded once. */
export const readRaw = (raw: string | Uint8Array): Effect.Effect<RawMail, ValidationFailed> =>
  Effect.gen(function* () {
    if (raw.length > 2 * maxRaw) return yield* ValidationFailed.at("raw", tooLarge)
    const octets = typeof raw === "string" ? yield* inTimeSlices(() => decodeBase64(raw)) : raw
    if (octets === undefined)
      return yield* ValidationFailed.at("raw", "must be base64 (RFC 4648, section 4)")
    if (octets.length > maxRaw) return yield* ValidationFailed.at("raw", tooLarge)
    return yield* Effect.fromResult(yield* inTimeSlices(() => checkRaw(octets)))
  })

/** The file that a complete mail is stored as. */
export const fileOfRaw = ({ source }: RawMail): Attachment => ({
  filename: "message.eml",
  content_type: "message/rfc822",
  content_id: null,
  size: source.length,
  content: source
})
