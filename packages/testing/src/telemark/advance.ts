import type { DeliveredDue } from "@telemark/worker"
import type { LeapingClock } from "./clock.js"

export const nothingDelivered: DeliveredDue = {
  emails: { sent: 0, deferred: 0, bounced: 0, failed: 0 },
  webhooks: { taken: 0, failed: 0 }
}

export const together = (one: DeliveredDue, other: DeliveredDue): DeliveredDue => ({
  emails: {
    sent: one.emails.sent + other.emails.sent,
    deferred: one.emails.deferred + other.emails.deferred,
    bounced: one.emails.bounced + other.emails.bounced,
    failed: one.emails.failed + other.emails.failed
  },
  webhooks: {
    taken: one.webhooks.taken + other.webhooks.taken,
    failed: one.webhooks.failed + other.webhooks.failed
  }
})

interface Parts {
  readonly clock: LeapingClock
  readonly deliver: () => Promise<DeliveredDue>
  /** When the next attempt is due, in epoch milliseconds. */
  readonly nextDue: () => Promise<number | undefined>
  /** Workers included. */
  readonly isIdle: () => boolean
  readonly idle: () => Promise<void>
}

/**
 * Milliseconds while something is due but backs off, for a minute or more. The step doubles as long
 * as the next attempt is due within a second.
 */
const firstStep = 1000
const maxStep = 60_000

/** The next due instant, or a step ahead while something is due but backs off. */
const nextLeap = ({
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
