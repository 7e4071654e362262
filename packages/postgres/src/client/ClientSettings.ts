import type { Duration } from "effect"

export interface ClientSettings {
  readonly prepare: boolean
  readonly connectTimeout: Duration.Duration
  /**
   * How long an answer may take before the connection counts as lost; undefined for no limit. Only
   * a server that has disappeared takes this long.
   */
  readonly answerTimeout: Duration.Duration | undefined
  /** Server settings for each transaction; others stay as the connection has them. */
  readonly transaction: Readonly<Record<string, string>>
}
