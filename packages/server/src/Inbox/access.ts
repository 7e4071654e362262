import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"

export interface Asking {
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Whether a request may see captured mail. `Exchange`: its URL has the token; set `cookie` and
 * redirect, to keep it out of the address bar.
 */
export type Access =
  | { readonly _tag: "Granted"; readonly by: "cookie" | "header" }
  | { readonly _tag: "Exchange"; readonly path: string; readonly cookie: string }
  | { readonly _tag: "Refused" }

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Compares in constant time; digests have equal lengths. */
const isSame = (given: string, token: string): boolean =>
  timingSafeEqual(digest(given), digest(token))

/**
 * Contains the token's digest: browsers send a cookie to all ports of a host, and servers with
 * other tokens must not overwrite it.
 */
const cookieName = (token: string): string =>
  `telemark_inbox_${digest(token).toString("hex").slice(0, 8)}`

const maxAge = 30 * 24 * 60 * 60

const cookieOf = ({ cookie = "" }: IncomingHttpHeaders, name: string): string | undefined =>
  cookie
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

export const partsOf = (
  url: string
): { readonly path: string; readonly query: URLSearchParams } => {
  const [path = "", query = ""] = url.replace(/#.*$/s, "").split(/\?(.*)/s)
  return { path, query: new URLSearchParams(query) }
}

/**
 * Decides only by the token, never by remote address or host name, which proxies and other pages
 * choose.
 */
export const accessOf = ({ headers, url }: Asking, token: string): Access => {
  const { path, query } = partsOf(url)
  const name = cookieName(token)
  if (isSame(query.get("token") ?? "", token)) {
    query.delete("token")
    const rest = query.size === 0 ? "" : `?${query.toString()}`
    return {
      _tag: "Exchange",
      path: `${path}${rest}`,
      cookie: `${name}=${token}; Path=/inbox; Max-Age=${maxAge}; HttpOnly; SameSite=Strict`
    }
  }
  if (isSame(/^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? "", token))
    return { _tag: "Granted", by: "header" }
  return isSame(cookieOf(headers, name) ?? "", token)
    ? { _tag: "Granted", by: "cookie" }
    : { _tag: "Refused" }
}
