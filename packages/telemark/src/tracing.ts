import { spanOf } from "@telemark/core"
import { Effect, Layer, References, Tracer } from "effect"

/** Where spans go, and whose they are. */
export interface TracingOptions {
  /**
   * Takes the spans: that of `@effect/opentelemetry` passes them to the application's
   * OpenTelemetry.
   */
  readonly tracer: Tracer.Tracer
  /**
   * Called at each call: the application's present span, as the value of `traceparent` (W3C Trace
   * Context). Undefined: the call begins a trace.
   */
  readonly parent?: (() => string | undefined) | undefined
}

/** Without a tracer, spans would be made for nobody. */
export const layerTracing = (options: TracingOptions | undefined): Layer.Layer<never> =>
  options === undefined
    ? Layer.succeed(References.TracerEnabled, false)
    : Layer.succeed(Tracer.Tracer, options.tracer)

/** Makes what a call does part of the application's trace. */
export const withParentOf = (
  options: TracingOptions | undefined
): (<A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) => {
  const parent = options?.parent
  if (parent === undefined) return (effect) => effect
  return <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const span = spanOf(parent() ?? "")
    return span === undefined
      ? effect
      : (Effect.provideService(effect, Tracer.ParentSpan, span) as Effect.Effect<A, E, R>)
  }
}
