import { Layer, Logger, type LogLevel, References } from "effect"
import { jsonLine } from "./jsonLogger.js"

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
