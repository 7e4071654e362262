import type { StorageError } from "@telemark/contract"
import { makeMemory } from "@telemark/core"
import { Clock, Effect } from "effect"

export interface LookedUp<A> {
  readonly known: (key: string, now: number) => A | undefined
  /** Looks up anew what is remembered, if that is due: for one of those who ask. */
  readonly renewal: (key: string, now: number) => Effect.Effect<void, StorageError> | undefined
  readonly find: (key: string) => Effect.Effect<A, StorageError>
}

interface Remembered<A> {
  readonly value: A
  readonly until: number
  dueAt: number
}

/** In milliseconds. */
interface LookedUpOptions {
  readonly max: number
  /** From then on, an answer is looked up anew while it goes on to be used. */
  readonly freshFor: number
  readonly knownFor: number
}

export const makeLookedUp = <A>(
  look: (key: string) => Effect.Effect<A, StorageError>,
  { freshFor, knownFor, max }: LookedUpOptions
): LookedUp<A> => {
  const remembered = makeMemory<Remembered<A>>(max)
  const at = (key: string, now: number): Remembered<A> | undefined => {
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
    known: (key, now) => at(key, now)?.value,
    renewal: (key, now) => {
      const found = at(key, now)
      if (found === undefined || found.dueAt > now) return undefined
      found.dueAt = now + freshFor
      return Effect.asVoid(lookUp(key, now))
    },
    find: (key) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const found = at(key, now)
        return found !== undefined && found.dueAt > now
          ? Effect.succeed(found.value)
          : lookUp(key, now)
      })
  }
}
