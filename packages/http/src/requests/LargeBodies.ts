import { LargeBodiesBusy } from "@telemark/contract"
import { type Limiter, makeLimiter } from "@telemark/core"
import { Context, type Duration, Effect } from "effect"

/** The memory reserved for large request bodies. */
export interface BodyMemory {
  /**
   * Waits until so many octets can be reserved; fails if that takes too long. Calls `onGranted`
   * with the function that releases them, in any case as soon as they are granted, even if the
   * request is over by then. Waiting `owner`s take turns.
   */
  readonly reserve: (
    octets: number,
    onGranted: (release: () => void) => void,
    owner?: string
  ) => Effect.Effect<void, LargeBodiesBusy>
}

export interface BodyMemoryOptions {
  /** The limit for all large bodies in flight together, in octets. */
  readonly octets: number
  /** How long a body waits. */
  readonly maxWait: Duration.Input
}

/**
 * Grants memory to owners in turns, each in order, so that small bodies never starve a large one.
 * One above the limit is granted alone.
 */
export const makeBodyMemory = ({ octets, maxWait }: BodyMemoryOptions): BodyMemory => {
  const refuse = {
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWait,
    error: () => new LargeBodiesBusy()
  }
  const limiter = makeLimiter({ permits: octets, refuse, isWaitInterruptible: true })
  return {
    reserve: (permits, onGranted, key) =>
      Effect.uninterruptible(Effect.map(limiter.take({ key, permits }), onGranted))
  }
}

/**
 * The memory for request bodies over 256 KiB: 64 MiB by default, for which a body waits up to 10
 * seconds. Shared by all handlers of a process, whose memory it bounds. The process needs four
 * times as much, since a body exists as octets, text, values and files until it is answered: 30
 * concurrent sends of 14 MiB raised a process from 167 MB to 422 MB.
 */
export const LargeBodies = Context.Reference("@telemark/http/LargeBodies", {
  defaultValue: (): BodyMemory =>
    makeBodyMemory({ octets: 64 * 1024 * 1024, maxWait: "10 seconds" })
})

/**
 * Turns for operations that make much more of a body than its octets, which is all that
 * `LargeBodies` counts: 100,000 addresses are 2 MB as a table, and 40 MB as records. Two at once in
 * a process, and one of a tenant; others wait for up to 10 seconds, with their bodies unread.
 */
export const HeavyRequests = Context.Reference("@telemark/http/HeavyRequests", {
  defaultValue: (): Limiter<LargeBodiesBusy> =>
    makeLimiter({
      permits: 2,
      permitsPerKey: 1,
      refuse: {
        maxWaiting: Number.POSITIVE_INFINITY,
        maxWait: "10 seconds",
        error: () => new LargeBodiesBusy()
      },
      isWaitInterruptible: true
    })
})
