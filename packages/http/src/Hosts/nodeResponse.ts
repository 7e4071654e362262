import type { ServerResponse } from "node:http"
import type { Answer } from "../Answers/index.js"
import { drainMillis } from "./arriving.js"
import type { NodeRequest } from "./nodeBody.js"

/**
 * Ends a response that precedes the end of its request's body; the connection is then closed. If it were closed with unread octets, the kernel would
 * reset it, and the client might never see the response. So the rest is read and discarded, for a limited time.
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

/** Writes the response, unless the host has begun one. For HEAD, Node omits the body itself. */
export const writeNodeResponse = (
  request: NodeRequest,
  response: ServerResponse,
  answer: Answer
): void => {
  if (response.headersSent) return
  response.writeHead(answer.status, answer.headers)
  if (answer.body === undefined) return void response.end()
  if (answer.headers["connection"] !== "close" || request.complete) return void response.end(answer.body)
  response.write(answer.body)
  endAfterDraining(request, response)
}
