import { parseUrl } from "@telemark/core"
import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"

/** What of a request says whether it may see captured mail. */
export interface Asking {
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Whether a request may see captured mail. `Exchange`: it brings the token in its address, and is to come again at `path` with
 * `cookie`, so that the token stays in no address bar.
 */
export type Access =
  | { readonly _tag: "Granted"; readonly by: "cookie" | "header" }
  | { readonly _tag: "Exchange"; readonly path: string; readonly cookie: string }
  | { readonly _tag: "Refused" }

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Compares digests, which are of one length, in a time that tells nothing. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token))

/** A cookie is sent to every port of its host: servers with other keys must not take each other's away. */
const cookieName = (token: string): string => `telemark_inbox_${digest(token).toString("hex").slice(0, 8)}`

const maxAge = 30 * 24 * 60 * 60

const cookieOf = ({ cookie = "" }: IncomingHttpHeaders, name: string): string | undefined =>
  cookie.split(";").map((pair) => pair.trim()).find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)

/** The path of a URL as requests name it, and its query. */
export const partsOf = (url: string): { readonly path: string; readonly query: URLSearchParams } => {
  const [path = "", query = ""] = url.replace(/#.*$/s, "").split(/\?(.*)/s)
  return { path, query: new URLSearchParams(query) }
}

/** Decides by the token alone: never by the address or the host name that a request comes with, which proxies and pages elsewhere choose. */
export const accessOf = ({ headers, url }: Asking, token: string): Access => {
  const { path, query } = partsOf(url)
  const name = cookieName(token)
  if (isSame(query.get("token") ?? "", token)) {
    query.delete("token")
    const rest = query.size === 0 ? "" : `?${query.toString()}`
    return { _tag: "Exchange", path: `${path}${rest}`, cookie: `${name}=${token}; Path=/inbox; Max-Age=${maxAge}; HttpOnly; SameSite=Strict` }
  }
  if (isSame(/^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? "", token)) return { _tag: "Granted", by: "header" }
  return isSame(cookieOf(headers, name) ?? "", token) ? { _tag: "Granted", by: "cookie" } : { _tag: "Refused" }
}

/** Whether a request that changes something was made by a page of this server itself, as the browser says. */
export const isSameOrigin = ({ host = "", origin, "sec-fetch-site": site }: IncomingHttpHeaders): boolean => {
  if (site !== undefined) return site === "same-origin"
  return origin !== undefined && parseUrl(origin)?.host === host.toLowerCase()
}
