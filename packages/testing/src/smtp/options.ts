import type { SecureContextOptions } from "node:tls"
import type { PeerRule } from "./rules.js"

/** What the server is. By default: no TLS, no login, PIPELINING, SMTPUTF8 and 8BITMIME, no limit of size. */
export interface SmtpPeerOptions {
  /** A free one by default. */
  readonly port?: number | undefined
  /** `127.0.0.1` by default. */
  readonly host?: string | undefined
  /** The first that fits is followed; where none does, the server does as it is asked. */
  readonly rules?: ReadonlyArray<PeerRule> | undefined
  /** Key and certificate. STARTTLS is offered then, or TLS is spoken at once if `implicitTls`. */
  readonly tls?: Pick<SecureContextOptions, "key" | "cert" | "minVersion" | "maxVersion"> | undefined
  /** Speaks TLS from the first byte on, as on port 465 (RFC 8314); needs `tls`. */
  readonly implicitTls?: boolean | undefined
  /** Asks for this login before MAIL. AUTH PLAIN and LOGIN are offered, after STARTTLS if there is TLS. */
  readonly login?: { readonly user: string; readonly password: string } | undefined
  /** Whether PIPELINING is offered (RFC 2920). */
  readonly pipelining?: boolean | undefined
  /** Whether SMTPUTF8 is offered (RFC 6531). */
  readonly smtputf8?: boolean | undefined
  /** The largest message taken, in octets, as SIZE announces it. */
  readonly size?: number | undefined
}

/** A mail that the server took. */
export interface ReceivedMail {
  /** From MAIL FROM and RCPT TO, without angle brackets. */
  readonly envelope: { readonly from: string; readonly to: ReadonlyArray<string> }
  /** What followed the sender in MAIL FROM, such as `SIZE=1234 SMTPUTF8`. */
  readonly parameters: string
  /** The bytes of the mail, dots undone. */
  readonly source: Buffer
  /** When it was taken, in epoch milliseconds. */
  readonly at: number
  /** On which connection it came, counted from 1. */
  readonly connection: number
  /** Whether it came over TLS. */
  readonly isSecure: boolean
  /** Who was logged in; null if nobody was. */
  readonly user: string | null
}
