import type { Inbox } from "@telemark/core"
import { Cause, Effect, Runtime } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { answer, type Answer } from "./answers.js"
import { isLocal } from "./guard.js"

/** A request listener that may leave a request to the one behind it. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const pathOf = (request: IncomingMessage): string => (request.url ?? "").replace(/[?#].*$/s, "")

const isMeant = (request: IncomingMessage): boolean =>
  (request.method === "GET" || request.method === "HEAD") && /^\/inbox(?:[/.]|$)/.test(pathOf(request)) &&
  isLocal({ remoteAddress: request.socket.remoteAddress, httpVersion: request.httpVersion, headers: request.headers })

const unavailable: Answer = {
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "The inbox can't be read right now.\n"
}

const send = (response: ServerResponse, status: number, { body, headers }: Answer, withBody: boolean): void => {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) })
  response.end(withBody ? body : undefined)
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
    const withBody = request.method === "GET"
    run(answer(pathOf(request)).pipe(
      Effect.map((found) => {
        if (found === undefined) next()
        else send(response, 200, found, withBody)
      }),
      Effect.catchAllCause((cause) =>
        Effect.zipRight(
          Effect.logError("the inbox could not be shown", Cause.squash(cause)),
          Effect.sync(() => { send(response, 503, unavailable, withBody) })
        ))
    ))
  }
})
