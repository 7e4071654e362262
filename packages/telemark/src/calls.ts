import { Cause, Data, type Duration, Effect, Exit, Option } from "effect"

/** This Telemark is closed and takes no more calls. Create another one. */
export class TelemarkClosed extends Data.TaggedError("TelemarkClosed")<{}> {
  readonly code = "telemark_closed"

  override get message(): string {
    return "This Telemark is closed. Create another one to continue."
  }
}

export interface Calls {
  readonly isClosed: () => boolean
  /** Tracks a call until it settles. Once closed, rejects with `TelemarkClosed`. */
  readonly make: <A>(call: () => Promise<A>) => Promise<A>
  /** Refuses new calls. Resolves when those under way have settled, or when the time is over. */
  readonly close: (within: Duration.Input) => Promise<void>
}

export const makeCalls = (): Calls => {
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false
  return {
    isClosed: () => isClosed,
    make: async (call) => {
      if (isClosed) throw new TelemarkClosed()
      const made = call()
      underWay.add(made)
      try {
        return await made
      } finally {
        underWay.delete(made)
      }
    },
    close: async (within) => {
      isClosed = true
      await Effect.runPromise(
        Effect.timeoutOption(
          Effect.promise(() => Promise.allSettled(underWay)),
          within
        )
      )
    }
  }
}

export const errorOf = <E>(cause: Cause.Cause<E>): unknown =>
  Option.getOrElse(Cause.findErrorOption(cause), () => Cause.squash(cause))

/**
 * Throws the original error: `runPromise` would wrap it, so that `instanceof` and `_tag` wouldn't
 * work.
 */
export const settle = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw errorOf(exit.cause)
}
