/** A message has to wait for its route until `until` (epoch milliseconds); nothing was sent. */
export interface Wait {
  readonly _tag: "Wait"
  readonly until: number
  /** Because of a daily limit: messages are given up that much later. */
  readonly isDaily?: boolean
}
