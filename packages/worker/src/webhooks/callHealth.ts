import { waitAfter } from "@telemark/core"

/** As known in this process. Instants are epoch milliseconds. */
export interface CallHealth {
  readonly answers: "unknown" | "quickly" | "slowly" | "badly"
  /** In a row; calls that ran at the same time count once. */
  readonly failures: number
  readonly backsOffUntil: number
  /**
   * Until then it only gets slots for troubled endpoints, even if it answers quickly in between.
   */
  readonly watchedUntil: number
}

export interface Answer {
  readonly taken: boolean
  readonly duration_ms: number
  /** `failures` when the call began. */
  readonly failuresBefore: number
}

/** Two such calls each second would need four slots all the time. */
const slowMillis = 2000

/**
 * How long one slow call counts: an endpoint that alternates one quick answer with ten hanging ones
 * would occupy all slots.
 */
const watchedMillis = 10 * 60_000

/** Begins with the fifth failure in a row: 1 s, 2 s, 4 s … 60 s. */
const failuresWithout = 4
const backOffs = { first: 1000, max: 60_000 }

/** `failingSince`: since when every attempt has failed according to the storage. */
export const freshHealth = (failingSince: number | null): CallHealth =>
  failingSince === null
    ? { answers: "unknown", failures: 0, backsOffUntil: 0, watchedUntil: 0 }
    : { answers: "badly", failures: 1, backsOffUntil: 0, watchedUntil: 0 }

export const afterAnswer = (health: CallHealth, answer: Answer, now: number): CallHealth => {
  const isSlow = answer.duration_ms >= slowMillis
  const watchedUntil = isSlow ? now + watchedMillis : health.watchedUntil
  if (answer.taken)
    return { answers: isSlow ? "slowly" : "quickly", failures: 0, backsOffUntil: 0, watchedUntil }
  // Of ten calls that time out together, the first counts: one bad moment mustn't cause the longest
  // back-off.
  if (answer.failuresBefore !== health.failures)
    return { ...health, answers: "badly", watchedUntil }
  const failures = health.failures + 1
  const backsOffUntil = now + waitAfter(backOffs, failures - failuresWithout)
  return { answers: "badly", failures, backsOffUntil, watchedUntil }
}
