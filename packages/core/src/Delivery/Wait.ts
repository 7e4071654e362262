/** Until when a message has to wait for its route; nothing was begun. */
export interface Wait {
  readonly _tag: "Wait"
  readonly until: number
  /** For a limit that is counted by the day: messages live that much longer. */
  readonly isDaily?: boolean
}
