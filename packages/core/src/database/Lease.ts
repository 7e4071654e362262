/** Who leases rows, and until when (epoch milliseconds). */
export interface Lease {
  /** Identifies one run of one process; never reused. */
  readonly owner: string
  readonly until: number
}
