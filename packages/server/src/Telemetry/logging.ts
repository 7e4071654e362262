import { Cause, Layer, Logger, type LogLevel, References } from "effect"

const isFields = (part: unknown): part is Readonly<Record<string, unknown>> =>
  typeof part === "object" && part !== null && Object.getPrototypeOf(part) === Object.prototype

/** Converts values that JSON can't represent. */
const replacer = (_: string, value: unknown): unknown =>
  value instanceof Error
    ? `${value.name}: ${value.message}`
    : typeof value === "bigint"
      ? value.toString()
      : value

const text = (part: unknown): string =>
  typeof part === "string" ? part : JSON.stringify(part, replacer)

/** One line of JSON. Fields of the message become members, so that they can be searched. */
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

export interface LoggingOptions {
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
 * Logs to standard error, because standard output is for a command's result. Replaces an enclosing
 * layer of this kind.
 */
export const layerLogging = ({ logFormat, logLevel }: LoggingOptions): Layer.Layer<never> => {
  const isPretty = (logFormat ?? (isTerminal ? "pretty" : "json")) === "pretty"
  return Layer.mergeAll(
    Logger.layer([isPretty ? pretty : json]),
    Layer.succeed(Logger.LogToStderr, true),
    Layer.succeed(References.MinimumLogLevel, logLevel)
  )
}
