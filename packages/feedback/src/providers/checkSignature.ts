import { type Refused, refused } from "./FeedbackProvider.js"

/** How far a signed time may be from now, if a call that comes again is signed anew. */
export const toleranceMillis = 5 * 60 * 1000

/** Of a header field or a member with a signature, a time or an id. */
export const maxSignature = 4096

/** Epoch seconds, as they are signed: digits alone. */
export const secondsOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined

/** Refuses a signed time that is more than `maxAge` ago, or more than five minutes ahead. */
export const checkTime = (
  seconds: number,
  now: number,
  maxAge = toleranceMillis
): Refused | undefined => {
  const age = now - seconds * 1000
  if (age > maxAge) return refused("too_old")
  return age < -toleranceMillis ? refused("too_new") : undefined
}

/** Base64 without anything else. */
export const isBase64 = (text: string): boolean =>
  text.length <= maxSignature && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
