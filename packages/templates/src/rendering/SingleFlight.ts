import { awaitDone } from "@telemark/core"
import { Cause, Deferred, Effect, Exit, Option } from "effect"

/** The result for the fibers that waited. */
type Ending<Shared> =
  | { readonly _tag: "Made" | "Failed" | "Interrupted" }
  | { readonly _tag: "Shared"; readonly failure: Shared }

/**
 * Runs concurrent requests for the same value once. `make` makes the value so that `find` then
 * returns it. A `Shared` failure fails all waiting fibers; after another failure each tries by
 * itself.
 */
interface SingleFlight<Shared> {
  readonly once: <A, E>(
    key: string,
    find: () => A | undefined,
    make: Effect.Effect<A, E | Shared>
  ) => Effect.Effect<A, E | Shared>
}

/** Keeps only requests in progress. Without `isShared`, no failure is shared. */
export const makeSingleFlight = <Shared = never>(
  isShared: (failure: unknown) => failure is Shared = (_failure): _failure is Shared => false
): SingleFlight<Shared> => {
  const underWay = new Map<string, Deferred.Deferred<Ending<Shared>>>()

  const endingOf = (exit: Exit.Exit<unknown, unknown>): Ending<Shared> => {
    if (Exit.isSuccess(exit)) return { _tag: "Made" }
    if (Cause.hasInterrupts(exit.cause)) return { _tag: "Interrupted" }
    const failure = Option.filter(Cause.findErrorOption(exit.cause), isShared)
    return Option.isSome(failure) ? { _tag: "Shared", failure: failure.value } : { _tag: "Failed" }
  }

  const once: SingleFlight<Shared>["once"] = (key, find, make) => {
    const findOrMake = Effect.suspend(() => {
      const found = find()
      return found === undefined ? make : Effect.succeed(found)
    })
    const lead = Effect.acquireUseRelease(
      Effect.sync(() => {
        const ending = Deferred.makeUnsafe<Ending<Shared>>()
        underWay.set(key, ending)
        return ending
      }),
      () => make,
      (ending, exit) => {
        underWay.delete(key)
        return Deferred.succeed(ending, endingOf(exit))
      }
    )
    // After an unshared failure all retry at once: one after the other, they would each wait for a
    // database that is down.
    const follow = (leader: Deferred.Deferred<Ending<Shared>>) =>
      Effect.flatMap(awaitDone(leader), (ending) => {
        if (ending._tag === "Shared") return Effect.fail(ending.failure)
        return ending._tag === "Interrupted" ? once(key, find, make) : findOrMake
      })

    return Effect.suspend(() => {
      const found = find()
      if (found !== undefined) return Effect.succeed(found)
      const leader = underWay.get(key)
      return leader === undefined ? lead : follow(leader)
    })
  }
  return { once }
}
