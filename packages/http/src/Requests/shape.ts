import type { Steps } from "@telemark/core"

/** How deep lists and objects may stand in each other. */
export const deepest = 128

/** How many values a body may hold. Whatever looks at a million of them, one by one, keeps the process busy for seconds. */
export const maxValues = 100_000

/** How many members its objects may have together. The parser takes ten times as long for one as for a value in a list. */
export const maxMembers = 20_000

/** From this length on, in octets, the strings of a body are read by themselves. */
export const longString = 16 * 1024

/** How many octets a body may have beside its long strings. The parser takes all of it in one go. */
export const maxBesideLongStrings = 4 * 1024 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a

const isOpening = (octet: number): boolean => octet === 0x5b || octet === 0x7b
const isClosing = (octet: number): boolean => octet === 0x5d || octet === 0x7d

const shortString = 64

/** Octets from one yield to the next, which take a millisecond or two. */
const stretch = 256 * 1024

/** What stands between the quotes of a string: from its first octet to behind its last one. */
export interface StringRange {
  readonly from: number
  readonly end: number
}

/** What is known of JSON before it is parsed. */
export interface Shape {
  readonly problem: string | undefined
  /** In their order; those that may be names of members are left out. */
  readonly longStrings: ReadonlyArray<StringRange>
}

/**
 * The index of the quote that ends the string beginning at `from`; the end of the text if there is none. Where nothing is escaped for a
 * while, the platform looks for it: 15 MiB of a file in base64 take 2 ms in place of 46.
 */
const endOfString = function*(json: Uint8Array, from: number): Steps<number> {
  let at = from
  for (let quote = -1, next = at + stretch;;) {
    const near = Math.min(json.length, at + shortString)
    for (; at < near && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++
    if (at >= json.length) return json.length
    if (at < near) return at
    if (quote < at) quote = json.indexOf(QUOTE, at)
    if (quote === -1) return json.length
    // Not beyond the quote: of many strings, each would be looked for to the end of the body.
    const backslash = json.subarray(at, quote).indexOf(BACKSLASH)
    if (backslash === -1) return quote
    at += backslash
    if (at > next) {
      yield
      next = at + stretch
    }
  }
}

/** The first octet at or behind `from` that is no blank. */
const afterBlanks = (json: Uint8Array, from: number): number | undefined => {
  let at = from
  while (json[at] === 0x20 || json[at] === 0x0a || json[at] === 0x0d || json[at] === 0x09) at++
  return json[at]
}

/**
 * What is wrong with JSON, and where its long strings stand, before it is parsed: 5 MiB of nothing but brackets take the parser a
 * second, and what comes after it longer still.
 */
export const shapeOf = function*(json: Uint8Array): Steps<Shape> {
  const longStrings: Array<StringRange> = []
  let beside = json.length
  let depth = 0
  let values = 0
  let members = 0
  const refused = (problem: string): Shape => ({ problem, longStrings: [] })
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
      if (++depth > deepest) return refused(`must not nest deeper than ${String(deepest)} levels`)
    } else if (isClosing(octet)) depth--
    if (values > maxValues) return refused(`must hold at most ${String(maxValues)} values`)
    if (members > maxMembers) return refused(`must have at most ${String(maxMembers)} members in all of its objects`)
    if (at > next) {
      yield
      next = at + stretch
    }
  }
  return beside > maxBesideLongStrings
    ? refused(`must have at most ${String(maxBesideLongStrings)} octets beside strings of ${String(longString)} octets and more`)
    : { problem: undefined, longStrings }
}
