import { Effect, Layer } from "effect"

/** What a part of a URL stands for; itself where its percent signs are no escapes. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Where a collector is, and how to log in there. User name and password of its URL go into a header: what is logged of a failed
 * export names the URL, and `fetch` refuses one that has them.
 */
export const collectorOf = (endpoint: string): { readonly baseUrl: string; readonly headers: Readonly<Record<string, string>> } => {
  const url = new URL(endpoint)
  const { password, username } = url
  url.username = ""
  url.password = ""
  const baseUrl = url.href.replace(/\/$/, "")
  if (username === "" && password === "") return { baseUrl, headers: {} }
  const login = `${decoded(username)}:${decoded(password)}`
  return { baseUrl, headers: { authorization: `Basic ${Buffer.from(login).toString("base64")}` } }
}

const layerOtlp = (endpoint: string, serviceVersion: string): Layer.Layer<never> =>
  Layer.unwrapEffect(Effect.promise(async () => {
    // Loaded only here: it would add to every start, of which most export nothing.
    const [Otlp, FetchHttpClient] = await Promise.all([
      import("@effect/opentelemetry/Otlp"),
      import("@effect/platform/FetchHttpClient")
    ])
    const resource = { serviceName: process.env["OTEL_SERVICE_NAME"] ?? "telemark", serviceVersion }
    return Otlp.layerJson({ ...collectorOf(endpoint), resource }).pipe(Layer.provide(FetchHttpClient.layer))
  }))

/** Sends traces, metrics and logs to the collector. Without one, tracing is off: spans nobody sees cost a third of a request. */
export const layerExporting = (endpoint: string | undefined, version: string): Layer.Layer<never> =>
  endpoint === undefined ? Layer.setTracerEnabled(false) : layerOtlp(endpoint, version)
