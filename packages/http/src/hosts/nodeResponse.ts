import type { ServerResponse } from "node:http"
import { type Answer, type BodyStream, isStream } from "../Answer.js"
import { drainMillis } from "../requests/IncomingRequest.js"
import type { NodeRequest } from "./nodeBody.js"

/**
 * A client that takes nothing for this long is disconnected: it would keep memory for as long as it
 * likes.
 */
const stallMillis = 30_000

/** False if the client has gone, or stalled for too long. */
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

/** If the body breaks off, so does the response, which tells the client that it isn't complete. */
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
  // A proxy, and the client's `fetch`, wait for the head.
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
 * Ends a response that precedes the end of its request. Closed with unread octets, the kernel would
 * reset the connection, and the response might be lost: the rest is discarded, for a limited time.
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
 * Writes the response, unless the host has begun one. Returns the end of a stream, which never
 * rejects.
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
