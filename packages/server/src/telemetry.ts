import { decodedPart } from "@telemark/core"
import { Cause, Effect, Layer, Logger, type LogLevel, References } from "effect"

/** Unchanged if its percent signs aren't escapes. */
const decoded = (part: string): string => decodedPart(part) ?? part

/**
 * The login goes into a header: failed exports log the URL, and `fetch` refuses a URL with a login.
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
      // On demand: it would slow down every start, and most don't export.
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

/** Without a collector, tracing is off: unused spans cost a third of a request. */
export const layerExporting = (endpoint: string | undefined, version: string): Layer.Layer<never> =>
  endpoint === undefined
    ? Layer.succeed(References.TracerEnabled, false)
    : layerOtlp(endpoint, version)

const isFields = (part: unknown): part is Readonly<Record<string, unknown>> =>
  typeof part === "object" && part !== null && Object.getPrototypeOf(part) === Object.prototype

const replacer = (_: string, value: unknown): unknown =>
  value instanceof Error
    ? `${value.name}: ${value.message}`
    : typeof value === "bigint"
      ? value.toString()
      : value

const text = (part: unknown): string =>
  typeof part === "string" ? part : JSON.stringify(part, replacer)

/** Fields of the message become members, so that they can be searched. */
export const jsonLine = Logger.make(({ cause, date, fiber, logLevel, message }): string => {
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const fields: ReadonlyArray<Readonly<Record<string, unknown>>> = parts.filter(isFields)
  return JSON.stringify(
    {
      time: date.toISOString(),
      level: logLevel.toLowerCase(),
      message: parts
        .filter((part) => !isFields(part))
        .map(text)
        .join(" "),
      ...fiber.getRef(References.CurrentLogAnnotations),
      ...Object.assign({}, ...fields),
      ...(cause.reasons.length === 0 ? {} : { cause: Cause.pretty(cause) })
    },
    replacer
  )
})

interface LoggingOptions {
  readonly logLevel: LogLevel.LogLevel
  /** Undefined for pretty on a terminal, else JSON. */
  readonly logFormat: "pretty" | "json" | undefined
}

const isTerminal = process.stderr.isTTY
const hasColors = isTerminal && (process.env["NO_COLOR"] ?? "") === ""

const json = Logger.map(jsonLine, (line) => {
  process.stderr.write(`${line}\n`)
})

const pretty = Logger.consolePretty({ mode: "tty", colors: hasColors })

/**
 * To standard error: standard output is for a command's result. Replaces an enclosing layer of this
 * kind.
 */
export const layerLogging = ({ logFormat, logLevel }: LoggingOptions): Layer.Layer<never> => {
  const isPretty = (logFormat ?? (isTerminal ? "pretty" : "json")) === "pretty"
  return Layer.mergeAll(
    Logger.layer([isPretty ? pretty : json]),
    Layer.succeed(Logger.LogToStderr, true),
    Layer.succeed(References.MinimumLogLevel, logLevel)
  )
}
