import {
  type EmailEvent,
  type NamedOperation,
  type Operation,
  StorageError
} from "@telemark/contract"
import { TooSlow, type WatchedEvents } from "@telemark/core"
import { Effect } from "effect"
import { type Answer, type BodyStream, headersOfWarnings } from "../Answer.js"

type Produced = AsyncIterable<string | ReadonlyArray<EmailEvent>>

const comeBackAfter = 2000

const prefaceOf = ({ startsAfter }: Partial<WatchedEvents>): string =>
  `retry: ${String(comeBackAfter)}\n${startsAfter === undefined ? "" : `id: ${startsAfter}\n`}\n`

const heartbeat = ": still here\n\n"

const fieldsOf = (event: EmailEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

const encoder = new TextEncoder()

/** All who watch a tenant's events get the same lists: each is encoded once. */
const encoded = new WeakMap<ReadonlyArray<EmailEvent>, Uint8Array>()

const encodeEvents = (events: ReadonlyArray<EmailEvent>): Uint8Array | string => {
  if (events.length === 0) return heartbeat
  const known = encoded.get(events)
  if (known !== undefined) return known
  const octets = encoder.encode(events.map(fieldsOf).join(""))
  encoded.set(events, octets)
  return octets
}

const encodePiece = (piece: string | ReadonlyArray<EmailEvent>): Uint8Array | string =>
  typeof piece === "string" ? piece : encodeEvents(piece)

/** Not a generator, which would end only with its next piece, while a client is gone at once. */
const bodyOf = (
  pieces: Produced,
  first: string | undefined,
  onBroken: (cause: unknown) => void
): BodyStream => ({
  [Symbol.asyncIterator]: () => {
    const iterator = pieces[Symbol.asyncIterator]()
    let before = first
    return {
      next: async () => {
        if (before !== undefined) {
          const value = before
          before = undefined
          return { done: false, value }
        }
        try {
          const next = await iterator.next()
          return next.done === true
            ? { done: true, value: undefined }
            : { done: false, value: encodePiece(next.value) }
        } catch (cause) {
          onBroken(cause)
          throw cause
        }
      },
      return: async () => {
        await iterator.return?.()
        return { done: true, value: undefined }
      }
    }
  }
})

const headersOf = ({ produces }: Operation, group: string): Readonly<Record<string, string>> =>
  produces === "text/event-stream"
    ? // nginx gathers answers unless it is told not to.
      { "content-type": "text/event-stream", "x-accel-buffering": "no" }
    : {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${group}.csv"`
      }

/** What breaks off after the head was sent can't be answered, and is logged. */
export const makeStreamed = ({ group, operation }: NamedOperation) => {
  const headers = headersOf(operation, group)
  const isEvents = operation.produces === "text/event-stream"
  return (pieces: unknown, warnings: ReadonlyArray<string>): Effect.Effect<Answer> =>
    Effect.map(Effect.context(), (runtime) => {
      const log = (cause: unknown): void => {
        if (cause instanceof TooSlow) return
        Effect.runForkWith(runtime)(
          cause instanceof StorageError
            ? Effect.logWarning(cause.message, cause)
            : Effect.logError("A stream broke off.", cause)
        )
      }
      return {
        status: 200,
        headers: { ...headers, ...headersOfWarnings(warnings) },
        body: bodyOf(
          pieces as Produced,
          isEvents ? prefaceOf(pieces as WatchedEvents) : undefined,
          log
        )
      }
    })
}
