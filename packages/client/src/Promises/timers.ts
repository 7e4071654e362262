/** How a client waits; tests make time pass otherwise. */
export interface Timers {
  /** Calls back after that many milliseconds, unless it is called off before. */
  readonly after: (millis: number, then: () => void) => () => void
  /** At least 0, less than 1. */
  readonly random: () => number
}

/** The timers of the platform. */
export const timers: Timers = {
  after: (millis, then) => {
    const timer = setTimeout(then, millis)
    return () => { clearTimeout(timer) }
  },
  random: Math.random
}

/**
 * Waits for work, no longer than so many milliseconds, and no longer than until the signal: then the work is aborted, and not waited
 * for. What `late` resolves or rejects with counts when the time is up; with the signal it rejects with the signal's reason. Without
 * work it is a pause.
 */
export const within = <A>(
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
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as fetch does
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
