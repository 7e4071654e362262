/** An address that must not be mailed, as it is kept: `folded` is its key. */
export interface SuppressionRecord {
  readonly tenant_id: string
  readonly folded: string
  readonly email_address: string
  readonly reason: string
  readonly added_at: number
}
