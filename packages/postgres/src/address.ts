import { StorageError } from "@telemark/contract"
import { parseUrl, urlsOfHosts } from "@telemark/core"
import { Effect } from "effect"
import pg from "pg"
import type { PostgresOptions } from "./PostgresOptions.js"
import { refuse } from "./explainPostgresError.js"
import { plain } from "./sessionSettings.js"
import { checkTlsNames, tlsOf, tlsParameters } from "./tls.js"

/** Of a pool that isn't the host's. */
export type OwnOptions = Exclude<PostgresOptions, { readonly pool: pg.Pool }>

const invalidUrl = refuse(
  "The URL of the database is not valid. Write it as postgres://user:password@host:5432/database, " +
    "with special characters of the password percent-encoded."
)

/** Without members that are undefined, which the driver would take as given. */
export const withoutUndefined = <A extends object>(
  options: A
): { [Name in keyof A]?: Exclude<A[Name], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Name in keyof A]?: Exclude<A[Name], undefined>
  }

/** The rest of a URL is left to the driver, but for what it would take otherwise than libpq. */
const configOfUrl = (url: string, ssl: OwnOptions["ssl"]): pg.ClientConfig => {
  const parsed = /^postgres(?:ql)?:\/\//i.test(url) ? parseUrl(url) : undefined
  if (parsed === undefined) throw invalidUrl
  const { searchParams } = parsed
  if (/read-only|standby/.test(searchParams.get("target_session_attrs") ?? ""))
    throw refuse(
      "target_session_attrs of the database takes read-write, primary or any, because Telemark writes to it."
    )
  const names = [...searchParams.keys()]
  checkTlsNames(names)
  const saysTls = names.some((name) => tlsParameters.includes(name))
  if (!saysTls && ssl !== undefined) return { connectionString: url, ssl }
  const tls = tlsOf((name) => searchParams.get(name) || undefined)
  if (tls === undefined) return { connectionString: url }
  const isDirect = tls !== false && searchParams.get("sslnegotiation") === "direct"
  // The driver would let them decide on TLS.
  for (const name of [...tlsParameters, "ssl", "sslnegotiation"]) searchParams.delete(name)
  return {
    connectionString: saysTls ? parsed.href : url,
    ssl: tls,
    ...(isDirect ? { sslnegotiation: "direct" as const } : {})
  }
}

/** For each host, as the driver takes it. Files are read anew. Throws if one can't be, for one. */
export const configsOf = (options: OwnOptions): ReadonlyArray<pg.ClientConfig> => {
  if (options.url !== undefined)
    return urlsOfHosts(plain(options.url)).map((url) => configOfUrl(url, options.ssl))
  const { database, host, password, port, ssl = tlsOf(() => undefined), user } = options
  return [
    withoutUndefined({
      ssl,
      host,
      port,
      user,
      database,
      password: password && plain(password)
    })
  ]
}

/**
 * As `configsOf`, but what was read last is taken again if it can't be read anew: while a file is
 * replaced, there may be none. The pool can't bear a failure then. The first call may throw.
 */
export const rereading = (options: OwnOptions): (() => ReadonlyArray<pg.ClientConfig>) => {
  let last: ReadonlyArray<pg.ClientConfig> | undefined
  return () => {
    try {
      last = configsOf(options)
    } catch (error) {
      if (last === undefined) throw error
    }
    return last
  }
}

/** Tries out whether the options can be read. */
export const checkAddress = (options: OwnOptions): Effect.Effect<void, StorageError> =>
  Effect.try({
    try: () => {
      for (const config of configsOf(options)) new pg.Client(config)
    },
    catch: (error) => {
      if (error instanceof StorageError) return error
      return error instanceof Error && "syscall" in error
        ? refuse(
            "A file that the URL of the database names, such as its sslrootcert, can't be read."
          )
        : invalidUrl
    }
  })
