import type { Settings } from "../Settings/index.js"

/** Where a running server is found. */
export interface Addresses {
  /** The base URL of the API, ending in its version. */
  readonly url: string
  readonly docs_url: string
  /** Undefined if mail isn't captured, or if the inbox can't be reached because the server listens to the outside only. */
  readonly inbox_url: string | undefined
}

const isWildcard = (host: string): boolean => host === "0.0.0.0" || host === "::"
const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || host === "127.0.0.1"

const originOf = (host: string, port: number): string => `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/** The addresses of a server that listens on this port. */
export const addressesOf = ({ host, transport }: Pick<Settings, "host" | "transport">, port: number): Addresses => {
  const origin = originOf(host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "localhost" : host, port)
  const hasInbox = transport._tag === "Capture" && (isLoopback(host) || isWildcard(host))
  return { url: `${origin}/v1`, docs_url: `${origin}/docs`, inbox_url: hasInbox ? `${origin}/inbox` : undefined }
}
