const minute = 60_000

/**
 * When suppressing stops, for how long, and how much memory that takes. Durations are in
 * milliseconds.
 */
export interface BrakeLimits {
  /** The time over which replies are counted. */
  readonly window: number
  /** The steps in which the window moves; it covers up to one step less. */
  readonly step: number
  /** Recipients refused in one wording. */
  readonly recipients: number
  /** Their share of all replies to mail. */
  readonly share: number
  /** How many must remain without any one tenant, for all tenants of the route to be affected. */
  readonly ofOthers: number
  /** How long suppressing stops after the limits were last exceeded. */
  readonly duration: number
  /** Windows in memory: one for each route in use, and one for each tenant on it. */
  readonly maxWindows: number
  readonly maxWordings: number
  readonly maxWordingsInAll: number
  /** Recipients remembered per wording, so that retried mail doesn't count again. */
  readonly maxRecipients: number
  readonly maxBrakes: number
}

export const brakeLimits: BrakeLimits = {
  // An outage of a directory shows within minutes; mail of an hour ago says little about it.
  window: 10 * minute,
  step: minute,
  // Fewer are a handful of mistyped addresses. At most so many addresses are lost before somebody
  // looks, and they can be restored.
  recipients: 20,
  // Wanted mail has one or two dead addresses in a hundred; at five in a hundred, providers such as
  // Amazon SES review an account.
  share: 0.05,
  // One tenant's old list must not stop the others' suppressions.
  ofOthers: 3,
  // Deferred mail is retried for an hour (`refusedFor`), and the reply to its last attempt must not
  // be believed either.
  duration: 70 * minute,
  // About 10 MB at most in total: 250 octets per window, 1.5 kB per wording in it.
  maxWindows: 4000,
  maxWordings: 16,
  maxWordingsInAll: 4000,
  maxRecipients: 32,
  maxBrakes: 1000
}
