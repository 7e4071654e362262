import { decodedPart, parseUrl, urlsOfHosts } from "@telemark/core"
import { Redacted, Result } from "effect"
import { resolve } from "node:path"

export type DatabaseSettings =
  | {
      readonly _tag: "Sqlite"
      /** Absolute path. */
      readonly filename: string
      readonly tablePrefix?: string | undefined
    }
  | {
      readonly _tag: "Postgres"
      /** Undefined for the connections' `search_path`. */
      readonly schema?: string | undefined
      readonly tablePrefix?: string | undefined
      /** May contain a password. */
      readonly url: Redacted.Redacted
      /** Of this process, for its statements. */
      readonly maxConnections: number
      /** Undefined for what the URL says. */
      readonly prepare?: boolean | undefined
      /** Without a pooler in between. */
      readonly directUrl?: Redacted.Redacted | undefined
    }

/** Without its options. */
type NamedDatabase =
  | { readonly _tag: "Sqlite"; readonly filename: string }
  | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted }

type Read = Result.Result<NamedDatabase, string | undefined>

type PostgresDatabase = Extract<NamedDatabase, { readonly _tag: "Postgres" }>

const sqlite = (text: string): Read => {
  const [, path = ""] = /^sqlite:(?:\/\/(?=\/))?([^?#]+)$/i.exec(text) ?? []
  return path === "" || path.startsWith("//") || path.startsWith(":") || path.endsWith("/")
    ? Result.fail(undefined)
    : Result.succeed({ _tag: "Sqlite", filename: resolve(path) })
}

/** What may be shown: not the login, nor the parameters, which may be secret too. */
const locationOf = (url: URL) => {
  // As in the driver, a parameter has precedence: so a socket's directory is given.
  const given = (name: string, part: string): string =>
    url.searchParams.get(name) ?? decodedPart(part) ?? ""
  return {
    host: given("host", url.hostname),
    port: given("port", url.port) || "5432",
    database: decodedPart(url.pathname.slice(1)) ?? ""
  }
}

const problemOf = (text: string): string | undefined => {
  // Unencoded special characters in a password mostly make it invalid.
  const url = parseUrl(text)
  if (url === undefined)
    return "can't be read as a URL: percent-encode special characters of user and password"
  const { database, host } = locationOf(url)
  if (
    [url.username, url.password, url.hostname, url.pathname].some(
      (part) => decodedPart(part) === undefined
    )
  ) {
    return "has a percent sign that begins no escape: percent-encode special characters of user and password"
  }
  if (host === "") return "names no host"
  if (database === "" || /[/\p{Cc}]/u.test(database)) return "names no database"
  return url.hash === "" ? undefined : "has a # that isn't percent-encoded"
}

const postgres = (text: string): Result.Result<PostgresDatabase, string> => {
  const problem = urlsOfHosts(text)
    .map(problemOf)
    .find((problem) => problem !== undefined)
  return problem === undefined
    ? Result.succeed({ _tag: "Postgres", url: Redacted.make(text) })
    : Result.fail(problem)
}

/** The URL of a Postgres database. */
export const postgresUrl = (text: string): Result.Result<Redacted.Redacted, string | undefined> =>
  /^postgres(?:ql)?:/i.test(text)
    ? Result.map(postgres(text), ({ url }) => url)
    : Result.fail(undefined)

/**
 * `sqlite:` and a file, relative or absolute with one or three slashes, or the URL of a Postgres
 * database.
 */
export const databaseUrl = (text: string): Read =>
  /^postgres(?:ql)?:/i.test(text) ? postgres(text) : sqlite(text)

/** For messages: the file, or `host:port/database` without the login. */
export const databaseName = (database: NamedDatabase): string => {
  if (database._tag === "Sqlite") return database.filename
  const [first, ...others] = urlsOfHosts(Redacted.value(database.url)).map((url) =>
    locationOf(new URL(url))
  )
  const hosts = [first, ...others].map((location) => `${location?.host}:${location?.port}`)
  return `${hosts.join(",")}/${first?.database}`
}
