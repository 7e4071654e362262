import { ValidationFailed } from "@telemark/contract"
import { Result } from "effect"
import type { Steps } from "../timeSlices.js"
import {
  BACKSLASH,
  COMMA,
  isClosing,
  isOpening,
  QUOTE,
  shapeOf,
  type StringRange
} from "./shape.js"

type Parsed = Result.Result<unknown, ValidationFailed>

const invalid = (reason: string): Parsed => Result.fail(ValidationFailed.at("body", reason))
const notJson = invalid("must be JSON in UTF-8")
const otherShape = invalid("must be an object with one list of flat objects")

/** Octets between two yields: decoding non-ASCII letters of this length takes 2 ms. */
const parsedAtOnce = 128 * 1024

/** With `ignoreBOM` false, a byte order mark is removed; do so only at the beginning of a body. */
const utf8 = (ignoreBOM = false) => new TextDecoder("utf-8", { fatal: true, ignoreBOM })

/** Where a piece that begins at `from` may end: after whole characters and whole escapes. */
const endOfPiece = (json: Uint8Array, from: number, end: number): number => {
  const least = from + parsedAtOnce
  if (least >= end) return end
  let at = from
  while (at < least) {
    const near = Math.min(least, at + 256)
    while (at < near) at += json[at] !== BACKSLASH ? 1 : json[at + 1] === 0x75 ? 6 : 2
    if (at >= least) break
    const escape = json.subarray(at, least).indexOf(BACKSLASH)
    at = escape === -1 ? least : at + escape
  }
  // Continuation octets of a character (RFC 3629).
  while (at < end && ((json[at] ?? 0) & 0xc0) === 0x80) at++
  return Math.min(at, end)
}

const readString = function* (json: Uint8Array, { end, from }: StringRange): Steps<string> {
  const decoder = utf8(true)
  let text = ""
  for (let at = from; at < end;) {
    const to = endOfPiece(json, at, end)
    text += JSON.parse(`"${decoder.decode(json.subarray(at, to))}"`) as string
    at = to
    yield
  }
  return text
}

/** Decodes a text in pieces, with marks instead of the long strings. */
const readRest = function* (
  json: Uint8Array,
  kept: ReadonlyArray<StringRange>,
  marks: ReadonlyArray<string>
): Steps<string> {
  const decoder = utf8()
  let text = ""
  let at = 0
  for (const [index, { end, from }] of [
    ...kept,
    { from: json.length, end: json.length }
  ].entries()) {
    while (at < from) {
      const to = Math.min(from, at + parsedAtOnce)
      text += decoder.decode(json.subarray(at, to), { stream: true })
      at = to
      yield
    }
    text += marks[index] ?? ""
    at = end
  }
  return text + decoder.decode()
}

type Container = Record<string, unknown>

/**
 * Replaces marks with their long strings. Visits the values one by one until all marks are found.
 */
const putBack = (whole: unknown, strings: Map<string, string>): unknown => {
  const root: Container = { whole }
  const rest: Array<Container> = [root]
  for (let next = rest.pop(); next !== undefined && strings.size > 0; next = rest.pop()) {
    for (const name of Object.keys(next)) {
      const value = next[name]
      const text = typeof value === "string" ? strings.get(value) : undefined
      if (text !== undefined) {
        strings.delete(value as string)
        // Assigning a member called `__proto__` would lose it.
        Object.defineProperty(next, name, {
          value: text,
          enumerable: true,
          configurable: true,
          writable: true
        })
      } else if (typeof value === "object" && value !== null) rest.push(value as Container)
    }
  }
  return root["whole"]
}

