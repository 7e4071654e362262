import { Duration, Result } from "effect"
import { withJitter } from "../../kernel/backOff.js"

/** When to retry, and when to give up. All in milliseconds. */
export interface RetryPolicy {
  /** The wait after the first attempt, the second, …; the last one repeats. At least one entry. */
  readonly schedule: ReadonlyArray<number>
  /** Age at which a message is given up. */
  readonly giveUp: number
  /**
   * How long a hop may refuse us (login, TLS, account) before a message fails, from its first
   * refusal; at most `giveUp`.
   */
  readonly refusedGiveUp: number
}

const minutes = (count: number): number => count * 60_000
const hours = (count: number): number => minutes(60 * count)

const usualAge = hours(24)

/**
 * Quick at first, because codes and password resets soon lose their value; a day in total, because
 * outages last hours. A hop that refuses us is an outage like any other: a password that expired on
 * Friday night is corrected when somebody reads the log, and the mail should still be there.
 */
export const defaultRetryPolicy: RetryPolicy = {
  schedule: [1, 5, 10, 20, 40, 80, 160, 240].map(minutes),
  giveUp: usualAge,
  refusedGiveUp: usualAge
}

/** The maximum for refusals that aren't believed: see `SuppressionBrake`. */
const maxDisbelieved = hours(1)

/**
 * How long a message is retried after a hop refuses us, in milliseconds from the first refusal. A
 * refusal that isn't believed is limited to an hour: it concerns the recipient, so nobody can fix
 * it, and most such addresses are dead. Moreover, the brake has to stay on for longer than these
 * retries and suppresses no dead address meanwhile: a day, as for a refused login, would be too
 * long.
 */
export const refusedFor = ({ refusedGiveUp }: RetryPolicy, isDisbelieved: boolean): number =>
  isDisbelieved ? Math.min(refusedGiveUp, maxDisbelieved) : refusedGiveUp

/** Providers count daily limits in a moving window, or until a midnight of theirs. */
const dayOfLimit = hours(24)

/**
 * The age at which a message is given up, in milliseconds: a day more for mail that a daily limit
 * delays, so that it outlives the limit.
 */
export const giveUpAge = ({ giveUp }: RetryPolicy, isDaily: boolean): number =>
  giveUp + (isDaily ? dayOfLimit : 0)

/** The share of a wait by which jitter may lengthen or shorten it. */
const jitter = 0.2

interface RetryInput {
  readonly attempts: number
  /** When delivery began: see `datedAt`. */
  readonly begun: number
  readonly now: number
  /** From 0 to 1. */
  readonly random: number
}

/**
 * When the next attempt is due, in epoch milliseconds; undefined: give up. The last attempt is made
 * at the age `giveUp`, not before. `decideSettlement` puts it off while the server or the sender's
 * back-off asks for more.
 */
export const nextRetry = (policy: RetryPolicy, input: RetryInput): number | undefined => {
  const deadline = input.begun + policy.giveUp
  if (input.now >= deadline) return undefined
  const step = Math.min(Math.max(input.attempts, 1), policy.schedule.length) - 1
  const wait = withJitter(policy.schedule[step] ?? 0, jitter, input.random)
  return Math.min(input.now + wait, deadline)
}

const units: Readonly<Record<string, Duration.Unit>> = {
  ms: "millis",
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days"
}

/** Such as `90s`, `5m`, `4h` or `1d`, in milliseconds; the error describes the format. */
export const parseDuration = (text: string): Result.Result<number, string> => {
  const [, amount = "", unit = ""] = /^(\d+)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  const known = units[unit]
  const millis = known === undefined ? 0 : Duration.toMillis(`${Number(amount)} ${known}`)
  return millis > 0
    ? Result.succeed(millis)
    : Result.fail("a duration such as 90s, 5m, 4h or 1d, more than zero")
}

/** Such as `1m,5m,10m,4h`. */
export const parseRetrySchedule = (text: string): Result.Result<ReadonlyArray<number>, string> =>
  Result.mapError(
    Result.all(text.split(",").map(parseDuration)),
    () => "durations separated by commas, such as 1m,5m,10m,4h; the last one repeats"
  )
