import { PayloadTooLarge, ValidationFailed } from "@telemark/contract"
import { wakeable } from "@telemark/core"
import { Effect } from "effect"
import {
  announcedLength,
  type Body,
  type BodyBounds,
  drainMillis,
  joined,
  type ReadBody,
  smallBody,
  unread,
  type Unreadable
} from "../requests/IncomingRequest.js"

interface Part {
  readonly signal: AbortSignal
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
  readonly chunks: Array<Uint8Array>
  size: number
}

/** Whether the stream has ended within `upTo` octets. */
const readUpTo = async (part: Part, upTo: number): Promise<boolean> => {
  while (part.size <= upTo) {
    const next = await part.reader.read()
    if (next.done) return true
    part.size += next.value.length
    part.chunks.push(next.value)
  }
  return false
}

/** Fails when the client hangs up: not every host ends or breaks the body then. */
const read = (part: Part, upTo: number): Effect.Effect<boolean, ValidationFailed> =>
  wakeable((resume) => {
    const { signal } = part
    const onGone = (): void => {
      resume(unread)
    }
    if (signal.aborted) return onGone()
    signal.addEventListener("abort", onGone, { once: true })
    readUpTo(part, upTo)
      .then(
        (hasEnded) => {
          resume(Effect.succeed(hasEnded))
        },
        () => {
          resume(unread)
        }
      )
      .finally(() => {
        signal.removeEventListener("abort", onGone)
      })
  }, "microtask")

const throwAway = async ({ reader }: Part): Promise<void> => {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), drainMillis)
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client has gone.
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Discards what the client still sends: hosts on Node close the connection of a cancelled body, and
 * the answer may be lost.
 */
const refuse = <E>(part: Part, error: E): Effect.Effect<never, E> =>
  Effect.andThen(
    Effect.sync(() => void throwAway(part)),
    Effect.fail(error)
  )

const octetsOf = ({ chunks }: Part): Body => ({ _tag: "Octets", octets: joined(chunks) })

/** A small part at once, the rest once memory is granted for the largest permitted body. */
const readUnannounced = (
  part: Part,
  { max, reserveMemory }: BodyBounds
): Effect.Effect<Body, Unreadable> =>
  Effect.gen(function* () {
    if (yield* read(part, Math.min(smallBody, max))) return octetsOf(part)
    yield* Effect.catch(reserveMemory(max), (error) => refuse(part, error))
    return (yield* read(part, max)) ? octetsOf(part) : yield* refuse(part, new PayloadTooLarge())
  })

const tooLong = ValidationFailed.at("body", "must not be longer than its Content-Length says")

export const webBody =
  (request: Request): ReadBody =>
  (bounds) =>
    Effect.gen(function* () {
      const announced = announcedLength(request.headers.get("content-length"))
      if (announced !== undefined && announced > bounds.max) return yield* new PayloadTooLarge()
      // Read by other code; the result isn't accessible here.
      if (request.bodyUsed || request.body?.locked === true) return yield* unread
      if (request.body === null) return { _tag: "Octets", octets: new Uint8Array() }
      if (announced !== undefined) yield* bounds.reserveMemory(announced)
      const part: Part = {
        signal: request.signal,
        reader: request.body.getReader(),
        chunks: [],
        size: 0
      }
      if (announced === undefined) return yield* readUnannounced(part, bounds)
      return (yield* read(part, announced)) ? octetsOf(part) : yield* refuse(part, tooLong)
    })
