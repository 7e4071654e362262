/** Which page of a list. */
export interface PageRequest {
  /** How many rows, 1 to 100; 50 by default. */
  readonly limit?: number | undefined
  /** How many rows to skip; none by default. */
  readonly offset?: number | undefined
}

/** All of a list. */
export interface Listed<A> {
  readonly data: ReadonlyArray<A>
}

/** One page of a list, newest first. */
export interface Paged<A> extends Listed<A> {
  readonly limit: number
  readonly offset: number
}

/** It was done. */
export interface Success {
  readonly success: boolean
}
