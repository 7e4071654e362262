import { Effect } from "effect"

/**
 * Lets the event loop turn, for so many milliseconds. A storage that answers at once keeps it
 * otherwise until all pages are read or written. Real time, whatever clock an Effect has: it is for
 * what else the process does.
 */
export const pause = (millis = 0): Effect.Effect<void> =>
  Effect.promise(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, millis)
      })
  )
