import type { Duration } from "effect"

/** How a client uses its pool's connections. */
export interface ClientSettings {
  /** Whether statements are prepared by name, once for each connection. */
  readonly prepare: boolean
  /** How long to wait for a connection. */
  readonly connectTimeout: Duration.Duration
  /**
   * How long the answer to a statement may take before its connection counts as lost; undefined for ever. It is
   * for servers that have gone without a word: those that are there keep to their own `statement_timeout`.
   */
  readonly answerTimeout: Duration.Duration | undefined
  /** Settings of the server for each transaction; others stay as the connection has them. */
  readonly transaction: Readonly<Record<string, string>>
}
