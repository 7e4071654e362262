import type { SqlError } from "@effect/sql/SqlError"
import { codesOf, type WaitForLock } from "@telemark/sql"
import { Clock, Effect, Random } from "effect"

/**
 * How long SQLite itself waits, in milliseconds, while this process stands still. A commit takes less, so most
 * locks are gone by then: without it, three busy processes get half as much done.
 */
export const standstill = 5

/** Longer each time: a lock that is still held after many tries is not one of the many short ones. */
const maxPause = (tries: number): number => Math.min(5 + tries, 25)

const isLocked = (error: SqlError): boolean => codesOf(error)[0]?.startsWith("SQLITE_BUSY") === true

/** Monotonic, in milliseconds: a clock that is set doesn't make anybody wait longer. */
const currentMillis = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos) / 1e6)

/**
 * How the statements of one connection wait for another process's lock: they try again after pauses, in which
 * the process goes on and others have the connection, until `timeout` milliseconds have passed; then they fail
 * as they did last. What failed because of a lock has had no effect, except inside a transaction that began
 * without the write lock, and there are none.
 */
export const makeWaitForLock = (timeout: number): Effect.Effect<WaitForLock> =>
  Effect.sync(() => {
    // All share the pause, so that the process stands still no longer the more of them wait.
    let pauseEnds = -Infinity

    const sleepUntil = (end: number): Effect.Effect<void> =>
      Effect.flatMap(currentMillis, (now) => {
        const left = Math.min(pauseEnds, end) - now
        return left <= 0 ? Effect.void : Effect.zipRight(Effect.sleep(Math.ceil(left)), sleepUntil(end))
      })

    return (attempt) => {
      const since = (begin: number | undefined, tries: number): typeof attempt =>
        Effect.catchIf(attempt, isLocked, (error) =>
          Effect.gen(function*() {
            const now = yield* currentMillis
            const end = (begin ?? now) + timeout
            if (now >= end) return yield* error
            // By chance, so that processes don't march in step.
            pauseEnds = now + (yield* Random.nextRange(1, maxPause(tries)))
            yield* sleepUntil(end)
            return yield* since(begin ?? now, tries + 1)
          }))
      return since(undefined, 0)
    }
  })
