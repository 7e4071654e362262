import { TelemarkError } from "../Errors/index.js"
import type { Repeat } from "./Call.js"

/** The first pause, which each further one doubles, up to the longest. */
const firstPause = 500
const maxPause = 8000

/** What the service asks to wait longer for, such as next month, is for the caller to wait for. */
const maxAskedSeconds = 60

/** Answers of proxies and of the service that say nothing of what became of the request. */
const isTemporary = (status: number | undefined): boolean => status === 502 || status === 503 || status === 504

const isUncertain = ({ _tag, status }: TelemarkError): boolean =>
  _tag === "ConnectionFailed" || _tag === "TimedOut" || isTemporary(status)

/** How a call stands after a failure. */
export interface Failed {
  readonly error: unknown
  /** How many attempts were made. */
  readonly attempts: number
  readonly retries: number
  readonly repeat: Repeat
  /** At least 0, less than 1. */
  readonly random: number
}

/**
 * How many milliseconds to wait before the call is made again; undefined if it isn't. What was refused for its rate is always
 * made again, since nothing came of it; what is uncertain, only where twice is as good as once.
 */
export const pauseAfter = ({ attempts, error, random, repeat, retries }: Failed): number | undefined => {
  if (!(error instanceof TelemarkError) || attempts > retries) return undefined
  if (error.status !== 429 && (repeat === "never" || !isUncertain(error))) return undefined
  const pause = Math.min(firstPause * 2 ** (attempts - 1), maxPause)
  const asked = error.retryAfterSeconds
  if (asked === undefined) return pause * (0.5 + random / 2)
  // A little later than asked: not all who were told so come back at the same moment.
  return asked > maxAskedSeconds ? undefined : asked * 1000 + pause * random
}
