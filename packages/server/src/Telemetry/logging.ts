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

/** Logging to standard error: standard output belongs to what a command was asked for. */
export const layerLogging = ({ logFormat, logLevel }: LoggingOptions): Layer.Layer<never> => {
  const isPretty = (logFormat ?? (isTerminal ? "pretty" : "json")) === "pretty"
  const logger = isPretty ? Logger.prettyLogger({ stderr: true, mode: "tty", colors: hasColors }) : json
  return Layer.merge(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(logLevel))
}
