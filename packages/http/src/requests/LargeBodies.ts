import { LargeBodiesBusy } from "@telemark/contract"
import { type Limiter, makeLimiter } from "@telemark/core"
import { Context, type Duration, Effect } from "effect"

export interface BodyMemory {
  /**
   * Fails if it takes too long. `onGranted` gets the function that releases the memory as soon as
   * it is granted, even if the request is over by then. Owners take turns.
   */
  readonly reserve: (
    octets: number,
    onGranted: (release: () => void) => void,
    owner?: string
  ) => Effect.Effect<void, LargeBodiesBusy>
}

export interface BodyMemoryOptions {
  /** All large bodies in flight together. */
  readonly octets: number
  readonly maxWait: Duration.Input
}

const makeTurns = (
  maxWait: Duration.Input,
  permits: Pick<Parameters<typeof makeLimiter>[0], "permits" | "permitsPerKey">
): Limiter<LargeBodiesBusy> =>
  makeLimiter({
    ...permits,
    refuse: {
      maxWaiting: Number.POSITIVE_INFINITY,
      maxWait,
      error: () => new LargeBodiesBusy()
    },
    isWaitInterruptible: true
  })

/**
 * Owners take turns, each in order, so small bodies never starve a large one. One above the limit
 * is granted alone.
 */
export const makeBodyMemory = ({ octets, maxWait }: BodyMemoryOptions): BodyMemory => {
  const limiter = makeTurns(maxWait, { permits: octets })
  return {
    reserve: (permits, onGranted, key) =>
      Effect.uninterruptible(Effect.map(limiter.take({ key, permits }), onGranted))
  }
}

/**
 * Memory for bodies over 256 KiB, shared by all handlers of a process, which needs four times as
 * much: a body exists as octets, text, values and files until it is answered. 30 concurrent sends
 * of 14 MiB raised a process from 167 MB to 422 MB.
 */
export const LargeBodies = Context.Reference("@telemark/http/LargeBodies", {
  defaultValue: (): BodyMemory =>
    makeBodyMemory({ octets: 64 * 1024 * 1024, maxWait: "10 seconds" })
})

/**
 * Operations that make much more of a body than its octets: 100,000 addresses are 2 MB as a table,
 * and 40 MB as records. Two at once in a process, one of a tenant; others wait with their bodies
 * unread.
 */
export const HeavyRequests = Context.Reference("@telemark/http/HeavyRequests", {
  defaultValue: (): Limiter<LargeBodiesBusy> =>
    makeTurns("10 seconds", { permits: 2, permitsPerKey: 1 })
})
