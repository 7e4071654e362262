import { ValidationFailed } from "@telemark/contract"
import type { Steps } from "@telemark/core"
import { Result } from "effect"
import { shapeOf, type StringRange } from "./shape.js"

type Parsed = Result.Result<unknown, ValidationFailed>

const invalid = (reason: string): Parsed => Result.fail(ValidationFailed.at("body", reason))

/** Octets between two yields: decoding non-ASCII letters of this length takes 2 ms. */
const piece = 128 * 1024

const BACKSLASH = 0x5c
const LETTER_U = 0x75

/** With `ignoreBOM` false, a byte order mark is removed; do so only at the beginning of a body. */
const utf8 = (ignoreBOM = false) => new TextDecoder("utf-8", { fatal: true, ignoreBOM })

/** Where a piece that begins at `from` may end: after whole characters and whole escapes. */
const endOfPiece = (json: Uint8Array, from: number, end: number): number => {
  const least = from + piece
  if (least >= end) return end
  let at = from
  while (at < least) {
    const near = Math.min(least, at + 256)
    while (at < near) at += json[at] !== BACKSLASH ? 1 : json[at + 1] === LETTER_U ? 6 : 2
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
      const to = Math.min(from, at + piece)
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
 * long strings, such as files and html, are cut out and parsed separately; a body with too much
 * else is refused.
 */
export const parseLargeJson = function* (octets: Uint8Array): Steps<Parsed> {
  const { longStrings, problem } = yield* shapeOf(octets)
  if (problem !== undefined) return invalid(problem)
  try {
    return Result.succeed(yield* parse(octets, longStrings))
  } catch {
    return invalid("must be JSON in UTF-8")
  }
}

const decoder = utf8()

export const parseSmallJson = (octets: Uint8Array): Parsed => {
  try {
    return Result.succeed(JSON.parse(decoder.decode(octets)))
  } catch {
    return invalid("must be JSON in UTF-8")
  }
}
