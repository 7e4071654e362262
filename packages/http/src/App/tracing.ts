import * as HttpTraceContext from "@effect/platform/HttpTraceContext"
import type { HttpServerResponse } from "@effect/platform/HttpServerResponse"
import { Context, Effect, Option } from "effect"
import type { IncomingRequest } from "../Requests/index.js"

/** Whether each request gets a span. Off by default: unless somebody exports spans they are cost alone. */
export class HttpTracing extends Context.Reference<HttpTracing>()("@telemark/http/HttpTracing", {
  defaultValue: (): boolean => false
}) {}

/** A server span around an answer, a child of the caller's if the request names one. Holds no path: that may be an address. */
export const traced = (request: IncomingRequest) =>
<R>(answer: Effect.Effect<HttpServerResponse, never, R>) =>
  answer.pipe(
    Effect.tap(({ status }) =>
      Effect.annotateCurrentSpan({ "http.route": request.route ?? "", "http.response.status_code": status })),
    Effect.withSpan(`http.server ${request.method}`, {
      kind: "server",
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(request.headers)),
      attributes: { "http.request.method": request.method, "request.id": request.requestId },
      captureStackTrace: false
    })
  )
