import { parseUrl, type StorageError } from "@telemark/contract"
import { Effect, Redacted } from "effect"
import pg from "pg"
import type { PostgresOptions } from "./PostgresOptions.js"
import { refuse } from "./refuse.js"

export type OwnOptions = Exclude<PostgresOptions, { readonly pool: pg.Pool }>

/** What follows the host in a URL is left to the driver, such as `?sslmode=verify-full`. */
const isUrl = (url: string): boolean =>
  /^postgres(?:ql)?:\/\//i.test(url) && parseUrl(url) !== undefined

const invalidUrl = refuse(
  "The URL of the database is not valid. Write it as postgres://user:password@host:5432/database, " +
    "with special characters of the password percent-encoded."
)

const plain = (secret: string | Redacted.Redacted): string =>
  Redacted.isRedacted(secret) ? Redacted.value(secret) : secret

const configOf = (options: OwnOptions): pg.ClientConfig => {
  const ssl = options.ssl === undefined ? {} : { ssl: options.ssl }
  if (options.url !== undefined) return { connectionString: plain(options.url), ...ssl }
  const { database, host, password, port, user } = options
  return {
    ...ssl,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(user === undefined ? {} : { user }),
    ...(database === undefined ? {} : { database }),
    ...(password === undefined ? {} : { password: plain(password) })
  }
}

/**
 * The driver's configuration. It is tried out, since the driver reads a URL each time that it
 * connects.
 */
export const addressOf = (options: OwnOptions): Effect.Effect<pg.ClientConfig, StorageError> => {
  const config = configOf(options)
  if (config.connectionString !== undefined && !isUrl(config.connectionString)) return invalidUrl
  return Effect.try({
    try: () => {
      new pg.Client(config)
      return config
    },
    catch: (error) =>
      error instanceof Error && "syscall" in error
        ? refuse(
            "A file that the URL of the database names, such as its sslrootcert, can't be read."
          )
        : invalidUrl
  })
}
