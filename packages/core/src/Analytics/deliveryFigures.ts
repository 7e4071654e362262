import { type DeliveryFigures, type Period, timestamp } from "@telemark/contract"
import type { WaitingMessages } from "./AnalyticsStore.js"
import { handoverQuantile } from "./handover.js"

/** How many entries of the queue are counted: an index has so many in a few milliseconds. */
export const maxWaitingCounted = 50_000

/** How many messages wait for their first attempt: those whose time has come, and the others. If there are too many of one to count, the other says it. */
export const splitQueued = ({ due, queued, scheduled }: WaitingMessages, max: number): { readonly queued: number; readonly scheduled: number } => {
  if (scheduled < max) return { queued: Math.max(0, queued - scheduled), scheduled }
  // Some of those that are due may be deferred.
  const waiting = Math.min(due, queued)
  return { queued: waiting, scheduled: Math.max(scheduled, queued - waiting) }
}

export const deliveryFigures = (period: Period, waiting: WaitingMessages, handovers: ReadonlyArray<number>, max: number): DeliveryFigures => ({
  period,
  ...splitQueued(waiting, max),
  sending: waiting.sending,
  deferred: waiting.deferred,
  oldest_due_at: waiting.oldest_due_at === null ? null : timestamp(waiting.oldest_due_at),
  handover_ms: {
    count: handovers.reduce((sum, count) => sum + count, 0),
    p50: handoverQuantile(handovers, 0.5),
    p95: handoverQuantile(handovers, 0.95)
  }
})
