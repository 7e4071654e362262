import { Context, Effect, Option, References, Tracer } from "effect"

/**
 * W3C Trace Context: version, trace, span and flags (https://www.w3.org/TR/trace-context/). Ids of
 * zeros are invalid: a span that isn't recorded has them.
 */
const format = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** B3, by which callers may name their span, also has ids of traces of half the length. */
const traceIdLength = 32

const sampledFlag = 1

/** How a span is named to others, as the value of `traceparent`. */
export const traceparentOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): string =>
  `00-${traceId.padStart(traceIdLength, "0")}-${spanId}-0${sampled ? "1" : "0"}`

/** The span that a `traceparent` names; undefined if it names none. */
export const spanOf = (traceparent: string): Tracer.ExternalSpan | undefined => {
  const [, traceId, spanId, flags] = format.exec(traceparent) ?? []
  return traceId === undefined || spanId === undefined || flags === undefined
    ? undefined
    : Tracer.externalSpan({ traceId, spanId, sampled: (parseInt(flags, 16) & sampledFlag) !== 0 })
}

/** Whether somebody takes the spans: without a tracer of its own, Effect makes them for nobody. */
export const isTraced: Effect.Effect<boolean> = Effect.contextWith(
  (context: Context.Context<never>) =>
    Effect.succeed(
      Context.get(context, References.TracerEnabled) &&
        Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
    )
)

/** Of the present span; undefined without one. */
export const currentTraceparent: Effect.Effect<string | undefined> = Effect.map(
  Effect.option(Effect.currentParentSpan),
  (span) => (Option.isSome(span) ? traceparentOf(span.value) : undefined)
)

/** Says more of the present span; what is undefined is left out. */
export const annotateSpan = (
  attributes: Readonly<Record<string, string | number | undefined>>
): Effect.Effect<void> =>
  Effect.annotateCurrentSpan(
    Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
  )

interface SpanOptions {
  readonly kind: Tracer.SpanKind
  /** Of the span around it; undefined: it begins a trace. */
  readonly traceparent: string | undefined
  /** No addresses. */
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Runs an effect in a span whose parent may have ended long ago, in another process. */
export const inSpan =
  (name: string, { attributes, kind, traceparent }: SpanOptions) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> => {
    const parent = traceparent === undefined ? undefined : spanOf(traceparent)
    return effect.pipe(
      Effect.withSpan(
        name,
        { kind, attributes, ...(parent === undefined ? { root: true } : { parent }) },
        { captureStackTrace: false }
      )
    )
  }
