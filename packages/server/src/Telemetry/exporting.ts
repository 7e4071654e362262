import { Effect, Layer } from "effect"

const layerOtlp = (baseUrl: string, serviceVersion: string): Layer.Layer<never> =>
  Layer.unwrapEffect(Effect.promise(async () => {
    // Loaded only here: it would add to every start, of which most export nothing.
    const [Otlp, FetchHttpClient] = await Promise.all([
      import("@effect/opentelemetry/Otlp"),
      import("@effect/platform/FetchHttpClient")
    ])
    const resource = { serviceName: process.env["OTEL_SERVICE_NAME"] ?? "telemark", serviceVersion }
    return Otlp.layerJson({ baseUrl, resource }).pipe(Layer.provide(FetchHttpClient.layer))
  }))

/** Sends traces, metrics and logs to the collector. Without one, tracing is off: spans nobody sees cost a third of a request. */
export const layerExporting = (endpoint: string | undefined, version: string): Layer.Layer<never> =>
  endpoint === undefined ? Layer.setTracerEnabled(false) : layerOtlp(endpoint, version)
