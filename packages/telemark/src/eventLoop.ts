import type { EmailEvent } from "@telemark/core"
import { Cause, Exit } from "effect"
import type { Following } from "./following.js"
import { errorOf } from "./calls.js"

interface Asking {
  readonly resolve: (result: IteratorResult<EmailEvent, undefined>) => void
  readonly reject: (error: unknown) => void
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined }

/**
 * Events for a `for await` loop. Each counts as handled when the loop asks for the next. `start` is
 * called at the first request; if it returns undefined, there are no events.
 */
export const makeEventLoop = (
  start: (handle: (event: EmailEvent) => Promise<void>) => Following | undefined
): AsyncIterator<EmailEvent, undefined> => {
  const asking: Array<Asking> = []
  let following: Following | undefined
  let isDone = false
  let handled = (): void => {}

  const end = (exit: Exit.Exit<void, unknown>): void => {
    isDone = true
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause))
      asking.shift()?.reject(errorOf(exit.cause))
    for (const { resolve } of asking.splice(0)) resolve(done)
  }

  const handle = (event: EmailEvent): Promise<void> => {
    asking.shift()?.resolve({ done: false, value: event })
    return asking.length > 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          handled = resolve
        })
  }

  const begin = (): void => {
    following = start(handle)
    if (following === undefined) end(Exit.void)
    else void following.ended.then(end)
  }

  return {
    next: () =>
      isDone
        ? Promise.resolve(done)
        : new Promise((resolve, reject) => {
            asking.push({ resolve, reject })
            handled()
            if (following === undefined) begin()
          }),
    return: async () => {
      isDone = true
      await following?.abandon()
      return done
    }
  }
}
