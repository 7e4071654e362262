import type { SecureContextOptions } from "node:tls"
import type { PeerRule } from "./rules.js"

/**
 * Options of the server. By default: no TLS, no login, PIPELINING, SMTPUTF8 and 8BITMIME, no size
 * limit.
 */
export interface SmtpPeerOptions {
  /** A free port by default. */
  readonly port?: number | undefined
  /** `127.0.0.1` by default. */
  readonly host?: string | undefined
  /** The first rule that applies is followed; without one, the server obeys the client. */
  readonly rules?: ReadonlyArray<PeerRule> | undefined
  /** Key and certificate. The server offers STARTTLS, or speaks TLS at once if `implicitTls`. */
  readonly tls?:
    | Pick<SecureContextOptions, "key" | "cert" | "minVersion" | "maxVersion">
    | undefined
  /** Speaks TLS from the first byte, as on port 465 (RFC 8314); needs `tls`. */
  readonly implicitTls?: boolean | undefined
  /**
   * Requires this login before MAIL. Offers AUTH PLAIN and LOGIN, after STARTTLS if there is `tls`.
   */
  readonly login?: { readonly user: string; readonly password: string } | undefined
  /** Whether to offer PIPELINING (RFC 2920); true by default. */
  readonly pipelining?: boolean | undefined
  /** Whether to offer SMTPUTF8 (RFC 6531); true by default. */
  readonly smtputf8?: boolean | undefined
  /** Whether to offer DSN (RFC 3461); false by default. */
  readonly dsn?: boolean | undefined
  /** The largest message accepted, in octets, as announced by SIZE. */
  readonly size?: number | undefined
}

/** A message that the server accepted. */
export interface ReceivedMail {
  /** From MAIL FROM and RCPT TO, without angle brackets. */
  readonly envelope: { readonly from: string; readonly to: ReadonlyArray<string> }
  /** What followed the sender in MAIL FROM, such as `SIZE=1234 SMTPUTF8`. */
  readonly parameters: string
  /** The bytes of the message, without dot-stuffing. */
  readonly source: Buffer
  /** When it was accepted, in epoch milliseconds. */
  readonly at: number
  /** The number of its connection, counted from 1. */
  readonly connection: number
  readonly isSecure: boolean
  /** The user who was logged in, or null. */
  readonly user: string | null
}
