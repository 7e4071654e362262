import type { HttpServerResponse } from "@effect/platform/HttpServerResponse"
import { Duration, Effect, type Fiber, FiberRef, LogLevel } from "effect"
import type { IncomingRequest } from "../Requests/index.js"
import { allowedMethods, pathOf } from "./routes.js"

/** The matched template, or a path that holds nothing of the caller's. */
const routeOf = ({ route, url }: IncomingRequest): string =>
  route ?? (allowedMethods.ofFixed(pathOf(url)) === undefined ? "-" : pathOf(url))

/**
 * One line for each request at debug level: method, template of the path, status, time. Never the path
 * itself, which may hold an address. Writing a line costs as much
 * as half a request, so the level is looked at first.
 */
export const accessLog = <A, E>(fiber: Fiber.RuntimeFiber<A, E>, request: IncomingRequest) =>
<R>(answer: Effect.Effect<HttpServerResponse, never, R>): Effect.Effect<HttpServerResponse, never, R> =>
  LogLevel.greaterThan(fiber.getFiberRef(FiberRef.currentMinimumLogLevel), LogLevel.Debug)
    ? answer
    : Effect.flatMap(Effect.timed(answer), ([took, response]) =>
      Effect.as(
        Effect.logDebug(`${request.method} ${routeOf(request)} ${String(response.status)} ${Duration.toMillis(took).toFixed(1)} ms`),
        response
      ))
