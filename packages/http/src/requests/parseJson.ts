import { ValidationFailed } from "@telemark/contract"
import type { Steps } from "@telemark/core"
import { Result } from "effect"
import { BACKSLASH, COMMA, isClosing, isOpening, QUOTE, shapeOf } from "./shape.js"

type Parsed = Result.Result<unknown, ValidationFailed>

const invalid = (reason: string): Parsed => Result.fail(ValidationFailed.at("body", reason))
const notJson = invalid("must be JSON in UTF-8")
const otherShape = invalid("must be an object with one list of flat objects")

const makeDecoder = () => new TextDecoder("utf-8", { fatal: true })

/** Octets between two yields: decoding non-ASCII letters of this length takes 2 ms. */
const decodedAtOnce = 128 * 1024

/**
 * Parses a large body: checks its shape and decodes it in steps, as these may take 100 ms. What
 * `JSON.parse` then takes at once is bounded by the shape: 11 ms for a file of 10 MiB, 47 ms for 7
 * million escapes.
 */
export const parseLargeJson = function* (octets: Uint8Array): Steps<Parsed> {
  const problem = yield* shapeOf(octets)
  if (problem !== undefined) return invalid(problem)
  const decoder = makeDecoder()
  let text = ""
  try {
    for (let at = 0; at < octets.length; at += decodedAtOnce) {
      text += decoder.decode(octets.subarray(at, at + decodedAtOnce), { stream: true })
      yield
    }
    return Result.succeed(JSON.parse(text + decoder.decode()))
  } catch {
    return notJson
  }
}

const decoder = makeDecoder()

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
  const textOf = (from: number, end: number): string => decoder.decode(octets.subarray(from, end))
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
