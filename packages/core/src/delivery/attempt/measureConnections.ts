import { Effect, type Scope } from "effect"
import { CurrentMeters } from "../../kernel/metrics/Meters.js"
import { gaugeOf } from "../../kernel/metrics/metrics.js"
import { register } from "../../kernel/metrics/processMetrics.js"
import type { RouteKind } from "../settlement/Settlement.js"

/** Until the scope closes. `inFlight` is read whenever metrics are, and never if nobody reads them. */
export const measureConnections = (
  inFlight: () => Readonly<Record<RouteKind, number>>
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.flatMap(CurrentMeters, (meters) =>
    meters === undefined
      ? Effect.void
      : Effect.forEach(
          ["platform", "tenant"] as const,
          (route) =>
            register(gaugeOf("telemark_connections", { route }), () => ({
              value: inFlight()[route]
            })),
          { discard: true }
        )
  )
