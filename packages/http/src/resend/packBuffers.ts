import { COMMA, endOfString, QUOTE, type Steps, stretch } from "@telemark/core"
import { Buffer } from "node:buffer"

const isBlank = (octet: number | undefined): boolean =>
  octet === 0x20 || octet === 0x0a || octet === 0x0d || octet === 0x09

const opening = 0x5b
const closing = 0x5d
const colon = 0x3a
const zero = 0x30

/** Shorter ones are few values, which the parser takes as they are. */
const shortest = 1024

const member = Buffer.from('"data"')

const skipBack = (json: Uint8Array, from: number): number => {
  let at = from
  while (at >= 0 && isBlank(json[at])) at--
  return at
}

/** Whether the list that opens here is the member `data`. */
const isData = (json: Uint8Array, at: number): boolean => {
  const before = skipBack(json, at - 1)
  if (json[before] !== colon) return false
  const end = skipBack(json, before - 1) + 1
  return member.equals(json.subarray(Math.max(0, end - member.length), end))
}

const isDigit = (octet: number): boolean => octet >= zero && octet <= zero + 9

/** Whether so much of a list looks like numbers that reading it is worth its memory. */
const mayBeLong = (json: Uint8Array, from: number): boolean => {
  const end = from + shortest
  if (end > json.length) return false
  for (let at = from; at < end; at++) {
    const octet = json[at] ?? 0
    if (!isDigit(octet) && octet !== COMMA && !isBlank(octet)) return false
  }
  return true
}

interface Octets {
  readonly octets: Uint8Array
  readonly end: number
}

/** The octets of a list of numbers up to 255; undefined if it is another list. */
const readOctets = function* (json: Uint8Array, from: number): Steps<Octets | undefined> {
  let octets = Buffer.allocUnsafe(4096)
  let length = 0
  let value = -1
  for (let at = from, next = from + stretch; at < json.length; at++) {
    const octet = json[at] ?? 0
    if (isDigit(octet)) {
      value = Math.max(value, 0) * 10 + octet - zero
      if (value > 255) return undefined
    } else if (octet === COMMA || octet === closing) {
      if (value < 0) return undefined
      if (length === octets.length)
        octets = Buffer.concat([octets, Buffer.allocUnsafe(octets.length)])
      octets[length++] = value
      value = -1
      if (octet === closing) return { octets: octets.subarray(0, length), end: at + 1 }
    } else if (!isBlank(octet)) return undefined
    if (at > next) {
      yield
      next = at + stretch
    }
  }
  return undefined
}

/**
 * Older versions of the SDK send a file as `JSON.stringify` writes a Buffer: a list of millions of
 * numbers, each a value to the parser. They are put into base64 before it, in steps of a few
 * milliseconds.
 */
export const packBuffers = function* (json: Uint8Array): Steps<Uint8Array> {
  const pieces: Array<Uint8Array> = []
  let kept = 0
  for (let at = 0, next = stretch; at < json.length; at++) {
    const octet = json[at]
    if (octet === QUOTE) at = yield* endOfString(json, at + 1)
    else if (octet === opening && isData(json, at)) {
      const found = mayBeLong(json, at + 1) ? yield* readOctets(json, at + 1) : undefined
      if (found !== undefined) {
        pieces.push(
          json.subarray(kept, at),
          Buffer.from(`"${Buffer.from(found.octets).toString("base64")}"`, "latin1")
        )
        kept = found.end
        at = found.end - 1
      }
    }
    if (at > next) {
      yield
      next = at + stretch
    }
  }
  return pieces.length === 0 ? json : Buffer.concat([...pieces, json.subarray(kept)])
}
