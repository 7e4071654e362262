/** What is known in this process of how an endpoint answers. Instants are epoch milliseconds. */
export interface CallHealth {
  readonly answers: "unknown" | "quickly" | "slowly" | "badly"
  /** Attempts that failed in a row; those that were under way together count once. */
  readonly failures: number
  /** Nothing is begun before. */
  readonly backsOffUntil: number
  /** Until then it counts among those that may keep places busy, however quick it is in between. */
  readonly watchedUntil: number
}

/** What an attempt says of its endpoint. */
export interface Answer {
  readonly taken: boolean
  readonly duration_ms: number
  /** `failures` as they stood when it was begun. */
  readonly failuresBefore: number
}

/** From here on an answer is slow: two such a second keep a place busy all the time. */
const slowMillis = 2000

/** For how long a slow moment is remembered: who is quick once and hangs ten times, by turns, would else have all places. */
const watchedMillis = 10 * 60_000

const failuresBeforeBackOff = 5
const maxBackOff = 60_000

/** An endpoint nothing is known of but what the storage says: since when every attempt has failed, or null. */
export const freshHealth = (failingSince: number | null): CallHealth =>
  failingSince === null
    ? { answers: "unknown", failures: 0, backsOffUntil: 0, watchedUntil: 0 }
    : { answers: "badly", failures: 1, backsOffUntil: 0, watchedUntil: 0 }

/** From the fifth failure in a row it rests: 1 s, 2 s, 4 s … 60 s. */
const backOffAfter = (failures: number): number =>
  failures < failuresBeforeBackOff ? 0 : Math.min(maxBackOff, 1000 * 2 ** (failures - failuresBeforeBackOff))

/** How an endpoint stands once an attempt ended at `now`. */
export const afterAnswer = (health: CallHealth, answer: Answer, now: number): CallHealth => {
  const isSlow = answer.duration_ms >= slowMillis
  const watchedUntil = isSlow ? now + watchedMillis : health.watchedUntil
  if (answer.taken) return { answers: isSlow ? "slowly" : "quickly", failures: 0, backsOffUntil: 0, watchedUntil }
  // Of ten that time out together, the first counts: else one bad moment would be followed by the longest rest.
  if (answer.failuresBefore !== health.failures) return { ...health, answers: "badly", watchedUntil }
  const failures = health.failures + 1
  return { answers: "badly", failures, backsOffUntil: now + backOffAfter(failures), watchedUntil }
}
