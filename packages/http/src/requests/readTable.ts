import { ValidationFailed } from "@telemark/contract"
import type { Steps } from "@telemark/core"
import { Effect, Result } from "effect"
import type { IncomingRequest, Unreadable } from "./IncomingRequest.js"
import { readBodyOf, type ReadOptions, valueOf } from "./readJson.js"

type Parsed = Result.Result<unknown, ValidationFailed>

const invalid = (reason: string): Parsed => Result.fail(ValidationFailed.at("body", reason))

const notJson = invalid("must be JSON in UTF-8")
const otherShape = invalid("must be an object with one list of flat objects")

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

const isOpening = (octet: number): boolean => octet === 0x5b || octet === 0x7b
const isClosing = (octet: number): boolean => octet === 0x5d || octet === 0x7d

/** Octets of rows that are parsed at once, in one or two milliseconds. */
const piece = 64 * 1024

/** The most octets of one row, and of all that isn't a row. */
const maxOther = 64 * 1024

/**
 * Of an object with a list, the list's levels: 1 is the object, 2 the list, 3 a row, and 4 what a
 * row may contain.
 */
const maxDepth = 4

/**
 * Parses an object with one long list of small rows in steps. `JSON.parse` takes 100,000 rows in
 * 100 ms, without a break; here each call of it gets some of them. Whatever else is in the object
 * must be short.
 */
export const parseJsonRows = function* (octets: Uint8Array): Steps<Parsed> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const textOf = (from: number, end: number): string => decoder.decode(octets.subarray(from, end))
  const rows: Array<unknown> = []
  let depth = 0
  let isInString = false
  /** Where the list begins and ends, and the rows that aren't parsed yet. */
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
        if (depth > maxDepth) return otherShape
        if (depth === 2 && octet === 0x5b && begin === -1) from = previous = (begin = at) + 1
      } else if (isClosing(octet)) {
        if (depth === 2 && begin !== -1 && end === -1) end = at
        depth--
      } else if (octet === COMMA && depth === 2 && begin !== -1 && end === -1) {
        if (at - from >= piece) {
          rows.push(...(JSON.parse(`[${textOf(from, at)}]`) as ReadonlyArray<unknown>))
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
      return begin === -1 && octets.length <= maxOther
        ? Result.succeed(JSON.parse(textOf(0, octets.length)))
        : notJson
    if (begin + octets.length - end > maxOther || end - previous > maxOther) return otherShape
    const rest = textOf(from, end)
    // Nothing but blanks is an empty list, unless rows were parsed before: then a comma is too
    // many.
    rows.push(
      ...(JSON.parse(
        rest.trim() === "" && rows.length > 0 ? "[," : `[${rest}]`
      ) as ReadonlyArray<unknown>)
    )
    yield
    const mark = globalThis.crypto.randomUUID()
    const whole = JSON.parse(
      `${textOf(0, begin)}["${mark}"]${textOf(end + 1, octets.length)}`
    ) as Record<string, unknown>
    for (const [name, value] of Object.entries(whole)) {
      // Assigning a member called `__proto__` would lose it.
      if (Array.isArray(value) && value[0] === mark)
        Object.defineProperty(whole, name, {
          value: rows,
          enumerable: true,
          configurable: true,
          writable: true
        })
    }
    return Result.succeed(whole)
  } catch {
    return notJson
  }
}

const isOfType = (contentType: string | undefined, type: string): boolean =>
  contentType?.split(";")[0]?.trim().toLowerCase() === type

/**
 * The body of an operation that takes a table: octets of the other type as they are, for core to
 * read, or the value of a JSON body.
 */
export const readTable = (
  request: IncomingRequest,
  type: string,
  bounds: ReadOptions
): Effect.Effect<unknown, Unreadable | ValidationFailed> => {
  const contentType = request.parts.header("content-type")
  return Effect.flatMap(
    readBodyOf(request, bounds),
    (body): Effect.Effect<unknown, ValidationFailed> => {
      if (!isOfType(contentType, type)) return valueOf(contentType, body, parseJsonRows)
      return Effect.succeed(body._tag === "Octets" ? body.octets : body.value)
    }
  )
}
