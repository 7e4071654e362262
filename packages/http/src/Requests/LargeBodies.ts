import { Context, type Duration, Effect } from "effect"
import { LargeBodiesBusy } from "../Errors/index.js"

/** Room for large bodies in memory. */
export interface BodyRoom {
  /**
   * Waits for room for so many octets, and fails if none becomes free in time. `onGranted` is given what gives the room back, at
   * the instant that it is granted: also to a request that is over by then.
   */
  readonly take: (octets: number, onGranted: (giveBack: () => void) => void) => Effect.Effect<void, LargeBodiesBusy>
}

export interface BodyRoomOptions {
  /** What all large bodies in hand may have together, in octets. */
  readonly octets: number
  /** How long one waits for others to be answered. */
  readonly patience: Duration.DurationInput
}

interface Waiting {
  readonly octets: number
  readonly enter: () => void
}

/** Lets large bodies in one after another, in the order in which they came: none is passed by smaller ones for ever. */
export const makeBodyRoom = ({ octets: whole, patience }: BodyRoomOptions): BodyRoom => {
  const queue = new Set<Waiting>()
  let free = whole

  const letIn = (): void => {
    for (const next of queue) {
      if (next.octets > free) return
      queue.delete(next)
      next.enter()
    }
  }
  const grant = (octets: number, onGranted: (giveBack: () => void) => void): void => {
    free -= octets
    onGranted(() => {
      free += octets
      letIn()
    })
  }
  const wait = (octets: number, onGranted: (giveBack: () => void) => void) =>
    Effect.async<void>((resume) => {
      const waiting: Waiting = {
        octets,
        enter: () => {
          grant(octets, onGranted)
          resume(Effect.void)
        }
      }
      queue.add(waiting)
      return Effect.sync(() => { if (queue.delete(waiting)) letIn() })
    })

  return {
    take: (asked, onGranted) =>
      Effect.suspend(() => {
        const octets = Math.min(asked, whole)
        if (queue.size === 0 && octets <= free) return Effect.sync(() => { grant(octets, onGranted) })
        return Effect.timeoutFail(wait(octets, onGranted), { duration: patience, onTimeout: () => new LargeBodiesBusy() })
      })
  }
}

/**
 * The room for request bodies over 256 KiB, by default 64 MiB, for which a body waits 10 seconds. One for a process, whatever
 * handlers it has: what it bounds is the process's memory. That is four times as much, since a body stands there as octets, as text, as
 * values and as files until it is answered: 30 sends of 14 MiB at once brought a process from 167 MB to 422 MB.
 */
export class LargeBodies extends Context.Reference<LargeBodies>()("@telemark/http/LargeBodies", {
  defaultValue: (): BodyRoom => makeBodyRoom({ octets: 64 * 1024 * 1024, patience: "10 seconds" })
}) {}