const parse = function* (
  json: Uint8Array,
  longStrings: ReadonlyArray<StringRange>
): Steps<unknown> {
  // Callers can't guess it, so they can't forge a mark.
  const secret = globalThis.crypto.randomUUID()
  const marks = longStrings.map((_, index) => `${secret}:${String(index)}`)
  const rest = yield* readRest(json, longStrings, marks)
  yield
  const whole: unknown = JSON.parse(rest)
  const strings = new Map<string, string>()
  for (const [index, range] of longStrings.entries())
    strings.set(marks[index] ?? "", yield* readString(json, range))
  yield
  return strings.size === 0 ? whole : putBack(whole, strings)
}

/**
 * Parses a large body in steps of a few milliseconds. To bound what `JSON.parse` takes at once,
 * long strings, such as files and html, are cut out and parsed in pieces: 15 MiB of escapes took it
 * 180 ms.
 */
export const parseLargeJson = function* (octets: Uint8Array): Steps<Parsed> {
  const { longStrings, problem } = yield* shapeOf(octets)
  if (problem !== undefined) return invalid(problem)
  try {
    return Result.succeed(yield* parse(octets, longStrings))
  } catch {
    return notJson
  }
}

const decoder = utf8()
const pieceDecoder = utf8(true)

export const parseSmallJson = (octets: Uint8Array): Parsed => {
  try {
    return Result.succeed(JSON.parse(decoder.decode(octets)))
  } catch {
    return notJson
  }
}

/** Octets of rows that are parsed at once, in one or two milliseconds. */
const piece = 64 * 1024

/** The most octets of one row, and of all that isn't a row. */
const maxOther = 64 * 1024

/** 1 is the object, 2 the list, 3 a row, 4 what a row may contain. */
const maxRowDepth = 4

/**
 * Parses an object with one long list of small rows in steps: `JSON.parse` takes 100,000 in 100 ms.
 * Whatever else is in the object must be short.
 */
export const parseJsonRows = function* (octets: Uint8Array): Steps<Parsed> {
  // Only the whole may begin with a byte order mark, not each piece.
  const textOf = (from: number, end: number): string =>
    (from === 0 ? decoder : pieceDecoder).decode(octets.subarray(from, end))
  const rows: Array<unknown> = []
  const addRows = (text: string): unknown =>
    rows.push(...(JSON.parse(`[${text}]`) as ReadonlyArray<unknown>))
  let depth = 0
  let isInString = false
  /** The list, and the rows that aren't parsed yet. */
  let begin = -1
  let end = -1
  let from = 0
  let previous = 0
  try {
    for (let at = 0, next = piece; at < octets.length; at++) {
      const octet = octets[at] ?? 0
      if (isInString) {
        if (octet === BACKSLASH) at++
        else if (octet === QUOTE) isInString = false
      } else if (octet === QUOTE) isInString = true
      else if (isOpening(octet)) {
        depth++
        if (depth > maxRowDepth) return otherShape
        if (depth === 2 && octet === 0x5b && begin === -1) from = previous = (begin = at) + 1
      } else if (isClosing(octet)) {
        if (depth === 2 && begin !== -1 && end === -1) end = at
        depth--
      } else if (octet === COMMA && depth === 2 && begin !== -1 && end === -1) {
        if (at - from >= piece) {
          addRows(textOf(from, at))
          from = at + 1
        }
        if (at - previous > maxOther) return otherShape
        previous = at
      }
      if (at > next) {
        yield
        next = at + piece
      }
    }
    if (end === -1)
      return begin === -1 && octets.length <= maxOther ? parseSmallJson(octets) : notJson
    if (begin + octets.length - end > maxOther || end - previous > maxOther) return otherShape
    const rest = textOf(from, end)
    // Blanks are an empty list, unless rows were parsed before: then a comma is too many.
    addRows(rest.trim() === "" && rows.length > 0 ? "," : rest)
    yield
    const mark = globalThis.crypto.randomUUID()
    return Result.succeed(
      JSON.parse(
        `${textOf(0, begin)}"${mark}"${textOf(end + 1, octets.length)}`,
        (_, value: unknown) => (value === mark ? rows : value)
      )
    )
  } catch {
    return notJson
  }
}
