import { Effect } from "effect"

/** What stays opened; opening a secret costs more than signing with it. */
const max = 1000

/**
 * Remembers what came of opening secrets. A name holds the secret's place as well as its sealed text: a row that was copied elsewhere
 * must not open there because it was opened here.
 */
export const makeOpened = <A>() => {
  const opened = new Map<string, A>()
  const orOpen = <E>(name: string, open: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const known = opened.get(name)
      return known !== undefined ? Effect.succeed(known) : Effect.tap(open, (made) =>
        Effect.sync(() => {
          if (opened.size >= max) opened.clear()
          opened.set(name, made)
        }))
    })
  return Object.assign(orOpen, {
    /** What that name was opened to, if it was. */
    known: (name: string): A | undefined => opened.get(name)
  })
}
