import { Layer, Logger, type LogLevel } from "effect"
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

const pretty = Logger.prettyLogger({ stderr: true, mode: "tty", colors: hasColors })

/**
 * Removes also this layer's own loggers: nested in another such layer, `Logger.replace` would log
 * each line twice.
 */
const layerLogger = (logger: Logger.Logger<unknown, void>): Layer.Layer<never> =>
  Layer.provideMerge(
    Logger.add(logger),
    Layer.mergeAll(Logger.remove(Logger.defaultLogger), Logger.remove(json), Logger.remove(pretty))
  )

/**
 * Logs to standard error, because standard output is for a command's result. Replaces an enclosing
 * layer of this kind.
 */
export const layerLogging = ({ logFormat, logLevel }: LoggingOptions): Layer.Layer<never> => {
  const isPretty = (logFormat ?? (isTerminal ? "pretty" : "json")) === "pretty"
  return Layer.merge(layerLogger(isPretty ? pretty : json), Logger.minimumLogLevel(logLevel))
}
