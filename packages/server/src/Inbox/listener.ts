import type { Inbox } from "@telemark/core"
import { requestIdOf } from "@telemark/http"
import { Cause, Effect, Runtime } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Answer } from "./answer.js"
import { answer, isKnown, notAllowed } from "./answers.js"
import { isLocal } from "./guard.js"

/** A request listener that may leave a request to the one behind it. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const pathOf = (request: IncomingMessage): string => (request.url ?? "").replace(/[?#].*$/s, "")

const isMeant = (request: IncomingMessage): boolean =>
  isKnown(pathOf(request)) &&
  isLocal({ remoteAddress: request.socket.remoteAddress, httpVersion: request.httpVersion, headers: request.headers })

const unavailable: Answer = {
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "The inbox can't be read right now.\n"
}

const requestId = ({ headers }: IncomingMessage): string => {
  const given = headers["x-request-id"]
  return requestIdOf(typeof given === "string" ? given : undefined)
}

const send = (request: IncomingMessage, response: ServerResponse, status: number, { body, headers }: Answer): void => {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body), "x-request-id": requestId(request) })
  response.end(request.method === "HEAD" ? undefined : body)
}

/**
 * Serves the captured mails under `/inbox` to whoever sits at this machine. Every other request goes on to
 * the listener behind it, where a path that isn't meant looks like any other unknown one.
 */
export const inboxMiddleware: Effect.Effect<Middleware, never, Inbox> = Effect.map(Effect.runtime<Inbox>(), (runtime) => {
  const run = Runtime.runFork(runtime)
  return (request, response, next) => {
    if (!isMeant(request)) {
      next()
      return
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      send(request, response, 405, notAllowed)
      return
    }
    run(answer(pathOf(request)).pipe(
      Effect.map((found) => {
        if (found === undefined) next()
        else send(request, response, 200, found)
      }),
      Effect.catchAllCause((cause) =>
        Effect.zipRight(
          Effect.logError("the inbox could not be shown", Cause.squash(cause)),
          Effect.sync(() => { send(request, response, 503, unavailable) })
        ))
    ))
  }
})
