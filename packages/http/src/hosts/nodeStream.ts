import type { ServerResponse } from "node:http"
import type { BodyStream } from "../answers/Answer.js"

/**
 * How long a client may take none of what was sent, in milliseconds. Then the connection is closed:
 * it would keep memory for as long as it likes.
 */
const stallMillis = 30_000

/** Waits until the client has room; false if it has gone, or has had no room for too long. */
const hasRoom = (response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isDrained: boolean) => (): void => {
      clearTimeout(timer)
      response.off("drain", onDrain).off("close", onClose)
      resolve(isDrained)
    }
    const onDrain = end(true)
    const onClose = end(false)
    const timer = setTimeout(onClose, stallMillis)
    response.once("drain", onDrain).once("close", onClose)
  })

/** Asked anew each time: it changes while a piece is waited for. */
const hasGone = ({ destroyed }: ServerResponse): boolean => destroyed

/**
 * Sends a body piece by piece. If it breaks off, so does the response, which tells the client that
 * it isn't complete.
 */
export const sendStream = async (
  response: ServerResponse,
  body: BodyStream,
  isHead: boolean
): Promise<void> => {
  const iterator = body[Symbol.asyncIterator]()
  const stop = (): void => void iterator.return?.().catch(() => undefined)
  if (isHead || hasGone(response)) {
    stop()
    response.end()
    return
  }
  response.once("close", stop)
  // A proxy, and the client's `fetch`, wait for the head otherwise.
  response.flushHeaders()
  try {
    for (;;) {
      const next = await iterator.next()
      if (hasGone(response)) return
      if (next.done === true) {
        response.off("close", stop).end()
        return
      }
      if (!response.write(next.value) && !(await hasRoom(response))) break
    }
    response.destroy()
  } catch {
    response.destroy()
  }
}
