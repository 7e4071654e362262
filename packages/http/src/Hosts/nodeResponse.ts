import type { ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
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

/** Bodies that our own answers don't have, but that the platform's may. */
const writeStream = async (answer: HttpServerResponse.HttpServerResponse, response: ServerResponse): Promise<void> => {
  const { body } = HttpServerResponse.toWeb(answer)
  if (body === null) return void response.end()
  // A broken stream breaks the connection: the head is out, and nothing else can tell of it.
  await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(() => response.destroy())
}

/** Writes an answer, unless the host has begun one. To HEAD, Node leaves the body out by itself. */
export const writeNodeResponse = (
  request: NodeRequest,
  response: ServerResponse,
  answer: HttpServerResponse.HttpServerResponse
): void => {
  if (response.headersSent) return
  response.writeHead(answer.status, answer.headers)
  if (answer.body._tag === "Empty") return void response.end()
  if (answer.body._tag !== "Uint8Array") return void writeStream(answer, response)
  if (answer.headers["connection"] !== "close" || request.complete) return void response.end(answer.body.body)
  response.write(answer.body.body)
  endAfterDraining(request, response)
}
