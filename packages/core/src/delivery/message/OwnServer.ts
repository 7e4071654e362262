import type { Redacted } from "effect"

/** A tenant's own SMTP server with its login. */
export interface OwnServer {
  /** The id of its configuration, `smtp_…`, a new one with each save: servers with the same id are identical. */
  readonly id: string
  readonly provider: string
  /** Lower case; a name in A-labels. */
  readonly host: string
  /** 465 means TLS from the first byte; other ports begin unencrypted. */
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted
  readonly tls_required: boolean
  /**
   * The EHLO name, normalized by `toEhloName`; null: the operator's, else the machine's, else the
   * domain of `from_email`, else that of the connection's first sender.
   */
  readonly ehlo_name: string | null
  readonly from_email: string | null
}

/** A tenant's own SMTP server as a claim reads it. */
export interface StoredServer extends Omit<OwnServer, "password"> {
  readonly tenant_id: string
  /** Sealed. */
  readonly password: string
  /** False from a refused login until the server accepts mail again or is verified. */
  readonly verified: boolean
}
