import { waitAfter } from "@telemark/core"

/** How an endpoint answers, as known in this process. Instants are epoch milliseconds. */
export interface CallHealth {
  readonly answers: "unknown" | "quickly" | "slowly" | "badly"
  /** Failures in a row; calls that ran at the same time count once. */
  readonly failures: number
  /** No call begins before. */
  readonly backsOffUntil: number
  /**
   * Until then the endpoint only gets slots for troubled endpoints, even if it answers quickly in
   * between.
   */
  readonly watchedUntil: number
}

export interface Answer {
  readonly taken: boolean
  readonly duration_ms: number
  /** `failures` when the call began. */
  readonly failuresBefore: number
}

/**
 * Calls of this duration and longer are slow: two of them each second would need four slots all the
 * time.
 */
const slowMillis = 2000

/**
 * How long one slow call counts: an endpoint that alternates one quick answer with ten hanging ones
 * would otherwise occupy all slots.
 */
const watchedMillis = 10 * 60_000

/** The back-off begins with the fifth failure in a row: 1 s, 2 s, 4 s … 60 s. */
const failuresWithout = 4
const backOffs = { first: 1000, max: 60_000 }

/**
 * An endpoint that this process hasn't called yet. `failingSince`: since when every attempt has
 * failed according to the storage, or null.
 */
export const freshHealth = (failingSince: number | null): CallHealth =>
  failingSince === null
    ? { answers: "unknown", failures: 0, backsOffUntil: 0, watchedUntil: 0 }
    : { answers: "badly", failures: 1, backsOffUntil: 0, watchedUntil: 0 }

export const afterAnswer = (health: CallHealth, answer: Answer, now: number): CallHealth => {
  const isSlow = answer.duration_ms >= slowMillis
  const watchedUntil = isSlow ? now + watchedMillis : health.watchedUntil
  if (answer.taken)
    return { answers: isSlow ? "slowly" : "quickly", failures: 0, backsOffUntil: 0, watchedUntil }
  // Of ten calls that time out together only the first counts: otherwise one bad moment would cause
  // the longest back-off.
  if (answer.failuresBefore !== health.failures)
    return { ...health, answers: "badly", watchedUntil }
  const failures = health.failures + 1
  const backsOffUntil = now + waitAfter(backOffs, failures - failuresWithout)
  return { answers: "badly", failures, backsOffUntil, watchedUntil }
}
