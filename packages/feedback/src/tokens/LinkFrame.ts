/** What is around the tokens of addresses that lead to this service. */
export interface LinkFrame {
  /** Addresses begin with the first; all of them lead here. They have no slash at their end. */
  readonly bases: readonly [string, ...ReadonlyArray<string>]
  /** Empty, or a slash for hosts that put one at the end of every path. */
  readonly ending: "" | "/"
}
