import { Duration, Either } from "effect"

/** When to try again, and when to stop. All in milliseconds. */
export interface RetryPolicy {
  /** The wait after the first attempt, the second, …; the last one repeats. At least one. */
  readonly schedule: ReadonlyArray<number>
  /** Age at which a message is given up. */
  readonly giveUp: number
  /**
   * How long a next hop may refuse us (login, TLS, our account there) before the messages that it refused fail, from the first refusal of each.
   * No longer than `giveUp`, at which age they fail in any case.
   */
  readonly refusedGiveUp: number
}

const minutes = (count: number): number => count * 60_000
const hours = (count: number): number => minutes(60 * count)

/** Age at which a message is given up by default. */
const usualAge = hours(24)

/**
 * Quick at first, because codes and resets lose their worth fast; a day in all, because outages last hours. A hop that refuses us is an outage
 * like others: a password that expired on Friday night is mended when somebody reads the log, and the mail should still be there.
 */
export const defaultRetryPolicy: RetryPolicy = {
  schedule: [1, 5, 10, 20, 40, 80, 160, 240].map(minutes),
  giveUp: usualAge,
  refusedGiveUp: usualAge
}

/** How long a message is tried again at most whose refusal isn't believed: see `SuppressionBrake`. */
const maxDisbelieved = hours(1)

/**
 * How long a message is tried again after a refusal of us, in milliseconds, from its first. One that isn't believed is about the recipient and not
 * about us, so nobody can mend it, and most such mail is to addresses that are dead. Besides, the brake has to stay on for longer than that, and no
 * dead address is suppressed meanwhile: for as long as the mail of a refused login waits would be too long.
 */
export const refusedFor = ({ refusedGiveUp }: RetryPolicy, isDisbelieved: boolean): number =>
  isDisbelieved ? Math.min(refusedGiveUp, maxDisbelieved) : refusedGiveUp

/** Providers count by the day in a window that moves, or up to a midnight of their own. */
const dayOfLimit = hours(24)

/**
 * The age at which a message is given up, in milliseconds. Mail that meets a limit counted by the day, or waits for it, lives until the
 * limit passes.
 */
export const giveUpAge = ({ giveUp }: RetryPolicy, isDaily: boolean): number => giveUp + (isDaily ? dayOfLimit : 0)

/** The share of a wait by which jitter may lengthen or shorten it. */
const jitter = 0.2

export interface RetryInput {
  /** Attempts made. */
  readonly attempts: number
  /** When its delivery began: see `datedAt`. */
  readonly begun: number
  readonly now: number
  /** From 0 to 1. */
  readonly random: number
}

/**
 * When the next attempt is due, or undefined if the message is to be given up. The last attempt is made
 * when the message reaches the age of giving up, not before.
 */
export const nextRetry = (policy: RetryPolicy, input: RetryInput): number | undefined => {
  const deadline = input.begun + policy.giveUp
  if (input.now >= deadline) return undefined
  const step = Math.min(Math.max(input.attempts, 1), policy.schedule.length) - 1
  const wait = (policy.schedule[step] ?? 0) * (1 - jitter + 2 * jitter * input.random)
  return Math.min(Math.round(input.now + wait), deadline)
}

const units: Readonly<Record<string, Duration.Unit>> = { ms: "millis", s: "seconds", m: "minutes", h: "hours", d: "days" }

/** Reads a duration such as `90s`, `5m`, `4h` or `1d`, in milliseconds; the message says what it takes. */
export const parseDuration = (text: string): Either.Either<number, string> => {
  const [, amount = "", unit = ""] = /^(\d+)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  const known = units[unit]
  const millis = known === undefined ? 0 : Duration.toMillis(`${Number(amount)} ${known}`)
  return millis > 0 ? Either.right(millis) : Either.left("a duration such as 90s, 5m, 4h or 1d, more than zero")
}

/** Reads a retry schedule such as `1m,5m,10m,4h`, in milliseconds. */
export const parseRetrySchedule = (text: string): Either.Either<ReadonlyArray<number>, string> =>
  Either.mapLeft(
    Either.all(text.split(",").map(parseDuration)),
    () => "durations with commas between them, such as 1m,5m,10m,4h; the last one repeats"
  )
