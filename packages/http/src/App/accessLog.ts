import { Duration, Effect, FiberRef, LogLevel } from "effect"
import type { Answer } from "../Answers/index.js"
import type { IncomingRequest } from "../Requests/index.js"

/**
 * One line for each request at debug level: method, path of the operation, status, time. Never the request's own path, which may
 * hold an address. Writing a line costs as much as half a request, so the level is looked at first.
 */
export const accessLog = (request: IncomingRequest, answer: Effect.Effect<Answer>): Effect.Effect<Answer> =>
  Effect.withFiberRuntime((fiber) =>
    LogLevel.greaterThan(fiber.getFiberRef(FiberRef.currentMinimumLogLevel), LogLevel.Debug)
      ? answer
      : Effect.flatMap(Effect.timed(answer), ([took, given]) =>
        Effect.as(
          Effect.logDebug(`${request.parts.method} ${request.route ?? "-"} ${String(given.status)} ${Duration.toMillis(took).toFixed(1)} ms`),
          given
        )))
