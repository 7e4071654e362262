import { Context, Effect, Layer, type Scope } from "effect"
import type { LocalWorker } from "../attempt/ports.js"

/** The workers of this process, which take messages as they are accepted. */
export class LocalWorkers extends Context.Service<
  LocalWorkers,
  {
    readonly attach: (worker: LocalWorker) => Effect.Effect<void, never, Scope.Scope>
    readonly isAny: () => boolean
    /** A worker that takes some of `count` messages at `now`, and how many. */
    readonly find: (
      count: number,
      now: number
    ) => { readonly worker: LocalWorker; readonly max: number } | undefined
  }
>()("@telemark/core/LocalWorkers") {
  static readonly layer = Layer.sync(this, () => {
    const workers = new Set<LocalWorker>()
    return {
      attach: (worker) =>
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
      find: (count, now) => {
        for (const worker of workers) {
          const max = worker.takes(count, now)
          if (max > 0) return { worker, max }
        }
        return undefined
      }
    }
  })
}
