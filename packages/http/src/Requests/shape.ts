/** How deep lists and objects may stand in each other. */
export const deepest = 128

/** How many values a body may hold. Whatever looks at a million of them, one by one, keeps the process busy for seconds. */
export const mostValues = 100_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

const isOpening = (octet: number): boolean => octet === 0x5b || octet === 0x7b
const isClosing = (octet: number): boolean => octet === 0x5d || octet === 0x7d

const shortString = 64

/** Where a string goes on or ends: behind its part that was looked at octet by octet, up to `end`. */
const scanString = (json: Uint8Array, from: number, end: number): number => {
  let at = from
  for (; at < end && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++
  return at
}

/**
 * The index of the quote that ends the string beginning before `from`; the end of the text if there is none. In long strings the
 * platform looks for it: 15 MiB of a file in base64 take 1 ms in place of 46.
 */
const endOfString = (json: Uint8Array, from: number): number => {
  const end = Math.min(json.length, from + shortString)
  const at = scanString(json, from, end)
  if (at < end) return at
  const quote = json.indexOf(QUOTE, at)
  if (quote === -1) return json.length
  return json[quote - 1] === BACKSLASH ? scanString(json, at, json.length) : quote
}

/**
 * What is wrong with JSON before it is parsed: 5 MiB of nothing but brackets take the parser a second, and what comes
 * after it longer still. Reading 5 MiB once takes 15 ms at most.
 */
export const shapeProblem = (json: Uint8Array): string | undefined => {
  let depth = 0
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const octet = json[at] ?? 0
    if (octet === QUOTE) at = endOfString(json, at + 1)
    else if (octet === COMMA) values++
    else if (isOpening(octet)) {
      values++
      if (++depth > deepest) return `must not nest deeper than ${String(deepest)} levels`
    } else if (isClosing(octet)) depth--
    if (values > mostValues) return `must hold at most ${String(mostValues)} values`
  }
  return undefined
}
