import type { DeliveredDue } from "@telemark/worker"
import type { LeapingClock } from "./clock.js"
import { nothingDelivered, together } from "./counts.js"

interface Parts {
  readonly clock: LeapingClock
  readonly deliver: () => Promise<DeliveredDue>
  /** When the next attempt is due, in epoch milliseconds; undefined if there is none. */
  readonly nextDue: () => Promise<number | undefined>
  /** Whether nothing is in flight, workers included. */
  readonly isIdle: () => boolean
  readonly idle: () => Promise<void>
}

/**
 * Steps in milliseconds while something is due but backs off. Back-offs last a minute or more, so
 * polling costs little. The step doubles as long as the next attempt is due within a second.
 */
const firstStep = 1000
const maxStep = 60_000

/**
 * The next instant: the next due one, or a step ahead while something is due but backs off; never
 * after the end.
 */
export const nextLeap = ({
  due,
  end,
  now,
  step
}: {
  readonly due: number
  readonly end: number
  readonly now: number
  readonly step: number
}): number => Math.min(end, due > now ? due : now + step)

export const advanceTo = async (
  end: number,
  { clock, deliver, idle, isIdle, nextDue }: Parts
): Promise<DeliveredDue> => {
  let delivered = nothingDelivered
  let step = firstStep
  for (;;) {
    delivered = together(delivered, await deliver())
    await idle()
    const due = await nextDue()
    // A jump would end the leases of what is in flight, and it would be delivered twice.
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
