import { Effect } from "effect"
import { makeMemory } from "../../kernel/memory.js"

/** Opened secrets in memory: opening a secret costs more than signing with it. */
const max = 1000

/**
 * Caches opened secrets. A name must contain location and sealed text: a row copied elsewhere must
 * not open because it was opened here.
 */
export const makeOpened = <A extends {}>() => {
  const opened = makeMemory<A>(max)
  return <E>(name: string, open: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const known = opened.get(name)
      return known !== undefined
        ? Effect.succeed(known)
        : Effect.tap(open, (made) => Effect.sync(() => opened.set(name, made)))
    })
}
