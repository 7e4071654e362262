import { Data, type Duration, Effect } from "effect"

/** This Telemark was closed: it takes no more calls. Create another one. */
export class TelemarkClosed extends Data.TaggedError("TelemarkClosed")<{}> {
  readonly code = "telemark_closed"

  override get message(): string {
    return "This Telemark is closed. Create another one to go on."
  }
}

/** The calls under way, so that closing can let them finish. */
export interface Calls {
  readonly isClosed: () => boolean
  /** Makes a call and counts it as under way until it is settled; once closed, rejects with `TelemarkClosed`. */
  readonly make: <A>(call: () => Promise<A>) => Promise<A>
  /** Takes no more calls, and resolves when those under way are settled, however they are, or when that took too long. */
  readonly close: (within: Duration.DurationInput) => Promise<void>
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
      await Effect.runPromise(Effect.timeoutOption(Effect.promise(() => Promise.allSettled(underWay)), within))
    }
  }
}
