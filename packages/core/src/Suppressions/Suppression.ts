/** A stored suppressed address; `folded` is its key. */
export interface SuppressionRecord {
  readonly tenant_id: string
  readonly folded: string
  readonly email_address: string
  readonly reason: string
  readonly added_at: number
}
