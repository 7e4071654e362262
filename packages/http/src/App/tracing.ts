import { fromInput } from "@effect/platform/Headers"
import * as HttpTraceContext from "@effect/platform/HttpTraceContext"
import { Context, Effect, Option } from "effect"
import type { Answer } from "../Answers/index.js"
import type { IncomingRequest } from "../Requests/index.js"

/** Whether each request gets a span. Off by default: unless somebody exports spans they are cost alone. */
export class HttpTracing extends Context.Reference<HttpTracing>()("@telemark/http/HttpTracing", {
  defaultValue: (): boolean => false
}) {}

/** The headers that may name the caller's span: those of W3C Trace Context and of B3. */
const traceHeaders = ["traceparent", "tracestate", "b3", "x-b3-traceid", "x-b3-spanid", "x-b3-sampled"]

/** A server span around an answer, a child of the caller's if the request names one. Holds no path: that may be an address. */
export const traced = (request: IncomingRequest, answer: Effect.Effect<Answer>): Effect.Effect<Answer> =>
  answer.pipe(
    Effect.tap(({ status }) =>
      Effect.annotateCurrentSpan({ "http.route": request.route ?? "", "http.response.status_code": status })),
    Effect.withSpan(`http.server ${request.parts.method}`, {
      kind: "server",
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(fromInput(Object.fromEntries(traceHeaders.map((name) => [name, request.parts.header(name)]))))),
      attributes: { "http.request.method": request.parts.method, "request.id": request.requestId },
      captureStackTrace: false
    })
  )
