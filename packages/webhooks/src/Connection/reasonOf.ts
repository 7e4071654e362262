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
  // undici's: the connection was closed, also by the end of the whole caller.
  UND_ERR_SOCKET: "reset",
  UND_ERR_CLOSED: "reset",
  UND_ERR_DESTROYED: "reset",
  UND_ERR_HEADERS_OVERFLOW: "protocol",
  // undici asserts that a status has three digits and begins with one.
  ERR_ASSERTION: "protocol"
}

/** undici has one code for a connection that is gone and for an answer that there can't be: 100, 101, or one too many. */
const isNonsense = (message: string): boolean => message === "bad response" || message === "bad upgrade"

/** The parser's errors have no code. A connection that is closed in the middle of a chunk is one of them. */
const isCut = (message: string): boolean => message.includes("Invalid EOF state")

/**
 * Why no whole answer came, by an error of a socket, of undici or of its parser; undefined for one that isn't of the network.
 * `hasBegun` if the answer's head was there.
 */
export const reasonOf = (error: unknown, hasBegun: boolean): WebhookFault | undefined => {
  if (error instanceof CallFailed) return error.reason
  if (error instanceof Error && error.name === "HTTPParserError") return isCut(error.message) ? "reset" : "protocol"
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined
  if (error.code === "UND_ERR_SOCKET" && isNonsense(error.message)) return "protocol"
  // Fewer octets than were announced; the parser says the same of anything wrong with a head that announces some.
  if (error.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return hasBegun ? "reset" : "protocol"
  const known = reasons[error.code]
  if (known !== undefined) return known
  return error.code.startsWith("ERR_SSL_") || error.code.startsWith("ERR_TLS_") ? "tls" : undefined
}
