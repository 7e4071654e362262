/** What the sink's process is asked, as a line of JSON. */
export type SinkQuestion =
  /** Forget all, and count the recipients of this run from now on. Answered with null. */
  | { readonly ask: "begin"; readonly run: number }
  /** Until so many recipients of the run were served, for `within` milliseconds at most. */
  | { readonly ask: "taken"; readonly count: number; readonly within: number }
  /** When each send of the run was offered first. */
  | { readonly ask: "arrivals" }

/** What was taken of a run so far. Instants are `monotonicMillis`. */
export interface Taken {
  readonly count: number
  readonly first: number
  readonly last: number
  /** Of the last message. */
  readonly octets: number
  readonly head: string
}

/** The number of a send, and when DATA was said for its first recipient. */
export type Arrivals = ReadonlyArray<readonly [send: number, at: number]>
