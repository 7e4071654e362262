import { Clock, Effect, Layer, Metric } from "effect"
import manifest from "../../../package.json" with { type: "json" }
import type { Database } from "../../database/Database.js"
import { storageErrors } from "../../database/storageError.js"
import { CurrentMeters, layerMeters, type MetricsOptions } from "../../kernel/metrics/Meters.js"
import { count, counterOf, gaugeOf } from "../../kernel/metrics/metrics.js"
import { processMetrics, register } from "../../kernel/metrics/processMetrics.js"
import { queueStates, readFigures } from "./figuresOfAll.js"

const storage = Effect.forEach(
  ["unavailable", "fault"] as const,
  (reason) =>
    register(counterOf("telemark_storage_errors_total", { reason }), () => ({
      count: storageErrors[reason],
      incremental: true
    })),
  { discard: true }
)

/**
 * Counters that alerts look at are there from the start: of one that begins with its first event,
 * Prometheus sees no increase.
 */
const fromZero = Effect.all(
  [
    count("telemark_accepted_total", {}, 0),
    count("telemark_hits_lost_total", {}, 0),
    ...(["refused", "account_refused"] as const).flatMap((cause) =>
      (["platform", "tenant"] as const).map((route) =>
        count("telemark_route_refusals_total", { cause, route }, 0)
      )
    ),
    ...(["taken", "failed", "gone", "ours"] as const).map((outcome) =>
      count("telemark_webhook_deliveries_total", { outcome }, 0)
    )
  ],
  { discard: true }
)

/** Measures the process, and the mail of the services that are built over it. */
export const layerMetrics = (options?: MetricsOptions): Layer.Layer<never> =>
  Layer.merge(
    layerMeters(options),
    Layer.effectDiscard(Effect.all([processMetrics(manifest.version), storage, fromZero]))
  )

const inQueue = queueStates.map(
  (state) => [state, gaugeOf("telemark_queue_messages", { state })] as const
)
const oldest = gaugeOf("telemark_queue_oldest_seconds", {})
const suppressed = gaugeOf("telemark_suppressions", {})

/**
 * Brings up to date what is measured in the database. Nothing of it is shown if that is away: an old
 * number would look like a present one.
 */
export const refreshMetrics: Effect.Effect<void, never, Database> = Effect.gen(function* () {
  const meters = yield* CurrentMeters
  meters?.dropIdle(yield* Clock.currentTimeMillis)
  const { oldestSeconds, queue, suppressions } = yield* Effect.timeout(readFigures, "2 seconds")
  for (const [state, gauge] of inQueue) yield* Metric.update(gauge, queue[state])
  yield* Metric.update(oldest, oldestSeconds)
  yield* Metric.update(suppressed, suppressions)
}).pipe(
  Effect.catch(() =>
    Effect.forEach([...inQueue.map(([, gauge]) => gauge), oldest, suppressed], Metric.remove, {
      discard: true
    })
  )
)

/** The metrics of this process and its database, as Prometheus reads them (text format 0.0.4). */
export const readMetrics: Effect.Effect<string, never, Database> = Effect.andThen(
  refreshMetrics,
  Effect.flatMap(
    // On demand: most never read them.
    Effect.promise(() => import("effect/observability/PrometheusMetrics")),
    ({ format }) => format()
  )
)
