import { TelemarkError } from "../errors/TelemarkError.js"
import type { Repeat } from "./Call.js"

/** Milliseconds. The pause doubles with each repetition. */
const firstPause = 500
const maxPause = 8000

/** If the service asks for a longer wait, such as until next month, the caller decides. */
const maxAskedSeconds = 60

/** These leave the outcome open. */
const isTemporary = (status: number | undefined): boolean =>
  status === 502 || status === 503 || status === 504

const isUncertain = ({ _tag, status }: TelemarkError): boolean =>
  _tag === "ConnectionFailed" || _tag === "TimedOut" || isTemporary(status)

export interface Failed {
  readonly error: unknown
  readonly attempts: number
  readonly retries: number
  readonly repeat: Repeat
  /** At least 0, less than 1. */
  readonly random: number
}

/**
 * Milliseconds until the call is repeated, if it is. A 429 always is, an unknown outcome if
 * `repeat` allows it.
 */
export const pauseAfter = ({
  attempts,
  error,
  random,
  repeat,
  retries
}: Failed): number | undefined => {
  if (!(error instanceof TelemarkError) || attempts > retries) return undefined
  if (error.status !== 429 && (repeat === "never" || !isUncertain(error))) return undefined
  const pause = Math.min(firstPause * 2 ** (attempts - 1), maxPause)
  const asked = error.retryAfterSeconds
  if (asked === undefined) return pause * (0.5 + random / 2)
  // Later than asked, so that not all clients come back at the same moment.
  return asked > maxAskedSeconds ? undefined : asked * 1000 + pause * random
}
