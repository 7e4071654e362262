import { Effect } from "effect"
import * as Direct from "./direct.js"

/** Synchronous work that yields wherever other work may run, at least every few milliseconds. */
export type Steps<A> = Generator<void, A, void>

/** Runs all steps without a break, for callers with nothing else to run. */
export const atOnce = <A>(steps: Steps<A>): A => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** How long steps may run before the event loop turns, in milliseconds. */
const sliceMillis = 10

interface Waiting {
  /** Runs the next step and returns whether it was the last. It never throws. */
  readonly step: () => boolean
}

export interface TimeSlices {
  /**
   * Lets the event loop turn after every 10 ms. Returns the result if the work ends within its
   * first slice, otherwise a promise. An error in a step is thrown, or rejects the promise.
   */
  readonly run: <A>(steps: Steps<A>) => A | Promise<A>
}

/**
 * Slices that all work shares: a hundred renderings of 10 ms take a hundred turns of the event loop
 * instead of one of a second. Longer work gets slices in turn with other work. Real time and timers
 * whatever clock an Effect has; `now` is in milliseconds.
 */
export const makeTimeSlices = (now = () => performance.now()): TimeSlices => {
  const waiting: Array<Waiting> = []
  let spent = 0
  let isTurning = false

  const work = (step: () => boolean): boolean => {
    const begun = now() - spent
    for (;;) {
      let isOver = true
      try {
        isOver = step()
      } finally {
        spent = now() - begun
      }
      if (isOver || spent >= sliceMillis) return isOver
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

/** By default in those of this process. Interrupting the fiber stops after the current step. */
export const inTimeSlices = <A>(
  begin: () => Steps<A>,
  slices: TimeSlices = timeSlices
): Effect.Effect<A> =>
  Direct.suspend(() => {
    const steps = begin()
    const result = slices.run(steps)
    if (!(result instanceof Promise)) return Effect.succeed(result)
    return Effect.promise((signal) => {
      signal.addEventListener("abort", () => steps.return(undefined as never), { once: true })
      return result
    })
  })

/**
 * Lets the event loop turn, for so many milliseconds: a storage that answers at once keeps it until
 * all pages are read. Real time, whatever clock an Effect has.
 */
export const pause = (millis = 0): Effect.Effect<void> =>
  Effect.promise(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, millis)
      })
  )

/**
 * Repeats a short transaction while there is more to do. The event loop turns after each: SQLite
 * answers at once, and everything else in the process would wait until the last.
 */
export const repeatInTurns = <A, E, R>(
  piece: Effect.Effect<A, E, R>,
  hasMore: (done: A) => boolean
): Effect.Effect<A, E, R> =>
  Effect.repeat(
    Effect.tap(piece, () => Effect.yieldNow),
    { while: hasMore }
  )
