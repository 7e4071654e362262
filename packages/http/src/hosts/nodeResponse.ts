import type { ServerResponse } from "node:http"
import { type Answer, isStream } from "../answers/Answer.js"
import { drainMillis } from "./arriving.js"
import type { NodeRequest } from "./nodeBody.js"
import { sendStream } from "./nodeStream.js"

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
