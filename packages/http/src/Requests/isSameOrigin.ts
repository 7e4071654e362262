import { parseUrl } from "@telemark/contract"

/**
 * Whether a request that changes something comes from a page of this server, as the browser says.
 * Pages of other sites can set neither field.
 */
export const isSameOrigin = (header: (name: string) => string | undefined): boolean => {
  const site = header("sec-fetch-site")
  if (site !== undefined) return site === "same-origin"
  // Browsers leave the field out where they reach a server without TLS.
  const origin = header("origin")
  return origin !== undefined && parseUrl(origin)?.host === (header("host") ?? "").toLowerCase()
}
