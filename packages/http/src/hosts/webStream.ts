import type { BodyStream } from "../answers/Answer.js"

const encoder = new TextEncoder()

/**
 * A body as a stream of the platform: a piece is asked for when the host has room, and none any
 * more once it cancels or the client has gone.
 */
export const webStream = (
  body: BodyStream,
  signal: AbortSignal | undefined,
  isHead: boolean
): ReadableStream<Uint8Array> | undefined => {
  const iterator = body[Symbol.asyncIterator]()
  const stop = (): void => void iterator.return?.().catch(() => undefined)
  if (isHead || signal?.aborted === true) {
    stop()
    return undefined
  }
  // Not every host cancels the stream of a client that has hung up.
  signal?.addEventListener("abort", stop, { once: true })
  const end = (): void => {
    signal?.removeEventListener("abort", stop)
  }
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const next = await iterator.next()
        if (next.done === true) {
          end()
          controller.close()
        } else
          controller.enqueue(
            typeof next.value === "string" ? encoder.encode(next.value) : next.value
          )
      } catch (error) {
        end()
        controller.error(error)
      }
    },
    cancel: () => {
      end()
      stop()
    }
  })
}
