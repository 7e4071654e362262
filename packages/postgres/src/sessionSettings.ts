import { urlsOfHosts } from "@telemark/core"
import { Duration, Redacted } from "effect"
import type { PostgresOptions } from "./PostgresOptions.js"
import type { ClientSettings } from "./makeClient.js"

/** A server that responds ends a statement itself, and says so within this time. */
const answerMargin = Duration.seconds(5)

type Limits = Pick<PostgresOptions, "lockTimeout" | "statementTimeout">

const statementTimeoutOf = ({ statementTimeout = "10 seconds" }: Limits): Duration.Duration =>
  Duration.fromInputUnsafe(statementTimeout)

const milliseconds = (duration: Duration.Input): string =>
  String(Math.round(Duration.toMillis(duration)))

/** A killed client keeps the locks of its transaction for a minute at most. */
export const timeouts = (options: Limits) => ({
  statement_timeout: milliseconds(statementTimeoutOf(options)),
  lock_timeout: milliseconds(options.lockTimeout ?? "5 seconds"),
  idle_in_transaction_session_timeout: "60000"
})

/**
 * Every statement finds its rows through an index, a few at a time. Plans that were made and cached
 * while tables were small went through whole tables: a claim out of 200,000 messages took 60 ms
 * instead of 1. No statement is worth compiling either.
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

export const plain = (secret: string | Redacted.Redacted): string =>
  Redacted.isRedacted(secret) ? Redacted.value(secret) : secret

/** How many hosts there are to be tried. */
export const hostsOf = (url: PostgresOptions["url"]): number =>
  url === undefined ? 1 : urlsOfHosts(plain(url)).length

/** Whether a connection is of no use that can't write: another host may be the one that can. */
export const needsWrites = (url: PostgresOptions["url"]): boolean =>
  hostsOf(url) > 1 ||
  (url !== undefined && /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/.test(plain(url)))

/** Unless a pooler gives each transaction another session. The parameter is Prisma's. */
export const hasSessions = ({ prepare, url }: PostgresOptions): boolean =>
  prepare ?? (url === undefined || !/[?&]pgbouncer=true(?:&|$)/.test(plain(url)))

/** Sessions are the host's or a pooler's, so settings are made for each transaction. */
export const isShared = (options: PostgresOptions): boolean =>
  options.pool !== undefined || !hasSessions(options)

export const connectTimeoutOf = ({
  connectTimeout = "5 seconds"
}: PostgresOptions): Duration.Duration => Duration.fromInputUnsafe(connectTimeout)

export const clientSettings = (options: PostgresOptions): ClientSettings => ({
  prepare: hasSessions(options),
  hosts: hostsOf(options.url),
  connectTimeout: connectTimeoutOf(options),
  answerTimeout: Duration.sum(
    statementTimeoutOf(options),
    Duration.min(statementTimeoutOf(options), answerMargin)
  ),
  transaction: isShared(options) ? { ...timeouts(options), ...planning } : {}
})

/** Migrations wait for those of another process, and take as long as they take. */
export const migrationTransaction = {
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  ...usual
} as const

export const migrationSettings = (options: PostgresOptions): ClientSettings => ({
  ...clientSettings(options),
  prepare: false,
  answerTimeout: undefined,
  transaction: migrationTransaction
})
