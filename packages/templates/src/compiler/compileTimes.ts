import { Duration } from "effect"
import { readFileSync } from "node:fs"

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

/** How long a job may run on a machine that gives it little time: others wait behind it. */
export const longest = Duration.seconds(30)

/**
 * What becomes of a job of which the time is over: it is stopped, unless the machine had less than
 * half of that time for it (`used`; undefined where that can't be known). Then it may go on, up to
 * `longest`, and is given up after that: a template isn't refused because others had the processor.
 */
export const judgeLate = (
  used: Duration.Duration | undefined,
  ran: Duration.Duration,
  limit: Duration.Duration
): "stop" | "goes on" | "give up" => {
  if (used === undefined || Duration.isGreaterThanOrEqualTo(Duration.times(used, 2), limit))
    return "stop"
  return Duration.isLessThan(ran, longest) ? "goes on" : "give up"
}

/** After which a job that goes on is looked at again. */
export const lookAgain = Duration.millis(250)

/** Linux counts in hundredths of a second, whatever the kernel was built with (`USER_HZ`). */
const tick = 10

/**
 * The processor time that a process has used, in milliseconds, read from /proc (proc_pid_stat(5)).
 * Undefined where there is none, and for a process that is gone.
 */
export const processorTime = (pid: number | undefined): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name of the program, in parentheses, may contain anything; utime and stime are the 12th
    // and 13th field behind it.
    const [utime, stime] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
    return (Number(utime) + Number(stime)) * tick
  } catch {
    return undefined
  }
}
