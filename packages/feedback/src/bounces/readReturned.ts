import type { FoundReport } from "@telemark/core"
import { emailIdsIn, unsubscribeIdsIn } from "../returnPath/addressToken.js"
import { type IgnoredReason, reportsOf } from "./Bounce.js"
import { isUnsubscribeMail, unsubscribeReports } from "./bounceEvidence.js"
import { maxMessageBytes } from "./parseMime.js"
import { readBounce } from "./readBounce.js"

/** What a message in a mailbox for bounces says. */
export type Returned =
  | { readonly _tag: "Reports"; readonly reports: ReadonlyArray<FoundReport> }
  | { readonly _tag: "Ignored"; readonly reason: IgnoredReason }
  | { readonly _tag: "Unknown" }

/**
 * Reads a message from a mailbox for bounces. Never rejects. A return path that one of `keys`
 * signed takes precedence: see `reportsOf`. Mail to an address for unsubscribing that they signed
 * is a wish, unless a program wrote it.
 */
export const readReturned = async (
  source: Uint8Array,
  keys: ReadonlyArray<Uint8Array>
): Promise<Returned> => {
  const front = source.subarray(0, maxMessageBytes)
  const unsubscribed = unsubscribeIdsIn(keys, front)
  if (unsubscribed.length > 0) {
    return (await isUnsubscribeMail(front))
      ? { _tag: "Reports", reports: unsubscribeReports(unsubscribed) }
      : { _tag: "Ignored", reason: "automatic_reply" }
  }
  const bounce = await readBounce(front)
  if (bounce._tag === "Ignored" || bounce._tag === "Unknown") return bounce
  return { _tag: "Reports", reports: reportsOf(bounce, emailIdsIn(keys, front)) }
}

/** Longer lines are no separators. */
const maxSeparator = 1_000

/**
 * Up to here, a Content-Length is believed if a separator follows: the message is kept in memory
 * until then.
 */
const maxCounted = 1_048_576

const maxHeader = 65_536

/** Nothing but a line end is no message. */
const maxBlank = 2

const lineFeed = 10

/**
 * The line before a message (RFC 4155): who sent it and when, in the manner of asctime. Thunderbird
 * writes `From - ` and a time, or `From ` alone. The time tells it from a sentence that begins so,
 * which not every program quotes.
 */
const separator = /^From (?:\r?$|-? ?.{1,300}?\b\d{1,2}:\d\d(?::\d\d)?\b.{0,60}\b\d{4}\b)/

const lineAt = (buffer: Buffer, begin: number): string | undefined => {
  const end = buffer.indexOf(lineFeed, begin)
  if (end === -1 || end - begin > maxSeparator) return undefined
  return buffer.toString("latin1", begin, end)
}

const isSeparatorAt = (buffer: Buffer, begin: number): boolean =>
  separator.test(lineAt(buffer, begin) ?? "")

/** It may yet turn out to be a separator. */
const isIncomplete = (buffer: Buffer, begin: number): boolean =>
  buffer.length - begin <= maxSeparator && buffer.indexOf(lineFeed, begin) === -1

const isBlankBefore = (buffer: Buffer, begin: number): boolean => {
  const end = buffer[begin - 2] === 13 ? begin - 3 : begin - 2
  return end < 0 || buffer[end] === lineFeed
}

/** Where the next separator begins; "later" if it can't be told yet. */
const nextSeparator = (buffer: Buffer, from: number, isEnd: boolean): number | "none" | "later" => {
  for (
    let at = buffer.indexOf("\nFrom ", from);
    at !== -1;
    at = buffer.indexOf("\nFrom ", at + 1)
  ) {
    if (!isBlankBefore(buffer, at + 1)) continue
    if (isSeparatorAt(buffer, at + 1)) return at + 1
    if (!isEnd && isIncomplete(buffer, at + 1)) return "later"
  }
  return "none"
}

const endOfHeader = (buffer: Buffer): number | undefined => {
  const header = buffer.subarray(0, maxHeader)
  const plain = header.indexOf("\n\n")
  const returns = (plain === -1 ? header : header.subarray(0, plain)).indexOf("\r\n\r\n")
  return returns === -1 ? (plain === -1 ? undefined : plain + 2) : returns + 4
}

