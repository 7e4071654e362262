import type { IncomingHttpHeaders } from "node:http"

/** What tells whether a request comes from a person at this machine. */
export interface Origin {
  readonly remoteAddress: string | undefined
  readonly httpVersion: string
  readonly headers: IncomingHttpHeaders
}

const loopback = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/i

/** A page elsewhere whose name was made to resolve to this machine still sends that name. */
const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i

/** A proxy on this machine has a loopback address too. */
const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => name === "forwarded" || name === "via" || name === "x-real-ip" || name.startsWith("x-forwarded-"))

/**
 * Whether a request may see captured mail, which needs no key: it comes from a loopback address, names this
 * machine as its host, and didn't pass a proxy. nginx by default adds none of those headers and sends
 * `Host: 127.0.0.1:<port>`, but speaks HTTP/1.0, as no browser does.
 */
export const isLocal = ({ headers, httpVersion, remoteAddress = "" }: Origin): boolean =>
  loopback.test(remoteAddress) && localHost.test(headers.host ?? "") && httpVersion === "1.1" && !isForwarded(headers)
