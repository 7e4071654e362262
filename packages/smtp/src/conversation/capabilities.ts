import { isAscii } from "@telemark/contract"
import { type Reply, toXtext } from "@telemark/core"
import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import type { PreparedMessage } from "../sendPrepared.js"

export interface Capabilities {
  /** Commands may be sent without waiting for the replies (RFC 2920). */
  readonly pipelining: boolean
  /** Addresses and header fields needn't be ASCII (RFC 6531). */
  readonly smtputf8: boolean
  /** Content beyond ASCII may be sent as it is (RFC 6152). */
  readonly eightBit: boolean
  /** RFC 3461. */
  readonly dsn: boolean
  /** The largest message in octets (RFC 1870): 0 if the server doesn't say, null without SIZE. */
  readonly size: number | null
  /** The login offered (RFC 4954): with user name and password, `other` mechanisms, or none. */
  readonly login: "password" | "other" | "none"
  /** How the server takes access tokens, if it does. */
  readonly tokenLogin: TokenMechanism | undefined
}

/** The same token in another frame: Google's and Microsoft's, and that of RFC 7628. */
export type TokenMechanism = "XOAUTH2" | "OAUTHBEARER"

/** Mechanisms with user name and password that nodemailer supports. */
const passwordMechanisms: ReadonlySet<string> = new Set(["PLAIN", "LOGIN", "CRAM-MD5"])

/** In order of preference (decision 59). */
const tokenMechanisms = ["XOAUTH2", "OAUTHBEARER"] as const

const loginOf = (lines: ReadonlyArray<string>): Pick<Capabilities, "login" | "tokenLogin"> => {
  // Some servers write `AUTH=PLAIN`, as a draft of the RFC had it.
  const offers = lines.flatMap((line) => /^AUTH(?:[ =]+(.*))?$/i.exec(line)?.slice(1, 2) ?? [])
  if (offers.length === 0) return { login: "none", tokenLogin: undefined }
  const mechanisms = offers
    .join(" ")
    .toUpperCase()
    .split(/\s+/)
    .filter((name) => name !== "")
  const takesPassword =
    mechanisms.length === 0 || mechanisms.some((name) => passwordMechanisms.has(name))
  return {
    login: takesPassword ? "password" : "other",
    tokenLogin: tokenMechanisms.find((name) => mechanisms.includes(name))
  }
}

/** Parses the reply to EHLO, its lines separated by LF. */
export const parseCapabilities = (reply: string): Capabilities => {
  const lines = reply
    .split("\n")
    .slice(1)
    .map((line) => line.trim().slice(4))
  const keywords = new Map(
    lines.map((line) => {
      const [keyword = "", parameter = ""] = line.split(/\s+/)
      return [keyword.toUpperCase(), parameter]
    })
  )
  const size = keywords.get("SIZE")
  return {
    pipelining: keywords.has("PIPELINING"),
    smtputf8: keywords.has("SMTPUTF8"),
    eightBit: keywords.has("8BITMIME"),
    dsn: keywords.has("DSN"),
    size: size === undefined ? null : /^\d{1,15}$/.test(size) ? Number(size) : 0,
    ...loginOf(lines)
  }
}

interface DsnParameters {
  /** Each begins with a blank. Empty if nothing is asked for. */
  readonly mail: string
  readonly rcpt: string
}

const none: DsnParameters = { mail: "", rcpt: "" }

/**
 * What is asked of a server that offers DSN (RFC 3461): reports on failures and delays with the
 * header and our id. Only for a return path of ours: the sender's own mailbox gets what the server
 * sends by default. A recipient beyond ASCII has no ORCPT: servers rarely know its form (RFC 6533).
 */
export const dsnParameters = ({ returnPath, to }: PreparedMessage): DsnParameters => {
  if (returnPath === undefined) return none
  const notify = returnPath.reportsSuccess ? "SUCCESS,FAILURE,DELAY" : "FAILURE,DELAY"
  return {
    mail: ` RET=HDRS ENVID=${toXtext(returnPath.envid)}`,
    rcpt: ` NOTIFY=${notify}${isAscii(to) ? ` ORCPT=rfc822;${toXtext(to)}` : ""}`
  }
}

/** RFC 5321 4.2.2, 4.1.1.11: invalid, not implemented, unknown. */
const refusals: ReadonlySet<number> = new Set([501, 504, 555])

/** Whether a reply may be about the parameters rather than the address. */
export const mayRefuseParameters = ({ code }: Pick<Reply, "code">): boolean => refusals.has(code)

/**
 * Such as `TLSv1.3`. Null: in clear. Undefined: the connection is lost, and with it the protocol.
 */
export const encryptionOf = (socket: Socket | false | null): string | null | undefined =>
  socket === false || socket === null
    ? undefined
    : socket instanceof TLSSocket
      ? (socket.getProtocol() ?? undefined)
      : null
