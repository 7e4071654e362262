import { Duration } from "effect"
import type { ClientSettings } from "../Client/index.js"
import type { PostgresOptions } from "./PostgresOptions.js"

/** A server that is there ends a statement itself, and says so within this time at most. */
const answerMargin = Duration.seconds(5)

type Limits = Pick<PostgresOptions, "lockTimeout" | "statementTimeout">

const statementTimeoutOf = ({ statementTimeout = "10 seconds" }: Limits): Duration.Duration =>
  Duration.decode(statementTimeout)

const milliseconds = (duration: Duration.DurationInput): string => String(Math.round(Duration.toMillis(duration)))

/** Whoever is killed in the middle of a transaction holds its locks for a minute at most. */
export const timeouts = (options: Limits) => ({
  statement_timeout: milliseconds(statementTimeoutOf(options)),
  lock_timeout: milliseconds(options.lockTimeout ?? "5 seconds"),
  idle_in_transaction_session_timeout: "60000"
})

/**
 * Every statement of ours finds its rows through an index, a few at a time. Planned while tables were small or
 * their statistics old, and kept as a prepared plan, some went through whole tables or whole indexes instead: a
 * claim out of 200,000 messages took 60 ms instead of 1. None is worth compiling either.
 */
export const planning = {
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_material: "off",
  jit: "off"
} as const

const usual = Object.fromEntries(Object.keys(planning).map((name) => [name, "on"]))

/** Whether the sessions are somebody else's, the host's or a pooler's: then settings go with each transaction. */
export const isShared = (options: PostgresOptions): boolean => options.pool !== undefined || options.prepare === false

/** How long to wait for a connection. */
export const connectTimeoutOf = ({ connectTimeout = "5 seconds" }: PostgresOptions): Duration.Duration => Duration.decode(connectTimeout)

/** How the ports use the pool. */
export const clientSettings = (options: PostgresOptions): ClientSettings => ({
  prepare: options.prepare !== false,
  connectTimeout: connectTimeoutOf(options),
  answerTimeout: Duration.sum(statementTimeoutOf(options), Duration.min(statementTimeoutOf(options), answerMargin)),
  transaction: isShared(options) ? { ...timeouts(options), ...planning } : {}
})

/** Migrations wait for those of another process, and take as long as they take. */
export const migrationTransaction = { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0", ...usual } as const

/** How migrations use the pool. */
export const migrationSettings = (options: PostgresOptions): ClientSettings => ({
  ...clientSettings(options),
  prepare: false,
  answerTimeout: undefined,
  transaction: migrationTransaction
})
