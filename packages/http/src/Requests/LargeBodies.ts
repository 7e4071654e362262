import { LargeBodiesBusy } from "@telemark/contract"
import { makeLimiter } from "@telemark/core"
import { Context, type Duration, Effect } from "effect"

/** Room for large bodies in memory. */
export interface BodyRoom {
  /**
   * Waits for room for so many octets, and fails if none becomes free in time. `onGranted` is given what gives the room back, at
   * the instant that it is granted: also to a request that is over by then. `owner`: whose turn it is, where several wait.
   */
  readonly take: (octets: number, onGranted: (giveBack: () => void) => void, owner?: string) => Effect.Effect<void, LargeBodiesBusy>
}

export interface BodyRoomOptions {
  /** What all large bodies in hand may have together, in octets. */
  readonly octets: number
  /** How long one waits for others to be answered. */
  readonly patience: Duration.DurationInput
}

/** Lets large bodies in one after another, owners in turns and each one's in the order in which they came: none is passed by smaller ones for ever. One that is larger than the whole is let in alone. */
export const makeBodyRoom = ({ octets, patience }: BodyRoomOptions): BodyRoom => {
  const refuse = { maxWaiting: Number.POSITIVE_INFINITY, patience, error: () => new LargeBodiesBusy() }
  const limiter = makeLimiter({ permits: octets, refuse, isWaitInterruptible: true })
  return { take: (permits, onGranted, key) => Effect.uninterruptible(Effect.map(limiter.take({ key, permits }), onGranted)) }
}

/**
 * The room for request bodies over 256 KiB, by default 64 MiB, for which a body waits 10 seconds. One for a process, whatever
 * handlers it has: what it bounds is the process's memory. That is four times as much, since a body stands there as octets, as text, as
 * values and as files until it is answered: 30 sends of 14 MiB at once brought a process from 167 MB to 422 MB.
 */
export class LargeBodies extends Context.Reference<LargeBodies>()("@telemark/http/LargeBodies", {
  defaultValue: (): BodyRoom => makeBodyRoom({ octets: 64 * 1024 * 1024, patience: "10 seconds" })
}) {}
