import { Duration, Effect, LogLevel, References } from "effect"
import type { Answer } from "../answers/Answer.js"
import type { IncomingRequest } from "../requests/IncomingRequest.js"

/**
 * Logs a line per request at debug level, without its own path, which may be an address. A line
 * costs half a request: check the level first.
 */
export const accessLog = (
  request: IncomingRequest,
  answer: Effect.Effect<Answer>
): Effect.Effect<Answer> =>
  Effect.withFiber((fiber) =>
    LogLevel.isGreaterThan(fiber.getRef(References.MinimumLogLevel), "Debug")
      ? answer
      : Effect.flatMap(Effect.timed(answer), ([took, given]) =>
          Effect.as(
            Effect.logDebug(
              `${request.parts.method} ${request.route ?? "-"} ${String(given.status)} ${Duration.toMillis(took).toFixed(1)} ms`
            ),
            given
          )
        )
  )
