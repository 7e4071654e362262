/** A stored SMTP server of a tenant. Times are epoch milliseconds. */
export interface SmtpConfigRecord {
  /** `smtp_…`; a new one with each save. */
  readonly id: string
  readonly tenant_id: string
  readonly provider: string
  /** Lower case; a name in A-labels. */
  readonly host: string
  readonly port: number
  readonly username: string
  /** Sealed. */
  readonly password: string
  readonly tls_required: boolean
  /** Normalized by `toEhloName`. */
  readonly ehlo_name: string | null
  readonly from_email: string | null
  readonly from_name: string | null
  /** False from a refused login until the server accepts mail again or is verified. */
  readonly verified: boolean
  readonly created_at: number
  readonly updated_at: number
}
