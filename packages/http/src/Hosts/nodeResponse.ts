import type { ServerResponse } from "node:http"
import type { Answer } from "../Answers/index.js"
import { drainMillis } from "./arriving.js"
import type { NodeRequest } from "./nodeBody.js"

/**
 * Ends an answer that came before the end of its request's body, on a connection that is then closed.
 * Closed at once, with the client's octets unread, the kernel would reset the connection and the client
 * might never see the answer: so what still comes is read and thrown away, for a while.
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

/** Writes an answer, unless the host has begun one. To HEAD, Node leaves the body out by itself. */
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
