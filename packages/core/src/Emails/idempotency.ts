import { ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"
import { inTimeSlices, type Steps } from "../TimeSlices/index.js"
import type { Attachment } from "./Attachment.js"

const maxKeyLength = 255

/** Checks an Idempotency-Key: 1 to 255 characters that can stand in a header. */
export const checkIdempotencyKey = (key: string): Effect.Effect<string, ValidationFailed> =>
  key.length > 0 && key.length <= maxKeyLength && !/\p{Cc}/u.test(key)
    ? Effect.succeed(key)
    : ValidationFailed.at("header.idempotency-key", `must be 1 to ${String(maxKeyLength)} characters without control characters`)

/** The key of an entry of a batch. No key that is given can be the same: those have no control characters. */
export const keyOfEntry = (key: string, index: number): string => `${key}\u001f${String(index)}`

/** A JSON value with the members of every object in the order of their names. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, canonical(item)]))
}

function* encode(value: unknown): Steps<Uint8Array> {
  return new TextEncoder().encode(JSON.stringify(canonical(value)))
}

/** Web Crypto takes no view of shared memory, which is all that its type rules out. */
const sha256 = (octets: Uint8Array): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => globalThis.crypto.subtle.digest("SHA-256", octets as Uint8Array<ArrayBuffer>)),
    (digest) => Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )

/**
 * SHA-256 of a request in canonical form: by it a replay tells whether its body is the first one's. Of files, only the digests
 * of their octets go into it, so that the same file is the same however it is written, and megabytes aren't copied.
 */
export const digestRequest = (
  request: { readonly attachments?: unknown },
  attachments: ReadonlyArray<Attachment>
): Effect.Effect<string> =>
  Effect.gen(function*() {
    const files = yield* Effect.forEach(attachments, ({ content, ...info }) => Effect.map(sha256(content), (digest) => ({ ...info, content: digest })))
    const whole = files.length === 0 ? request : { ...request, attachments: files }
    return yield* sha256(yield* inTimeSlices(() => encode(whole)))
  })
