import { PayloadTooLarge, ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"
import { announcedLength, type Body, type BodyBounds, type ReadBody, smallBody, type Unreadable } from "../Requests/index.js"
import { drainMillis, joined, unread } from "./arriving.js"

interface Part {
  readonly signal: AbortSignal
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
  readonly chunks: Array<Uint8Array>
  size: number
}

/** Reads on until a stream ends or more than `upTo` octets of it are there; whether it has ended. */
const readUpTo = async (part: Part, upTo: number): Promise<boolean> => {
  while (part.size <= upTo) {
    const next = await part.reader.read()
    if (next.done) return true
    part.size += next.value.length
    part.chunks.push(next.value)
  }
  return false
}

/** Reads for as long as the client is there: that its body ends or breaks when it hangs up is up to the host. */
const read = (part: Part, upTo: number): Effect.Effect<boolean, ValidationFailed> =>
  Effect.async((resume) => {
    const { signal } = part
    const onGone = (): void => { resume(unread) }
    if (signal.aborted) return onGone()
    signal.addEventListener("abort", onGone, { once: true })
    readUpTo(part, upTo)
      .then((hasEnded) => { resume(Effect.succeed(hasEnded)) }, () => { resume(unread) })
      .finally(() => { signal.removeEventListener("abort", onGone) })
  })

/** Reads on for a while, for nothing. */
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
 * Ends with an error whose client is to send no more. What it still sends is thrown away: cancelled, a body that hosts on Node have
 * in hand takes its connection along, and the client might never see the answer.
 */
const refuse = <E>(part: Part, error: E): Effect.Effect<never, E> =>
  Effect.zipRight(Effect.sync(() => void throwAway(part)), Effect.fail(error))

const octetsOf = ({ chunks }: Part): Body => ({ _tag: "Octets", octets: joined(chunks) })

/** A body whose length isn't known beforehand: a little of it is read, and the rest where there is room for all that it may be. */
const readUnannounced = (part: Part, { max, takeRoom }: BodyBounds): Effect.Effect<Body, Unreadable> =>
  Effect.gen(function*() {
    if (yield* read(part, smallBody)) return octetsOf(part)
    yield* Effect.catchAll(takeRoom(max), (error) => refuse(part, error))
    return (yield* read(part, max)) ? octetsOf(part) : yield* refuse(part, new PayloadTooLarge())
  })

const tooLong = ValidationFailed.at("body", "must not be longer than its Content-Length says")

/** The body of a web request, as far as the limit allows. */
export const webBody = (request: Request): ReadBody => (bounds) =>
  Effect.gen(function*() {
    const announced = announcedLength(request.headers.get("content-length"))
    if (announced !== undefined && announced > bounds.max) return yield* new PayloadTooLarge()
    // Somebody in front has read it: what they made of it is with them.
    if (request.bodyUsed || request.body?.locked === true) return yield* unread
    if (request.body === null) return { _tag: "Octets", octets: new Uint8Array() }
    if (announced !== undefined) yield* bounds.takeRoom(announced)
    const part: Part = { signal: request.signal, reader: request.body.getReader(), chunks: [], size: 0 }
    if (announced === undefined) return yield* readUnannounced(part, bounds)
    return (yield* read(part, announced)) ? octetsOf(part) : yield* refuse(part, tooLong)
  })
