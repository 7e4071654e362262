import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { detailsOf, NotFound, ValidationFailed } from "@telemark/core"
import { Cause, Context, Effect, Option } from "effect"
import { Api } from "../Api/index.js"
import { InternalError, isWireError, MethodNotAllowed, rateLimitHeaders, respondTo } from "../Errors/index.js"
import { incoming, type IncomingRequest, isStopped } from "../Requests/index.js"
import { accessLog } from "./accessLog.js"
import { allowedMethods, pathOf } from "./routes.js"

type Response = HttpServerResponse.HttpServerResponse

const fault = (request: IncomingRequest, what: string, cause: unknown): Effect.Effect<Response> =>
  Effect.as(Effect.logError(what, cause), respondTo(new InternalError({ request_id: request.requestId })))

/** A method that the path doesn't answer, or a path that there isn't: the router takes no parameter over 2,048 characters. */
const unrouted = (method: string, allow: ReadonlyArray<string> | undefined): Response =>
  allow === undefined || allow.includes(method)
    ? respondTo(new NotFound())
    : respondTo(new MethodNotAllowed({ allow }))

/**
 * The platform reports a query that doesn't fit and an answer that doesn't fit alike. Only queries are
 * decoded by it, and an answer is encoded only after the handler is through. What didn't fit is not
 * logged: it may be an address or a key.
 */
const undecodable = (request: IncomingRequest, error: HttpApiDecodeError): Effect.Effect<Response> =>
  request.isHandled
    ? fault(request, "The answer doesn't fit its schema.", detailsOf(error.issues))
    : Effect.succeed(respondTo(new ValidationFailed({ details: detailsOf(error.issues, ["query"]) })))

const isDecodeError = (error: unknown): error is HttpApiDecodeError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "HttpApiDecodeError"

const isRouteNotFound = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "RouteNotFound"

/** The answer to whatever a request failed with. */
const answerTo = (request: IncomingRequest, cause: Cause.Cause<unknown>): Effect.Effect<Response> => {
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  if (isWireError(error)) {
    const response = respondTo(error)
    return error._tag === "StorageError" ? Effect.as(Effect.logWarning(error.message, cause), response) : Effect.succeed(response)
  }
  if (isStopped(cause)) return Effect.succeed(HttpServerResponse.empty({ status: 499 }))
  if (isRouteNotFound(error)) return Effect.succeed(unrouted(request.method, allowedMethods.ofAny(pathOf(request.url))))
  return isDecodeError(error) ? undecodable(request, error) : fault(request, "The request failed.", cause)
}

/** Answers of the interface hold what its tenant's key may see, and some a secret: no cache on the way is to keep them (RFC 9111 5.2.2.5). */
const uncached = (request: IncomingRequest, response: Response): Readonly<Record<string, string>> =>
  request.url.startsWith("/v1/") && response.headers["cache-control"] === undefined ? { "cache-control": "no-store" } : {}

const finish = (request: IncomingRequest, response: Response): Response =>
  HttpServerResponse.setHeaders(response, {
    ...uncached(request, response),
    "x-request-id": request.requestId,
    ...(request.rateLimit === undefined ? {} : rateLimitHeaders(request.rateLimit))
  })

/** The answer to a request that needs no router: a fixed path's other methods, a parameter left empty, and a path that isn't spelled as it is. */
const withoutRouting = (method: string, path: string): Response | undefined => {
  if (allowedMethods.isDisguised(path)) return respondTo(new NotFound())
  const allow = allowedMethods.ofFixed(path)
  const isRouted = allow === undefined ? !path.endsWith("/") : allow.includes(method)
  return isRouted ? undefined : unrouted(method, allow)
}

const bounded = <R>(app: HttpApp.Default<unknown, R>): HttpApp.Default<never, R> =>
  Effect.withFiberRuntime((fiber) => {
    const request = incoming(Context.unsafeGet(fiber.currentContext, HttpServerRequest.HttpServerRequest))
    const known = withoutRouting(request.method, pathOf(request.url))
    return (known === undefined
      ? Effect.catchAllCause(app, (cause) => answerTo(request, cause))
      : Effect.succeed(known)).pipe(
        Effect.map((response) => finish(request, response)),
        accessLog(fiber, request)
      )
  })

/**
 * Where every answer passes: the only hook that sees typed errors, missed routes and defects before the
 * platform encodes them.
 */
export const layerBoundary = HttpApiBuilder.middleware(Api, bounded)
