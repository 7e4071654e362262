import { type DeliveryFigures, type Period, timestamp } from "@telemark/contract"
import type { WaitingMessages } from "./AnalyticsStore.js"
import { handoverQuantile } from "./handover.js"

/** How many entries of the queue are counted: an index has so many in a few milliseconds. */
export const maxWaitingCounted = 50_000

/**
 * How many messages wait for their first attempt: those whose time has come, and the others. If
 * there are too many of one to count, the other says it.
 */
export const splitQueued = (
  { due, queued, scheduled }: WaitingMessages,
  max: number
): { readonly queued: number; readonly scheduled: number } => {
  if (scheduled < max) return { queued: Math.max(0, queued - scheduled), scheduled }
  // Some of those that are due may be deferred.
  const waiting = Math.min(due, queued)
  return { queued: waiting, scheduled: Math.max(scheduled, queued - waiting) }
}

/**
 * What the figures are made of. `ownServer`: whether the tenant's own server is verified; undefined
 * if it has none.
 */
interface Delivered {
  readonly waiting: WaitingMessages
  readonly handovers: ReadonlyArray<number>
  readonly ownServer: { readonly verified: boolean } | undefined
}

export const deliveryFigures = (
  period: Period,
  { handovers, ownServer, waiting }: Delivered
): DeliveryFigures => ({
  period,
  ...splitQueued(waiting, maxWaitingCounted),
  sending: waiting.sending,
  deferred: waiting.deferred,
  oldest_due_at: waiting.oldest_due_at === null ? null : timestamp(waiting.oldest_due_at),
  own_server: ownServer === undefined ? null : ownServer.verified ? "ok" : "refused",
  handover_ms: {
    count: handovers.reduce((sum, count) => sum + count, 0),
    p50: handoverQuantile(handovers, 0.5),
    p95: handoverQuantile(handovers, 0.95)
  }
})
