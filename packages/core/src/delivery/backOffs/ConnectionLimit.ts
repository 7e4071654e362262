/** How many connections a route's server takes at once, found where it refused one more. */
export interface ConnectionLimit {
  /** `platform`, or the id of the configuration of a tenant's own server. */
  readonly route: string
  /** Whose server it is; empty for the platform's route. */
  readonly tenant_id: string
  /** As many as one process had open: others may have had theirs. */
  readonly connections: number
  readonly smtp_response: string | null
  /** When the server last refused one, in epoch milliseconds. */
  readonly refused_at: number
}
