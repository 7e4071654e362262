import type { Steps } from "../timeSlices.js"

export const maxDepth = 128

/** Code that visits a million values blocks the process for seconds. */
export const maxValues = 100_000

/** In all objects of a body. The parser takes ten times as long for one as for an array element. */
export const maxObjectMembers = 20_000

/** Strings of this many octets and more are parsed by themselves. */
export const longString = 16 * 1024

/** Octets besides long strings: 13 ms of parsing. */
export const maxOutsideStrings = 4 * 1024 * 1024

export const QUOTE = 0x22
export const BACKSLASH = 0x5c
export const COMMA = 0x2c
const COLON = 0x3a

export const isOpening = (octet: number): boolean => octet === 0x5b || octet === 0x7b
export const isClosing = (octet: number): boolean => octet === 0x5d || octet === 0x7d

const shortString = 64

/** 1 to 2 ms. */
export const stretch = 256 * 1024

export interface ShapeBounds {
  readonly values: number
  readonly members: number
  readonly octetsOutsideStrings: number
}

const defaultBounds: ShapeBounds = {
  values: maxValues,
  members: maxObjectMembers,
  octetsOutsideStrings: maxOutsideStrings
}

/**
 * The quote that ends a string, or the text's length. `indexOf` skips stretches without escapes: 15
 * MiB of base64 take 2 ms instead of 46.
 */
export const endOfString = function* (json: Uint8Array, from: number): Steps<number> {
  let at = from
  for (let quote = -1, next = at + stretch; ;) {
    const near = Math.min(json.length, at + shortString)
    for (; at < near && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++
    if (at >= json.length) return json.length
    if (at < near) return at
    if (quote < at) quote = json.indexOf(QUOTE, at)
    if (quote === -1) return json.length
    // Only up to the quote: else each of many strings would be searched to the end of the body.
    const backslash = json.subarray(at, quote).indexOf(BACKSLASH)
    if (backslash === -1) return quote
    at += backslash
    if (at > next) {
      yield
      next = at + stretch
    }
  }
}

const afterBlanks = (json: Uint8Array, from: number): number | undefined => {
  let at = from
  while (json[at] === 0x20 || json[at] === 0x0a || json[at] === 0x0d || json[at] === 0x09) at++
  return json[at]
}

/** The octets of a string, without its quotes. */
export interface StringRange {
  readonly from: number
  readonly end: number
}

interface Shape {
  readonly problem: string | undefined
  readonly longStrings: ReadonlyArray<StringRange>
}

const refused = (problem: string): Shape => ({ problem, longStrings: [] })

/**
 * What is wrong with a body, and where its long strings are, before it is parsed: 5 MiB of brackets
 * take the parser a second, and later code even longer.
 */
export const shapeOf = function* (
  json: Uint8Array,
  bounds: ShapeBounds = defaultBounds
): Steps<Shape> {
  const longStrings: Array<StringRange> = []
  let beside = json.length
  let depth = 0
  let values = 0
  let members = 0
  for (let at = 0, next = stretch; at < json.length; at++) {
    const octet = json[at] ?? 0
    if (octet === QUOTE) {
      const from = at + 1
      at = yield* endOfString(json, from)
      if (at - from >= longString && afterBlanks(json, at + 1) !== COLON) {
        longStrings.push({ from, end: at })
        beside -= at - from
      }
    } else if (octet === COMMA) values++
    else if (octet === COLON) members++
    else if (isOpening(octet)) {
      values++
      if (++depth > maxDepth) return refused(`must not nest deeper than ${String(maxDepth)} levels`)
    } else if (isClosing(octet)) depth--
    if (values > bounds.values) return refused(`must have at most ${String(bounds.values)} values`)
    if (members > bounds.members)
      return refused(`must have at most ${String(bounds.members)} members in all of its objects`)
    if (at > next) {
      yield
      next = at + stretch
    }
  }
  return beside > bounds.octetsOutsideStrings
    ? refused(
        `must have at most ${String(bounds.octetsOutsideStrings)} octets, not counting strings of ${String(longString)} octets and more`
      )
    : { problem: undefined, longStrings }
}
