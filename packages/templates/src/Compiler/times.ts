import { Duration } from "effect"

/**
 * How long a process may take to load what a job needs. It takes 0.2 s; on a machine with five
 * others at work on two cores, 3 to 5 s were seen, and more than 10 with ten others. Another
 * process in its place would begin anew.
 */
export const startWithin = Duration.seconds(30)

/** What loading may take without being counted as time of the job. */
const uncounted = Duration.millis(750)

/** A hundred times what an ordinary template takes. */
const atLeast = Duration.seconds(1)

/**
 * How long a job may still run if loading took that long: `timeout`, less what loading took beyond
 * 0.75 s, so that somebody who waits is answered within 6 s on a slow machine, too, unless loading
 * takes more than 4 s.
 */
export const timeLeft = (
  timeout: Duration.Duration,
  loading: Duration.Duration
): Duration.Duration =>
  Duration.clamp(Duration.subtract(Duration.sum(timeout, uncounted), loading), {
    minimum: Duration.min(timeout, atLeast),
    maximum: timeout
  })
