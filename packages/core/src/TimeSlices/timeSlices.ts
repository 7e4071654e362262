/** Synchronous work that yields wherever other work may run. From one `yield` to the next it takes a few milliseconds at the most. */
export type Steps<A> = Generator<void, A, void>

/** Does all steps at once, for callers that have nothing else to run. */
export const atOnce = <A>(steps: Steps<A>): A => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** How long steps may follow each other before the event loop turns, in milliseconds. */
const sliceMillis = 10

/** Work that isn't over when its first slice is. */
interface Waiting {
  /** Takes the next step and says whether it was the last. It never throws. */
  readonly step: () => boolean
}

/** Work that shares the event loop with everything else that runs in the process. */
export interface TimeSlices {
  /**
   * Does the steps, and lets the event loop turn after each 10 ms of them. Work that ends within its first slice waits for nothing,
   * and its result is returned; otherwise a promise of it is. What a step throws is thrown, or rejects the promise.
   */
  readonly run: <A>(steps: Steps<A>) => A | Promise<A>
}

/**
 * Slices that are shared by all work that is run in them: a hundred renderings of 10 ms each take a hundred turns of the event loop
 * instead of one of a second. Work that takes more than a slice gets its slices in turn with all other work.
 *
 * The time and the timer are real ones, whatever clock an Effect has: this is about the event loop of the process.
 */
export const makeTimeSlices = (): TimeSlices => {
  const waiting: Array<Waiting> = []
  let spent = 0
  let isTurning = false

  /** Takes steps until the work or the slice is over; says whether the work is. */
  const work = (step: () => boolean): boolean => {
    const begun = performance.now() - spent
    let isOver = false
    try {
      do {
        isOver = step()
        spent = performance.now() - begun
      } while (!isOver && spent < sliceMillis)
      return isOver
    } finally {
      spent = performance.now() - begun
    }
  }

  const turnIfDue = (): void => {
    if (isTurning || (spent < sliceMillis && waiting.length === 0)) return
    isTurning = true
    setTimeout(turn, 0)
  }

  const turn = (): void => {
    isTurning = false
    spent = 0
    while (spent < sliceMillis) {
      const next = waiting.shift()
      if (next === undefined) break
      if (!work(next.step)) waiting.push(next)
    }
    turnIfDue()
  }

  const runLater = <A>(steps: Steps<A>): Promise<A> =>
    new Promise((resolve, reject: (cause: Error) => void) => {
      waiting.push({
        step: () => {
          try {
            const { done, value } = steps.next()
            if (done === true) resolve(value)
            return done === true
          } catch (cause) {
            reject(cause as Error)
            return true
          }
        }
      })
      turnIfDue()
    })

  return {
    run: <A>(steps: Steps<A>): A | Promise<A> => {
      if (waiting.length > 0 || spent >= sliceMillis) return runLater(steps)
      let result: IteratorResult<void, A> | undefined
      try {
        work(() => {
          result = steps.next()
          return result.done === true
        })
      } finally {
        turnIfDue()
      }
      return result?.done === true ? result.value : runLater(steps)
    }
  }
}

/** The slices of this process. */
export const timeSlices: TimeSlices = makeTimeSlices()
