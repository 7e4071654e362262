/** Time and chance, replaced in tests. */
export interface Timers {
  /** Calls `then` after `millis`; the result cancels it. */
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
 * Waits for work for at most `millis`, and until the signal aborts. Either one aborts the work
 * without waiting for it. After `millis`, `late` settles the promise; an aborted signal rejects
 * with its reason. Without work it is a pause.
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
