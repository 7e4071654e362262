import { TimedOut } from "../errors/TelemarkError.js"

/** Time and chance, replaced in tests. */
export interface Timers {
  /** The result cancels it. */
  readonly after: (millis: number, then: () => void) => () => void
  /** At least 0, less than 1. */
  readonly random: () => number
}

export const timers: Timers = {
  after: (millis, then) => {
    const timer = setTimeout(then, millis)
    return () => {
      clearTimeout(timer)
    }
  },
  random: Math.random
}

/**
 * Waits for work until it is late or the signal aborts, which rejects with its reason. Both abort
 * the work without waiting for it.
 */
const race = <A>(
  { after }: Timers,
  millis: number,
  signal: AbortSignal | undefined,
  late: (resolve: (value: A) => void, reject: (error: Error) => void) => void,
  work?: (signal: AbortSignal) => Promise<A>
): Promise<A> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController()
    const end = () => {
      callOff()
      signal?.removeEventListener("abort", abort)
    }
    const abort = () => {
      end()
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- as fetch does
      reject(signal?.reason)
      controller.abort()
    }
    const callOff = after(millis, () => {
      end()
      late(resolve, reject)
      controller.abort()
    })
    if (signal?.aborted === true) return abort()
    signal?.addEventListener("abort", abort)
    work?.(controller.signal).then(resolve, reject).finally(end)
  })

export const pauseFor = (
  timers: Timers,
  millis: number,
  signal: AbortSignal | undefined
): Promise<void> =>
  race<undefined>(timers, millis, signal, (resolve) => {
    resolve(undefined)
  })

/** Rejects with `TimedOut` after `millis`. */
export const within = <A>(
  timers: Timers,
  millis: number,
  { requestId, signal }: { readonly requestId: string; readonly signal: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<A>
): Promise<A> => {
  const late = (_: unknown, reject: (error: Error) => void) => {
    reject(new TimedOut(millis, { requestId }))
  }
  return race(timers, millis, signal, late, work)
}
