import { Effect } from "effect"
import { ValidationFailed } from "../Validation/index.js"

const longestKey = 255

/** Checks an Idempotency-Key: 1 to 255 characters that can stand in a header. */
export const checkIdempotencyKey = (key: string): Effect.Effect<string, ValidationFailed> =>
  key.length > 0 && key.length <= longestKey && !/\p{Cc}/u.test(key)
    ? Effect.succeed(key)
    : ValidationFailed.at("header.idempotency-key", `must be 1 to ${String(longestKey)} characters without control characters`)

/** A JSON value with the members of every object in the order of their names. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, canonical(item)]))
}

/** SHA-256 of a request in canonical form: by it a replay tells whether its body is the first one's. */
export const digestRequest = (request: unknown): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(canonical(request))))),
    (digest) => Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )
