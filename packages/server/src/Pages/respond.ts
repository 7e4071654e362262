import { requestIdOf } from "@telemark/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Answer } from "./answer.js"

const requestId = ({ headers }: IncomingMessage): string => {
  const given = headers["x-request-id"]
  return requestIdOf(typeof given === "string" ? given : undefined)
}

/** Sends an answer; only its headers for HEAD. */
export const respond = (
  request: IncomingMessage,
  response: ServerResponse,
  { body, headers, status = 200 }: Answer
): void => {
  response.writeHead(status, {
    ...headers,
    "content-length": Buffer.byteLength(body),
    "x-request-id": requestId(request)
  })
  response.end(request.method === "HEAD" ? undefined : body)
}
