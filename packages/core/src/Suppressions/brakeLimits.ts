const minute = 60_000

/** When suppressing stops, for how long, and how much is remembered for it. Durations are in milliseconds. */
export interface BrakeLimits {
  /** Over which time answers are counted. */
  readonly window: number
  /** In which steps the window moves on: between the two, it is a step shorter. */
  readonly step: number
  /** Recipients who were refused in one wording. */
  readonly recipients: number
  /** Which share of all answers to mail they are. */
  readonly share: number
  /** How many of them there must be without any one tenant, so that all tenants of the route are meant. */
  readonly ofOthers: number
  /** For how long suppressing stops after the limits were last exceeded. */
  readonly hold: number
  /** Windows that are kept: one for each route in use, and one for each tenant on it. */
  readonly maxWindows: number
  /** Wordings that are counted in a window. */
  readonly maxWordings: number
  /** Wordings that are counted in all windows together. */
  readonly maxWordingsInAll: number
  /** Recipients of a wording who are remembered, so that mail that is tried again doesn't count again. */
  readonly maxRecipients: number
  /** Brakes that are on. */
  readonly maxBrakes: number
}

export const brakeLimits: BrakeLimits = {
  // An outage of a directory shows within minutes; mail of an hour ago says little about it.
  window: 10 * minute,
  step: minute,
  // Fewer are a handful of mistyped addresses. So many addresses are lost at most before somebody looks, and can be had back.
  recipients: 20,
  // Mail that is wanted has one or two dead addresses in a hundred; at five in a hundred, providers such as Amazon SES review an account.
  share: 0.05,
  // One tenant's old list must not stop the others' suppressions.
  ofOthers: 3,
  // What was deferred is tried again for an hour (`refusedFor`), and the answer to its last attempt must not be believed either.
  hold: 70 * minute,
  // Together at most about 10 MB: 250 octets for a window, 1.5 kB for a wording in it.
  maxWindows: 4000,
  maxWordings: 16,
  maxWordingsInAll: 4000,
  maxRecipients: 32,
  maxBrakes: 1000
}
