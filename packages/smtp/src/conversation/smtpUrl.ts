import { decodedPart, parseUrl, toAsciiDomain } from "@telemark/contract"
import { Data, Redacted, Result } from "effect"
import type { TokenSource } from "../oauth2/AccessTokens.js"
import { isIPv4, isIPv6 } from "node:net"

/** The message never repeats the URL, which may contain a password. */
export class InvalidSmtpUrl extends Data.TaggedError("InvalidSmtpUrl")<{
  readonly reason: string
}> {
  readonly code = "invalid_smtp_url"

  override get message(): string {
    return (
      `The SMTP URL ${this.reason}. It takes smtp://user:password@host:587 or smtps://user:password@host:465; ` +
      "user and password may be left out, their special characters must be percent-encoded, " +
      "and ?tls=required, ?tls=opportunistic or ?tls=none may follow."
    )
  }
}

/**
 * `required`: only TLS, and the certificate must match the host. `opportunistic`: TLS without
 * certificate check if the server offers it, and a login only over TLS. `none`: everything in
 * clear, including the login.
 */
export type TlsMode = "required" | "opportunistic" | "none"

/** Percent-decoded. */
export interface Credentials {
  readonly user: string
  readonly password: Redacted.Redacted
}

/** A login with access tokens. */
export interface TokenCredentials {
  readonly user: string
  readonly tokens: TokenSource
}

export type Login = Credentials | TokenCredentials

export interface Server {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps`) instead of STARTTLS. */
  readonly implicitTls: boolean
  readonly tls: TlsMode
  readonly credentials: Credentials | null
}

const invalid = (reason: string): Result.Result<never, InvalidSmtpUrl> =>
  Result.fail(new InvalidSmtpUrl({ reason }))

/** Single-label names are valid too, such as `localhost` or a container's name. */
const toHost = (text: string): string | undefined => {
  const host = text.replace(/^\[(.*)\]$/, "$1")
  if (isIPv4(host) || isIPv6(host)) return host
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(host)
    ? host.toLowerCase()
    : toAsciiDomain(decodedPart(host) ?? "")
}

/** Decoded, and empty if it isn't there. */
interface UserPart {
  readonly user: string
  readonly password: string
}

const toCredentials = ({ password, user }: UserPart): Credentials | null | undefined => {
  if (user === "" && password === "") return null
  return user === "" || password === "" ? undefined : { user, password: Redacted.make(password) }
}

const bothOrNeither = "needs both a user and a password, or neither"

const isTlsMode = (text: string): text is TlsMode =>
  text === "required" || text === "opportunistic" || text === "none"

const toTlsMode = (url: URL, hasCredentials: boolean): TlsMode | undefined => {
  const isSecure = url.protocol === "smtps:"
  const given =
    url.searchParams.get("tls") ?? (isSecure || hasCredentials ? "required" : "opportunistic")
  return isTlsMode(given) && !(isSecure && given === "none") ? given : undefined
}

// Submission (RFC 6409) with a login, relaying (RFC 5321) without.
const defaultPort = (isSecure: boolean, hasCredentials: boolean): number =>
  isSecure ? 465 : hasCredentials ? 587 : 25

/** A server, and whether its URL gives a login or only a user for one. */
type ParsedUrl = Omit<Server, "credentials"> & UserPart

const readSmtpUrl = (text: string): Result.Result<ParsedUrl, InvalidSmtpUrl> => {
  const url = parseUrl(text)
  if (url === undefined)
    return invalid(
      text.includes("@")
        ? "can't be read as a URL: percent-encode special characters of user and password, / as %2F, % as %25, @ as %40"
        : "is not a URL"
    )
  if (url.protocol !== "smtp:" && url.protocol !== "smtps:")
    return invalid("must begin with smtp:// or smtps://")
  const host = toHost(url.hostname)
  if (host === undefined)
    return invalid(url.hostname === "" ? "names no host" : "names no valid host")
  if (url.port === "0") return invalid("names no valid port")
  if ((url.pathname !== "" && url.pathname !== "/") || url.hash !== "")
    return invalid("must end after the host and port")
  if ([...url.searchParams.keys()].some((key) => key !== "tls"))
    return invalid("has a parameter other than tls")
  const [user, password] = [decodedPart(url.username), decodedPart(url.password)]
  if (user === undefined || password === undefined)
    return invalid(
      "has a percent sign that begins no escape: percent-encode special characters of user and password, % as %25"
    )
  if (/[\r\n\0]/.test(user + password)) return invalid(bothOrNeither)
  const hasLogin = user !== "" || password !== ""
  const tls = toTlsMode(url, hasLogin)
  if (tls === undefined) return invalid("has an invalid tls parameter")
  const implicitTls = url.protocol === "smtps:"
  const port = url.port === "" ? defaultPort(implicitTls, hasLogin) : Number(url.port)
  return Result.succeed({ host, port, implicitTls, tls, user, password })
}

/**
 * Parses a URL such as `smtp://user:password@host:587`, and fills in defaults. The error repeats no
 * part of it.
 */
export const parseSmtpUrl = (text: string): Result.Result<Server, InvalidSmtpUrl> =>
  Result.flatMap(readSmtpUrl(text), ({ password, user, ...server }) => {
    const credentials = toCredentials({ user, password })
    return credentials === undefined
      ? invalid(bothOrNeither)
      : Result.succeed({ ...server, credentials })
  })

/** The same of a server to which access tokens are the login: `smtp://user@host:587`. */
export const parseTokenSmtpUrl = (
  text: string
): Result.Result<Omit<Server, "credentials"> & Pick<TokenCredentials, "user">, InvalidSmtpUrl> =>
  Result.flatMap(readSmtpUrl(text), ({ password, ...server }) => {
    if (server.user === "") return invalid("needs a user for the login with OAuth 2")
    return password === ""
      ? Result.succeed(server)
      : invalid("has a password beside OAuth 2: leave one of both out")
  })
