import { decodedPart, parseUrl } from "@telemark/contract"
import { Data, Redacted, Result } from "effect"

/** The message never repeats the URL, which may contain a password. */
export class InvalidRedisUrl extends Data.TaggedError("InvalidRedisUrl")<{
  readonly reason: string
}> {
  readonly code = "invalid_redis_url"

  override get message(): string {
    return (
      `The URL of Redis ${this.reason}. It takes redis://user:password@host:6379/0, or rediss:// for TLS; ` +
      "user, password, port and database are optional, special characters of user and password must be percent-encoded, and ?prefix=name may follow."
    )
  }
}

export interface RedisServer {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly username: string | undefined
  readonly password: Redacted.Redacted | undefined
  readonly database: number
  readonly prefix: string | undefined
}

export const defaultPrefix = "telemark"

/** BullMQ separates the parts of a key by colons. */
export const isPrefix = (text: string): boolean => /^[A-Za-z0-9_.-]{1,64}$/.test(text)

const invalid = (reason: string): Result.Result<never, InvalidRedisUrl> =>
  Result.fail(new InvalidRedisUrl({ reason }))

const problemOf = (url: URL): string | undefined => {
  if (url.protocol !== "redis:" && url.protocol !== "rediss:")
    return "must begin with redis:// or rediss://"
  if (url.hostname === "") return "names no host"
  if (url.port === "0") return "names no valid port"
  if (!/^\/?\d{0,4}$/.test(url.pathname) || url.hash !== "")
    return "must end after the number of the database"
  if ([...url.searchParams.keys()].some((key) => key !== "prefix"))
    return "has a parameter other than prefix"
  return isPrefix(url.searchParams.get("prefix") ?? defaultPrefix)
    ? undefined
    : "has a prefix of other characters than letters, digits, dots, hyphens and underscores"
}

/** The error's `reason` repeats no part of the URL. */
export const parseRedisUrl = (text: string): Result.Result<RedisServer, InvalidRedisUrl> => {
  const url = parseUrl(text)
  if (url === undefined) return invalid("is not a URL")
  const problem = problemOf(url)
  if (problem !== undefined) return invalid(problem)
  const [username, password] = [decodedPart(url.username), decodedPart(url.password)]
  if (username === undefined || password === undefined)
    return invalid("has a percent sign that begins no escape")
  return Result.succeed({
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? 6379 : Number(url.port),
    tls: url.protocol === "rediss:",
    username: username === "" ? undefined : username,
    password: password === "" ? undefined : Redacted.make(password),
    database: Number(url.pathname.slice(1)),
    prefix: url.searchParams.get("prefix") ?? undefined
  })
}
