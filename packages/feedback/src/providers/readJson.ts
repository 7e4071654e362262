import { isObject, maxBodyOctets } from "@telemark/contract"

/** Of a webhook's body. */
export const maxFeedbackBytes = maxBodyOctets.feedbackCall

const maxNesting = 32
const maxShownText = 1000

export type JsonObject = Readonly<Record<string, unknown>>

const quote = 0x22
const backslash = 0x5c

// `[` and `{`, and `]` and `}`, differ in one bit. Sets took six times as long.
const isOpening = (code: number): boolean => (code | 0x20) === 0x7b
const isClosing = (code: number): boolean => (code | 0x20) === 0x7d

/** It would overflow the stack of whatever walks the value. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  let isInText = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isInText) {
      if (code === backslash) index++
      else if (code === quote) isInText = false
    } else if (code === quote) isInText = true
    else if (isOpening(code) && ++depth > maxNesting) return true
    else if (isClosing(code)) depth--
  }
  return false
}

/** Undefined if it is no JSON, or nested more than 32 deep. */
export const parseJson = (text: string): unknown => {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined if it isn't UTF-8. */
export const decodeText = (body: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

export const isTooLarge = (body: Uint8Array): boolean => body.byteLength > maxFeedbackBytes

export const objectOf = (value: unknown): JsonObject | undefined =>
  isObject(value) ? value : undefined

/** Its prototype's are none. */
export const member = (value: unknown, name: string): unknown => {
  const object = objectOf(value)
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined
}

/** Such as `message.headers.message-id`. */
export const inside = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce(member, value)

export const booleanOf = (value: unknown): boolean | undefined =>
  typeof value === "boolean" ? value : undefined

export const listOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : []

/**
 * At most `limit` characters. Without control characters and halves of characters, which no
 * database takes.
 */
export const textOf = (value: unknown, limit: number): string | undefined =>
  typeof value === "string" &&
  value !== "" &&
  value.length <= limit &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value)
    ? value
    : undefined

/** Most texts don't have more than single spaces, and replacing takes long. */
const uneven = /\p{Cc}|[^\S ]| {2}/u

/** For people, such as a reply or a user agent: on one line, cut at 1,000 characters. */
export const shownText = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined
  const start = value.slice(0, 4 * maxShownText)
  const line = (uneven.test(start) ? start.replace(/[\p{Cc}\s]+/gu, " ") : start)
    .trim()
    .slice(0, maxShownText)
  return line === "" ? undefined : line.toWellFormed()
}

/** It may be written as a number. */
export const idText = (value: unknown): string | undefined =>
  typeof value === "number" && Number.isFinite(value) ? String(value) : textOf(value, 998)

const instant = (millis: number): number | undefined =>
  Number.isFinite(millis) && millis >= 0 && millis <= 8.64e15 ? Math.floor(millis) : undefined

const numberOf = (value: unknown): number =>
  typeof value === "number"
    ? value
    : typeof value === "string" && /^\d{1,16}(?:\.\d{1,9})?$/.test(value)
      ? Number(value)
      : Number.NaN

/** Epoch milliseconds; seconds may be fractional or written as text. */
export const fromSeconds = (value: unknown): number | undefined => instant(numberOf(value) * 1000)

export const fromMillis = (value: unknown): number | undefined => instant(numberOf(value))

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** ISO 8601 with its offset. */
export const fromIsoDate = (value: unknown): number | undefined =>
  typeof value === "string" && isoDate.test(value) ? instant(Date.parse(value)) : undefined
