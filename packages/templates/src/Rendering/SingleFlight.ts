import { Deferred, Effect, Exit, FiberId } from "effect"

/** How making a value ended. */
type Ending = "made" | "failed" | "interrupted"

/**
 * Makes what several fibers want at once only once. `find` tells whether it is there; `make` makes it, so that
 * `find` finds it afterwards.
 */
export interface SingleFlight {
  readonly once: <A, E>(key: string, find: () => A | undefined, make: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** Remembers nothing but what is under way. */
export const makeSingleFlight = (): SingleFlight => {
  const underWay = new Map<string, Deferred.Deferred<Ending>>()

  const once: SingleFlight["once"] = (key, find, make) => {
    const findOrMake = Effect.suspend(() => {
      const found = find()
      return found === undefined ? make : Effect.succeed(found)
    })
    const lead = Effect.acquireUseRelease(
      Effect.sync(() => {
        const ending = Deferred.unsafeMake<Ending>(FiberId.none)
        underWay.set(key, ending)
        return ending
      }),
      () => make,
      (ending, exit) => {
        underWay.delete(key)
        return Deferred.succeed(ending, Exit.isSuccess(exit) ? "made" : Exit.isInterrupted(exit) ? "interrupted" : "failed")
      }
    )
    // After a failure each tries for itself: one after the other they would wait for a database that is down.
    const follow = (leader: Deferred.Deferred<Ending>) =>
      Effect.flatMap(Deferred.await(leader), (ending) => ending === "interrupted" ? once(key, find, make) : findOrMake)

    return Effect.suspend(() => {
      const found = find()
      if (found !== undefined) return Effect.succeed(found)
      const leader = underWay.get(key)
      return leader === undefined ? lead : follow(leader)
    })
  }
  return { once }
}
