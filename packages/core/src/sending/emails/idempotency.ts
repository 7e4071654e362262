import { ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { inTimeSlices, type Steps } from "../../kernel/timeSlices.js"
import type { Attachment } from "../../delivery/message/Message.js"
import { idempotencyMillis, type PreparedSend, type Replay } from "./PreparedSend.js"

const maxKeyLength = 255

/** 1 to 255 characters that are valid in a header. */
export const checkIdempotencyKey = (key: string): Effect.Effect<string, ValidationFailed> =>
  key.length > 0 && key.length <= maxKeyLength && !/\p{Cc}/u.test(key)
    ? Effect.succeed(key)
    : ValidationFailed.at(
        "header.idempotency-key",
        `must be 1 to ${String(maxKeyLength)} characters without control characters`
      )

/** The key of a batch entry. It contains a control character, so it can't equal a caller's key. */
export const keyOfEntry = (key: string, index: number): string => `${key}\u001f${String(index)}`

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonical(item)])
  )
}

function* encode(value: unknown): Steps<Uint8Array> {
  return new TextEncoder().encode(JSON.stringify(canonical(value)))
}

/** Octets that are hashed in a tenth of a millisecond: Web Crypto takes more to begin. */
const maxAtOnce = 64 * 1024

/**
 * The cast is safe: Web Crypto rejects views of shared memory, which is all that its type rules
 * out.
 */
const sha256 = (octets: Uint8Array): Effect.Effect<string> =>
  octets.length <= maxAtOnce
    ? Effect.succeed(hash("sha256", octets, "hex"))
    : Effect.map(
        Effect.promise(() =>
          globalThis.crypto.subtle.digest("SHA-256", octets as Uint8Array<ArrayBuffer>)
        ),
        (digest) =>
          Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
      )

/**
 * SHA-256 of a request in canonical form, to compare the body of a repeated send. Files are
 * represented by digests of their octets, so that the encoding of a file doesn't matter and
 * megabytes aren't copied.
 */
export const digestRequest = (
  request: { readonly attachments?: unknown; readonly raw?: unknown },
  attachments: ReadonlyArray<Attachment>
): Effect.Effect<string> =>
  Effect.gen(function* () {
    const files = yield* Effect.forEach(attachments, ({ content, ...info }) =>
      Effect.map(sha256(content), (digest) => ({ ...info, content: digest }))
    )
    const whole = files.length === 0 ? request : { ...request, attachments: files }
    return yield* sha256(yield* inTimeSlices(() => encode(whole)))
  })

/** With its time, in epoch milliseconds. */
export interface FirstUse extends Replay {
  readonly created_at: number
}

export const idempotencyKey = (tenantId: string, key: string): string => `${tenantId} ${key}`

/** Whether a send with a used key gets the first result: for `idempotencyMillis` after it. */
export const isReplayed = (
  { created_at }: Pick<PreparedSend, "created_at">,
  firstUse: Pick<FirstUse, "created_at">
): boolean => created_at - firstUse.created_at < idempotencyMillis
