import type { SecureContextOptions } from "node:tls"
import type { PeerRule } from "./rules.js"

/** A login with access tokens, refused with the challenges of RFC 7628. */
export interface TokenLogin {
  readonly user: string
  readonly accepts: (accessToken: string) => boolean
  /** Both by default. */
  readonly mechanisms?: ReadonlyArray<"XOAUTH2" | "OAUTHBEARER"> | undefined
  /** The `status` of the challenge before a refusal; `invalid_token` by default. */
  readonly status?: string | undefined
}

/** By default: no TLS, no login, PIPELINING, SMTPUTF8 and 8BITMIME, no size limit. */
export interface SmtpPeerOptions {
  /** A free port by default. */
  readonly port?: number | undefined
  /** `127.0.0.1` by default. */
  readonly host?: string | undefined
  /** The first that applies is followed. */
  readonly rules?: ReadonlyArray<PeerRule> | undefined
  /** Key and certificate. Offers STARTTLS, or speaks TLS at once with `implicitTls`. */
  readonly tls?:
    | Pick<SecureContextOptions, "key" | "cert" | "minVersion" | "maxVersion">
    | undefined
  /** From the first byte, as on port 465 (RFC 8314); needs `tls`. */
  readonly implicitTls?: boolean | undefined
  /** Requires this login before MAIL: AUTH PLAIN and LOGIN, after STARTTLS if there is `tls`. */
  readonly login?: { readonly user: string; readonly password: string } | undefined
  /** Requires an access token before MAIL; instead of `login`, or beside it. */
  readonly tokenLogin?: TokenLogin | undefined
  /** RFC 2920; true by default. */
  readonly pipelining?: boolean | undefined
  /** RFC 6531; true by default. */
  readonly smtputf8?: boolean | undefined
  /** RFC 3461; false by default. */
  readonly dsn?: boolean | undefined
  /** The largest message, in octets, as announced by SIZE. */
  readonly size?: number | undefined
}

export interface ReceivedMail {
  /** From MAIL FROM and RCPT TO, without angle brackets. */
  readonly envelope: { readonly from: string; readonly to: ReadonlyArray<string> }
  /** What followed the sender, such as `SIZE=1234 SMTPUTF8`. */
  readonly parameters: string
  /** Without dot-stuffing. */
  readonly source: Buffer
  /** Epoch milliseconds. */
  readonly at: number
  /** Counted from 1. */
  readonly connection: number
  readonly isSecure: boolean
  readonly user: string | null
}
