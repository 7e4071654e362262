import { codesOf, type WaitForLock } from "@telemark/core"
import { Clock, Effect, Random } from "effect"
import type { SqlError } from "effect/sql/SqlError"

/**
 * Milliseconds that SQLite itself waits for a lock, blocking the process. Commits take less:
 * without it, three busy processes get half as much done.
 */
export const standstill = 5

/** In milliseconds. A lock that is there after many tries is not one of the many short ones. */
const maxPause = (tries: number): number => Math.min(5 + tries, 25)

const isLocked = (error: SqlError): boolean => codesOf(error)[0]?.startsWith("SQLITE_BUSY") === true

/** Monotonic: setting the system's clock makes no statement wait longer. */
export const currentMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

/**
 * How statements wait for another process's lock: in pauses, during which the process goes on and
 * other statements get the connection, for `timeout` milliseconds. What failed because of a lock
 * has had no effect, since every transaction begins with the write lock.
 */
export const makeWaitForLock = (timeout: number): Effect.Effect<WaitForLock> =>
  Effect.sync(() => {
    // All statements share the pause, so that more of them don't block the process for longer.
    let pauseEnds = -Infinity

    const sleepUntil = (end: number): Effect.Effect<void> =>
      Effect.flatMap(currentMillis, (now) => {
        const left = Math.min(pauseEnds, end) - now
        return left <= 0
          ? Effect.void
          : Effect.andThen(Effect.sleep(Math.ceil(left)), sleepUntil(end))
      })

    return (attempt) => {
      const since = (begin: number | undefined, tries: number): typeof attempt =>
        Effect.catchIf(attempt, isLocked, (error) =>
          Effect.gen(function* () {
            const now = yield* currentMillis
            const end = (begin ?? now) + timeout
            if (now >= end) return yield* error
            // Random, so that processes don't retry in step.
            pauseEnds = now + (yield* Random.nextBetween(1, maxPause(tries)))
            yield* sleepUntil(end)
            return yield* since(begin ?? now, tries + 1)
          })
        )
      return since(undefined, 0)
    }
  })
