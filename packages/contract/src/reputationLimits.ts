export type ReputationMeasure = "complaints" | "bounces"

/** Exceeded if the rate is above its own, and the numbers aren't small. */
export interface ReputationLimit {
  readonly measure: ReputationMeasure
  readonly window: "hour" | "day" | "week"
  /** As fractions of the messages sent. */
  readonly rates: { readonly warn: number; readonly pause: number }
  /** Fewer complaints or bounces are chance. */
  readonly minCount: { readonly warn: number; readonly pause: number }
}

/** Of fewer messages, no rate is judged. */
export const minSentToJudge = 100

// Gmail and Yahoo ask for at most 0.1 % complaints, and refuse mail above 0.3 %.
const complaintRates = { warn: 0.001, pause: 0.003 }

// Amazon SES reviews accounts above 5 % hard bounces.
const bounceRates = { warn: 0.025, pause: 0.05 }

/**
 * A sender of wanted mail, with one complaint per thousand, gets five complaints about 1,600
 * messages (five are 0.3 % of 1,666) once in 36 times, and three, also above 0.3 % of 900 messages,
 * once in 16. An hour has so many chances to go wrong that it takes twice as many.
 */
export const reputationLimits: ReadonlyArray<ReputationLimit> = [
  {
    measure: "complaints",
    window: "hour",
    rates: complaintRates,
    minCount: { warn: 5, pause: 10 }
  },
  { measure: "complaints", window: "day", rates: complaintRates, minCount: { warn: 3, pause: 5 } },
  { measure: "complaints", window: "week", rates: complaintRates, minCount: { warn: 3, pause: 5 } },
  { measure: "bounces", window: "hour", rates: bounceRates, minCount: { warn: 10, pause: 20 } },
  { measure: "bounces", window: "day", rates: bounceRates, minCount: { warn: 5, pause: 10 } },
  { measure: "bounces", window: "week", rates: bounceRates, minCount: { warn: 5, pause: 10 } }
]
