import { type Context, Effect, Metric, type Scope } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { counterOf, gaugeOf } from "./metrics.js"

/** Registers what is read whenever metrics are, until the scope closes. */
export const register = <Input, State>(
  metric: Metric.Metric<Input, State>,
  get: () => State
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) =>
    Effect.acquireRelease(
      Effect.sync(() =>
        Metric.registerUnsafe(metric, context, { get, update: () => {}, modify: () => {} })
      ),
      (registration) =>
        Effect.sync(() => {
          registration.remove()
        })
    )
  ).pipe(Effect.asVoid)

/** How often the delay is sampled, in milliseconds. */
const resolution = 20

/** Together: the last one begins the next period. */
const percentiles = ["50", "90", "99", "100"] as const

const eventLoopDelay = Effect.gen(function* () {
  const delays = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution })
      histogram.enable()
      return histogram
    }),
    (histogram) =>
      Effect.sync(() => {
        histogram.disable()
      })
  )
  // A sample is the whole time between two, of which the resolution is meant.
  const late = (percentage: number): number =>
    delays.count === 0 ? 0 : Math.max(0, delays.percentile(percentage) / 1e9 - resolution / 1000)
  yield* Effect.forEach(percentiles, (percentile) =>
    register(gaugeOf("telemark_event_loop_delay_seconds", { percentile }), () => {
      const value = late(Number(percentile))
      if (percentile === "100") delays.reset()
      return { value }
    })
  )
})

/** What every process measures of itself while the scope is open. */
export const processMetrics = (version: string): Effect.Effect<void, never, Scope.Scope> =>
  Effect.all(
    [
      eventLoopDelay,
      register(gaugeOf("telemark_info", { version, node: process.versions.node }), () => ({
        value: 1
      })),
      register(counterOf("process_cpu_seconds_total", {}), () => {
        const { system, user } = process.cpuUsage()
        return { count: (system + user) / 1e6, incremental: true }
      }),
      register(gaugeOf("process_resident_memory_bytes", {}), () => ({
        value: process.memoryUsage.rss()
      })),
      register(gaugeOf("process_start_time_seconds", {}), () => ({
        value: performance.timeOrigin / 1000
      }))
    ],
    { discard: true }
  )
