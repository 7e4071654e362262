import type { DeliveredDue } from "telemark"
import type { LeapingClock } from "./clock.js"
import { nothingDelivered, together } from "./counts.js"

interface Parts {
  readonly clock: LeapingClock
  /** Makes what attempts are due. */
  readonly deliver: () => Promise<DeliveredDue>
  /** When the next attempt is due; undefined if nothing is owed. */
  readonly nextDue: () => Promise<number | undefined>
  /** Whether nothing is in hand, be it a worker's. */
  readonly isIdle: () => boolean
  /** Until nothing is. */
  readonly idle: () => Promise<void>
}

/** What is due and yet not delivered rests: a minute at the least, and looking at it costs little. What is due again at once climbs as fast. */
const firstStep = 1000
const maxStep = 60_000

/** Where to go from `now`: to the next due instant, or a step where what is due rests; never beyond the end. */
export const nextLeap = ({ due, end, now, step }: { readonly due: number; readonly end: number; readonly now: number; readonly step: number }): number =>
  Math.min(end, due > now ? due : now + step)

/** Lets time pass until `end`: delivers what is due at each due instant in between, and at the end. */
export const advanceTo = async (end: number, { clock, deliver, idle, isIdle, nextDue }: Parts): Promise<DeliveredDue> => {
  let delivered = nothingDelivered
  let step = firstStep
  for (;;) {
    delivered = together(delivered, await deliver())
    await idle()
    const due = await nextDue()
    // The leases of what is in hand would run out in the leap, and it would be delivered twice.
    if (!isIdle()) continue
    const now = clock.now()
    if (due === undefined || due > end || now >= end) break
    clock.leapTo(nextLeap({ due, end, now, step }))
    step = due >= now + firstStep ? firstStep : Math.min(2 * step, maxStep)
  }
  if (clock.now() >= end) return delivered
  clock.leapTo(end)
  delivered = together(delivered, await deliver())
  await idle()
  return delivered
}