/** Where a message ends by its Content-Length (mboxcl, mboxcl2: bodies aren't quoted). */
const countedEnd = (buffer: Buffer, isEnd: boolean): number | "none" | "later" => {
  const header = endOfHeader(buffer)
  if (header === undefined) return isEnd || buffer.length >= maxHeader ? "none" : "later"
  const length = Number(
    /^content-length:[ \t]{0,20}(\d{1,9})[ \t]*\r?$/im.exec(
      buffer.toString("latin1", 0, header)
    )?.[1] ?? Number.NaN
  )
  if (Number.isNaN(length) || length > maxCounted) return "none"
  let end = header + length
  if (buffer.length < end + maxSeparator && !isEnd) return "later"
  // Of the body's last line, and the blank line before the separator.
  for (let blanks = 0; blanks < 2; blanks++) {
    if (buffer[end] === 13 && buffer[end + 1] === lineFeed) end += 2
    else if (buffer[end] === lineFeed) end += 1
  }
  return end === buffer.length || isSeparatorAt(buffer, end) ? end : "none"
}

/** `>From ` (mboxo) and `>>From ` (mboxrd). */
const unquoted = (message: Buffer): Buffer =>
  message.includes("\n>")
    ? Buffer.from(message.toString("latin1").replace(/^>(>{0,50}From )/gm, "$1"), "latin1")
    : message

/** The last blank line belongs to the mailbox. */
const trimmed = (message: Buffer): Buffer => {
  const before =
    message.at(-1) === lineFeed
      ? message.at(-2) === 13
        ? message.length - 2
        : message.length - 1
      : message.length
  return before > 0 && message[before - 1] === lineFeed ? message.subarray(0, before) : message
}

/** Whether a file that begins so is an mbox file. At least 1,100 bytes, unless it is shorter. */
export const isMbox = (beginning: Uint8Array): boolean => {
  const text = Buffer.from(beginning.subarray(0, maxSeparator + 100))
    .toString("latin1")
    .replace(/^(?:\u00ef\u00bb\u00bf)?[\r\n]{0,50}/, "")
  return separator.test(text.split("\n", 1)[0] ?? "")
}

/**
 * The messages of an mbox file: mboxo and mboxrd are unquoted, mboxcl and mboxcl2 are split by
 * their Content-Length. At most the first 256 KiB of each, with no more than 2 MiB in memory. What
 * is before the first separator counts for nothing.
 */
export const splitMbox = async function* (
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
): AsyncGenerator<Uint8Array, void> {
  // A line end before the first separator makes it like the others.
  let buffer: Buffer = Buffer.from("\n\n")
  /**
   * Of the message that is read, without what is in the buffer. Undefined before the first
   * separator.
   */
  let front: Buffer | undefined
  let isAtBegin = false
  let isFirst = true

  const take = (end: number): void => {
    if (front !== undefined && front.length < maxMessageBytes)
      front = Buffer.concat([
        front,
        buffer.subarray(0, Math.min(end, maxMessageBytes - front.length))
      ])
    buffer = buffer.subarray(end)
  }
  const begin = (): void => {
    const end = buffer.indexOf(lineFeed)
    buffer = buffer.subarray(end === -1 ? buffer.length : end + 1)
    front = Buffer.alloc(0)
    isAtBegin = true
  }

  const split = function* (isEnd: boolean): Generator<Uint8Array, void> {
    for (;;) {
      if (isAtBegin) {
        const end = countedEnd(buffer, isEnd)
        if (end === "later") return
        isAtBegin = false
        if (end !== "none") {
          const message = trimmed(buffer.subarray(0, end)).subarray(0, maxMessageBytes)
          // It shows that nothing was quoted.
          if (message.length > maxBlank)
            yield nextSeparator(message, 0, true) === "none"
              ? unquoted(message)
              : Buffer.from(message)
          buffer = buffer.subarray(end)
          if (buffer.length === 0) {
            front = undefined
            return
          }
          begin()
          continue
        }
      }
      const found = nextSeparator(buffer, 0, isEnd)
      if (typeof found === "number") {
        take(found)
        if (front !== undefined && front.length > maxBlank) yield unquoted(trimmed(front))
        begin()
        continue
      }
      if (isEnd) {
        take(buffer.length)
        if (front !== undefined && front.length > maxBlank) yield unquoted(trimmed(front))
      } else take(Math.max(0, buffer.length - maxSeparator - 100))
      return
    }
  }

  for await (const chunk of chunks) {
    const { buffer: memory, byteLength, byteOffset } = chunk
    const bytes = Buffer.from(memory, byteOffset, byteLength)
    const isMarked = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    isFirst = false
    buffer = Buffer.concat([buffer, isMarked ? bytes.subarray(3) : bytes])
    yield* split(false)
  }
  yield* split(true)
}
