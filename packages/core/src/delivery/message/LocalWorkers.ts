import { Effect, type Scope } from "effect"
import { oncePerDatabase } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import type { ClaimedMessage } from "./Message.js"

/**
 * A worker in this process that takes messages in the transaction that accepts them, which saves a
 * claim.
 */
export interface LocalWorker {
  /**
   * How many of `count` messages it takes at `now`. It claims the others later, before it takes any
   * more here.
   */
  readonly takes: (count: number, now: number) => number
  readonly lease: (now: number) => Lease
  /**
   * Begins messages that are leased to it, after their transaction commits; releases them if it has
   * stopped.
   */
  readonly begin: (messages: ReadonlyArray<ClaimedMessage>) => void
}

/** Of this process. */
export const localWorkers = oncePerDatabase(
  Effect.sync(() => {
    const workers = new Set<LocalWorker>()
    return {
      attach: (worker: LocalWorker): Effect.Effect<void, never, Scope.Scope> =>
        Effect.acquireRelease(
          Effect.sync(() => {
            workers.add(worker)
          }),
          () =>
            Effect.sync(() => {
              workers.delete(worker)
            })
        ),
      isAny: () => workers.size > 0,
      /** And how many it takes. */
      find: (
        count: number,
        now: number
      ): { readonly worker: LocalWorker; readonly max: number } | undefined => {
        for (const worker of workers) {
          const max = worker.takes(count, now)
          if (max > 0) return { worker, max }
        }
        return undefined
      }
    }
  })
)
