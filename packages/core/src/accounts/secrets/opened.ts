import { Effect } from "effect"

/** Opened secrets in memory: opening a secret costs more than signing with it. */
const max = 1000

/**
 * Caches opened secrets. A name must contain location and sealed text: a row copied elsewhere must
 * not open because it was opened here.
 */
export const makeOpened = <A>() => {
  const opened = new Map<string, A>()
  return <E>(name: string, open: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const known = opened.get(name)
      return known !== undefined
        ? Effect.succeed(known)
        : Effect.tap(open, (made) =>
            Effect.sync(() => {
              if (opened.size >= max) opened.clear()
              opened.set(name, made)
            })
          )
    })
}
