/** Two measurements of the same run, in milliseconds, of which one is the yardstick. */
export interface Compared {
  readonly millis: number
  readonly baseline: number
}

/** One of the things that a check is about. */
export interface Case {
  readonly name: string
  readonly measure: () => Promise<Compared>
}

/** What must hold on a machine of any speed, as both sides of a ratio are measured on it. */
export interface Check {
  readonly name: string
  /** What is divided by what. */
  readonly compares: string
  /** The largest ratio that passes. */
  readonly bound: number
  /** Starts what the cases need; `atEnd` ends it. */
  readonly start: () => Promise<ReadonlyArray<Case>> | ReadonlyArray<Case>
}
