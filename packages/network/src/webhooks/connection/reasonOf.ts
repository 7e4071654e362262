import type { WebhookFault } from "@telemark/core"
import { CallFailed } from "./CallFailed.js"

const reasons: Readonly<Record<string, WebhookFault>> = {
  ETIMEDOUT: "timeout",
  EPROTO: "tls",
  ECONNRESET: "reset",
  ECONNABORTED: "reset",
  EPIPE: "reset",
  ENOTCONN: "reset",
  EHOSTUNREACH: "reset",
  ENETUNREACH: "reset",
  // undici: the connection was closed, possibly because the caller's scope ended.
  UND_ERR_SOCKET: "reset",
  UND_ERR_CLOSED: "reset",
  UND_ERR_DESTROYED: "reset",
  UND_ERR_HEADERS_OVERFLOW: "protocol",
  // undici asserts that a status is 100 or more.
  ERR_ASSERTION: "protocol"
}

/**
 * undici uses one code for a lost connection and for an invalid response: 100, 101, or one response
 * too many.
 */
const isNonsense = (message: string): boolean =>
  message === "bad response" || message === "bad upgrade"

/**
 * Errors of undici's parser have no code. A connection closed in the middle of a chunk is one of
 * them.
 */
const isCut = (message: string): boolean => message.includes("Invalid EOF state")

/**
 * Why no complete response arrived; undefined if the error isn't of the network. `hasBegun`:
 * whether the response's head was received.
 */
export const reasonOf = (error: unknown, hasBegun: boolean): WebhookFault | undefined => {
  if (error instanceof CallFailed) return error.reason
  if (error instanceof Error && error.name === "HTTPParserError")
    return isCut(error.message) ? "reset" : "protocol"
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    return undefined
  if (error.code === "UND_ERR_SOCKET" && isNonsense(error.message)) return "protocol"
  // The body was shorter than announced. The parser reports any fault of a head with Content-Length
  // the same way.
  if (error.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return hasBegun ? "reset" : "protocol"
  const known = reasons[error.code]
  if (known !== undefined) return known
  return error.code.startsWith("ERR_SSL_") || error.code.startsWith("ERR_TLS_") ? "tls" : undefined
}
