import { Effect, Layer, References } from "effect"

/** Decodes a part of a URL; unchanged if its percent signs aren't escapes. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Moves a collector's login from the URL to a header: failed exports log the URL, and `fetch`
 * refuses a URL with a login.
 */
export const collectorOf = (
  endpoint: string
): { readonly baseUrl: string; readonly headers: Readonly<Record<string, string>> } => {
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
  Layer.unwrap(
    Effect.promise(async () => {
      // Loaded on demand: it would slow down every start, and most don't export.
      const [Otlp, FetchHttpClient] = await Promise.all([
        import("effect/observability/Otlp"),
        import("effect/http/FetchHttpClient")
      ])
      const resource = {
        serviceName: process.env["OTEL_SERVICE_NAME"] ?? "telemark",
        serviceVersion
      }
      return Otlp.layerJson({ ...collectorOf(endpoint), resource }).pipe(
        Layer.provide(FetchHttpClient.layer)
      )
    })
  )

/**
 * Exports traces, metrics and logs to a collector. Without one, tracing is off: unused spans cost a
 * third of a request.
 */
export const layerExporting = (endpoint: string | undefined, version: string): Layer.Layer<never> =>
  endpoint === undefined
    ? Layer.succeed(References.TracerEnabled, false)
    : layerOtlp(endpoint, version)
