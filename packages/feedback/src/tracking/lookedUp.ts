import type { StorageError } from "@telemark/contract"
import { makeMemory } from "@telemark/core"
import { Clock, Effect } from "effect"

interface LookedUpOptions {
  readonly max: number
  /** From then on, an answer is looked up anew while it goes on to be used. */
  readonly freshFor: number
  readonly knownFor: number
}

export const makeLookedUp = <A>(
  look: (key: string) => Effect.Effect<A, StorageError>,
  { freshFor, knownFor, max }: LookedUpOptions
) => {
  const remembered = makeMemory<{ readonly value: A; readonly until: number; dueAt: number }>(max)
  const at = (key: string, now: number) => {
    const found = remembered.get(key)
    return found !== undefined && found.until > now ? found : undefined
  }
  const lookUp = (key: string, now: number) =>
    Effect.tap(look(key), (value) =>
      Effect.sync(() => {
        remembered.set(key, { value, dueAt: now + freshFor, until: now + knownFor })
      })
    )
  return {
    known: (key: string, now: number) => at(key, now)?.value,
    /** Looks up anew what is remembered, if that is due: for one of those who ask. */
    renewal: (key: string, now: number) => {
      const found = at(key, now)
      if (found === undefined || found.dueAt > now) return undefined
      found.dueAt = now + freshFor
      return Effect.asVoid(lookUp(key, now))
    },
    find: (key: string) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const found = at(key, now)
        return found !== undefined && found.dueAt > now
          ? Effect.succeed(found.value)
          : lookUp(key, now)
      })
  }
}

/** Answers of the storage that many requests need, by what was asked. */
export type LookedUp<A> = ReturnType<typeof makeLookedUp<A>>
