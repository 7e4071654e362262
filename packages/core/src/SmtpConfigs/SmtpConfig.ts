/** What a tenant's SMTP server is, as it is kept. Times are epoch milliseconds. */
export interface SmtpConfigRecord {
  /** Another one with each save: `smtp_…`. */
  readonly id: string
  readonly tenant_id: string
  readonly provider: string
  /** Lower case, a name as A-labels. */
  readonly host: string
  readonly port: number
  readonly username: string
  /** Sealed. */
  readonly password: string
  readonly tls_required: boolean
  /** As `toEhloName` has it. */
  readonly ehlo_name: string | null
  readonly from_email: string | null
  readonly from_name: string | null
  /** False from when the server refuses the login until it takes mail again or is verified. */
  readonly verified: boolean
  readonly created_at: number
  readonly updated_at: number
}
