import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import { Effect } from "effect"
import { incoming } from "../Requests/index.js"

/**
 * Notes that the handler is through. Without it, an answer that doesn't fit its schema would be told to
 * the client as a mistake of its own.
 */
export const answering =
  <Q extends { readonly request: HttpServerRequest }, A, E, R>(handler: (request: Q) => Effect.Effect<A, E, R>) =>
  (request: Q): Effect.Effect<A, E, R> =>
    Effect.tap(handler(request), () =>
      Effect.sync(() => { incoming(request.request).isHandled = true }))
