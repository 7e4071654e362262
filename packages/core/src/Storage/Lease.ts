/** Who asks a queue, and until when what it takes is its own. Instants are epoch milliseconds. */
export interface Lease {
  /** Names one process and run; never used again by another. */
  readonly owner: string
  readonly until: number
}
