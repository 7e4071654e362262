import { atOnce, type MessageBody, type OutgoingMessage, type Steps } from "@telemark/core"

/** Runs steps: at once, or in time slices, when the result may be a promise. */
export type Run = <A>(steps: Steps<A>) => A | Promise<A>

export type OncePerBody<A> = (message: OutgoingMessage, run: Run) => A | Promise<A>

/** `then`, without waiting for what is there already. */
export const whenMade = <A, B>(
  made: A | Promise<A>,
  use: (made: A) => B | Promise<B>
): B | Promise<B> => (made instanceof Promise ? made.then(use) : use(made))

/**
 * Makes something once for all messages with the same body object. Messages that come while it is
 * made wait for it, unless they run at once.
 */
export const makeOncePerBody = <A>(
  make: (message: OutgoingMessage) => Steps<A>
): OncePerBody<A> => {
  const known = new WeakMap<MessageBody, { readonly made: A | Promise<A> }>()
  return (message, run) => {
    const { body } = message
    const found = known.get(body)
    if (found !== undefined && (run !== atOnce || !(found.made instanceof Promise)))
      return found.made
    const made = run(make(message))
    known.set(body, { made })
    if (made instanceof Promise)
      made.then(
        (value) => known.set(body, { made: value }),
        () => known.delete(body)
      )
    return made
  }
}
