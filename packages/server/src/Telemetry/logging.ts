import { Layer, Logger, type LogLevel } from "effect"
import { jsonLine } from "./jsonLogger.js"

export interface LoggingOptions {
  readonly logLevel: LogLevel.LogLevel
  /** Undefined: pretty on a terminal, else json. */
  readonly logFormat: "pretty" | "json" | undefined
}

const isTerminal = process.stderr.isTTY
const hasColors = isTerminal && (process.env["NO_COLOR"] ?? "") === ""

const json = Logger.map(jsonLine, (line) => {
  process.stderr.write(`${line}\n`)
})

const pretty = Logger.prettyLogger({ stderr: true, mode: "tty", colors: hasColors })

/** Removes those of this layer as well as Effect's own: inside another such layer, `Logger.replace` would log each line twice. */
const layerLogger = (logger: Logger.Logger<unknown, void>): Layer.Layer<never> =>
  Layer.provideMerge(Logger.add(logger), Layer.mergeAll(Logger.remove(Logger.defaultLogger), Logger.remove(json), Logger.remove(pretty)))

/**
 * Logging to standard error: standard output belongs to what a command was asked for. Inside another such layer it
 * replaces that one.
 */
export const layerLogging = ({ logFormat, logLevel }: LoggingOptions): Layer.Layer<never> => {
  const isPretty = (logFormat ?? (isTerminal ? "pretty" : "json")) === "pretty"
  return Layer.merge(layerLogger(isPretty ? pretty : json), Logger.minimumLogLevel(logLevel))
}
