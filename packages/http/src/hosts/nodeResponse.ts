import type { ServerResponse } from "node:http"
import { type Answer, type BodyStream, isStream } from "../Answer.js"
import { drainMillis } from "../requests/IncomingRequest.js"
import type { NodeRequest } from "./nodeBody.js"

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
const sendStream = async (
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

/**
 * Ends a response that precedes the end of its request's body; the connection is then closed. If it
 * were closed with unread octets, the kernel would reset it, and the client might never see the
 * response. So the rest is read and discarded, for a limited time.
 */
const endAfterDraining = (request: NodeRequest, response: ServerResponse): void => {
  const timer = setTimeout(() => response.end(), drainMillis)
  request.once("close", () => {
    clearTimeout(timer)
    response.end()
  })
  request.once("end", () => response.end())
  request.resume()
}

/**
 * Writes the response, unless the host has begun one. For HEAD, Node omits the body itself. Returns
 * a promise of a stream's end, which never rejects; undefined if the response is written.
 */
export const writeNodeResponse = (
  request: NodeRequest,
  response: ServerResponse,
  answer: Answer
): Promise<void> | undefined => {
  if (response.headersSent) return undefined
  response.writeHead(answer.status, answer.headers)
  if (isStream(answer.body)) return sendStream(response, answer.body, request.method === "HEAD")
  if (answer.body === undefined) response.end()
  else if (answer.headers["connection"] !== "close" || request.complete) response.end(answer.body)
  else {
    response.write(answer.body)
    endAfterDraining(request, response)
  }
  return undefined
}
