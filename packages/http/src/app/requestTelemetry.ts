import { Context, Duration, Effect, Option } from "effect"
import { fromInput } from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import type { Answer } from "../Answer.js"
import type { IncomingRequest } from "../requests/IncomingRequest.js"

/** Whether each request gets a span: costs time only unless somebody exports them. */
export const HttpTracing = Context.Reference("@telemark/http/HttpTracing", {
  defaultValue: (): boolean => false
})

/** W3C Trace Context and B3. */
const traceHeaders = [
  "traceparent",
  "tracestate",
  "b3",
  "x-b3-traceid",
  "x-b3-spanid",
  "x-b3-sampled"
]

/** Adds a server span, a child of the caller's. No path, which may be an address. */
export const traced = (
  request: IncomingRequest,
  answer: Effect.Effect<Answer>
): Effect.Effect<Answer> =>
  answer.pipe(
    Effect.tap(({ status }) =>
      Effect.annotateCurrentSpan({
        "http.route": request.route ?? "",
        "http.response.status_code": status
      })
    ),
    Effect.withSpan(
      `http.server ${request.parts.method}`,
      {
        kind: "server",
        parent: Option.getOrUndefined(
          HttpTraceContext.fromHeaders(
            fromInput(
              Object.fromEntries(traceHeaders.map((name) => [name, request.parts.header(name)]))
            )
          )
        ),
        attributes: { "http.request.method": request.parts.method, "request.id": request.requestId }
      },
      { captureStackTrace: false }
    )
  )

/** Logs requests at debug level, without their own path, which may be an address. */
export const accessLog = (
  request: IncomingRequest,
  answer: Effect.Effect<Answer>
): Effect.Effect<Answer> =>
  Effect.flatMap(Effect.timed(answer), ([took, given]) =>
    Effect.as(
      Effect.logDebug(
        `${request.parts.method} ${request.route ?? "-"} ${String(given.status)} ${Duration.toMillis(took).toFixed(1)} ms`
      ),
      given
    )
  )
