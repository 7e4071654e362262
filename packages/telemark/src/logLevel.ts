import type { LogLevel } from "effect"

/** The levels of the log. */
export type LogLevelName = Exclude<LogLevel.LogLevel, "Warn"> | "Warning"

export const logLevelOf = (name: LogLevelName): LogLevel.LogLevel =>
  name === "Warning" ? "Warn" : name
