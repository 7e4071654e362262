import { parseUrl } from "@telemark/core"
import { Either, Redacted } from "effect"
import { resolve } from "node:path"

/** Where everything is kept. */
export type DatabaseSettings =
  | {
    readonly _tag: "Sqlite"
    /** The file, as an absolute path. */
    readonly filename: string
    /** What the names of tables begin with. */
    readonly tablePrefix?: string | undefined
  }
  | {
    readonly _tag: "Postgres"
    /** Undefined: where the `search_path` of the connections leads. */
    readonly schema?: string | undefined
    readonly tablePrefix?: string | undefined
    /** It may hold a password. */
    readonly url: Redacted.Redacted
    /** Connections that this process may open for its statements. */
    readonly maxConnections: number
  }

/** What the URL alone says of a database. */
export type NamedDatabase =
  | { readonly _tag: "Sqlite"; readonly filename: string }
  | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted }

type Read = Either.Either<NamedDatabase, string | undefined>

const sqlite = (text: string): Read => {
  const [, path = ""] = /^sqlite:(?:\/\/(?=\/))?([^?#]+)$/i.exec(text) ?? []
  return path === "" || path.startsWith("//") || path.startsWith(":") || path.endsWith("/")
    ? Either.left(undefined)
    : Either.right({ _tag: "Sqlite", filename: resolve(path) })
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The parts of a Postgres URL that may be shown: everything but the login and the parameters, some of which are secrets too. */
const locationOf = (url: URL) => {
  // As the driver has it, a parameter wins: it is how the directory of a socket is named.
  const given = (name: string, part: string): string => url.searchParams.get(name) ?? decoded(part) ?? ""
  return { host: given("host", url.hostname), port: given("port", url.port) || "5432", database: decoded(url.pathname.slice(1)) ?? "" }
}

const problemOf = (url: URL): string | undefined => {
  const { database, host } = locationOf(url)
  if ([url.username, url.password, url.hostname, url.pathname].some((part) => decoded(part) === undefined)) {
    return "has a percent sign that begins no escape: special characters of user and password are percent-encoded"
  }
  if (host === "") return "names no host"
  if (database === "" || /[/\p{Cc}]/u.test(database)) return "names no database"
  return url.hash === "" ? undefined : "has a # that isn't percent-encoded"
}

const postgres = (text: string): Read => {
  // Special characters of a password mostly end up here: they make the URL one that nothing can read.
  const url = parseUrl(text)
  if (url === undefined) return Either.left("can't be read as a URL: special characters of user and password are percent-encoded")
  const problem = problemOf(url)
  return problem === undefined ? Either.right({ _tag: "Postgres", url: Redacted.make(text) }) : Either.left(problem)
}

/** `sqlite:` and a file, relative to the working directory or absolute with one slash or three; or the URL of a Postgres. */
export const databaseUrl = (text: string): Read => /^postgres(?:ql)?:/i.test(text) ? postgres(text) : sqlite(text)

/** What a database is called where people read it: its file, or `host:port/database`; never who logs in there. */
export const databaseName = (database: NamedDatabase): string => {
  if (database._tag === "Sqlite") return database.filename
  const location = locationOf(new URL(Redacted.value(database.url)))
  return `${location.host}:${location.port}/${location.database}`
}
