import { Duration } from "effect"
import type { ClientSettings } from "../Client/index.js"
import type { PostgresOptions } from "./PostgresOptions.js"

/** A server that is there ends a statement itself, and says so within this time at most. */
const answerMargin = Duration.seconds(5)

const statementTimeoutOf = ({ statementTimeout = "30 seconds" }: PostgresOptions): Duration.Duration =>
  Duration.decode(statementTimeout)

const milliseconds = (duration: Duration.DurationInput): string => String(Math.round(Duration.toMillis(duration)))

/** Settings of the server. Whoever is killed in the middle of a transaction holds its locks for a minute at most. */
export const serverSettings = (options: PostgresOptions) => ({
  statement_timeout: milliseconds(statementTimeoutOf(options)),
  lock_timeout: milliseconds(options.lockTimeout ?? "5 seconds"),
  idle_in_transaction_session_timeout: "60000"
})

/** Whether the sessions are somebody else's, the host's or a pooler's: then settings go with each transaction. */
export const isShared = (options: PostgresOptions): boolean => options.pool !== undefined || options.prepare === false

/** How the ports use the pool. */
export const clientSettings = (options: PostgresOptions): ClientSettings => ({
  prepare: options.prepare !== false,
  connectTimeout: Duration.decode(options.connectTimeout ?? "5 seconds"),
  answerTimeout: Duration.sum(statementTimeoutOf(options), Duration.min(statementTimeoutOf(options), answerMargin)),
  transaction: isShared(options) ? serverSettings(options) : {}
})

/** Migrations wait for those of another process, and take as long as they take. */
export const migrationSettings = (options: PostgresOptions): ClientSettings => ({
  ...clientSettings(options),
  prepare: false,
  answerTimeout: undefined,
  transaction: { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" }
})
