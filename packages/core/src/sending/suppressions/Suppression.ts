/**
 * A stored suppression: of an address, or of one topic's mail to it. `folded` and `topic` are its
 * key.
 */
export interface SuppressionRecord {
  readonly tenant_id: string
  readonly folded: string
  readonly email_address: string
  readonly reason: string
  readonly added_at: number
  /** Null: all mail to the address. */
  readonly topic: string | null
}
