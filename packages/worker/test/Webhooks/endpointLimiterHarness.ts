import type { ClaimedWebhook } from "@telemark/core"
import { type CallSlot, EndpointLimiter } from "../../src/webhooks/EndpointLimiter.js"

export const quick = { taken: true, duration_ms: 20 }
export const slow = { taken: true, duration_ms: 5000 }
export const failed = { taken: false, duration_ms: 20 }

let events = 0

/** Events that were claimed for an endpoint. */
export const claimed = (
  endpointId: number,
  count = 1,
  failingSince: number | null = null
): ReadonlyArray<ClaimedWebhook> =>
  Array.from({ length: count }, () => ({
    endpoint: {
      id: endpointId,
      tenant_id: "tn_1",
      url: "https://example.com/",
      events: ["email.sent"],
      active: true,
      secret: "sealed",
      former_secret: null,
      former_secret_until: null,
      failing_since: failingSince,
      disabled_reason: null,
      format: null,
      created_at: 0,
      updated_at: 0
    },
    event: { id: `evt_${String(++events)}`, type: "email.sent" },
    posted: () => ({ event_id: "", body: "{}" }),
    attempts: 1
  }))

export const ids = (count: number, first = 1): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => first + index)

/**
 * Lanes in front of a queue in which there is always more for these endpoints, and what they were
 * given.
 */
export class Harness {
  readonly limiter: EndpointLimiter
  readonly slots = new Map<number, Array<CallSlot>>()
  constructor(slots = 100, spare = 0) {
    this.limiter = new EndpointLimiter(slots, spare)
  }

  /**
   * Claims as a storage would where so many events wait for each of these endpoints; those claimed
   * first come first.
   */
  claim(endpoints: ReadonlyArray<number>, waiting = 1000, now = 0) {
    const room = this.limiter.claimLimits(now)
    const rounds = Array.from({ length: Math.min(waiting, 10) }, (_, round) =>
      endpoints.flatMap((id) =>
        round < (room.ofEndpoints.get(id) ?? room.perEndpoint) ? claimed(id) : []
      )
    )
    const { begun, over } = this.limiter.take(rounds.flat().slice(0, room.limit), room, now)
    for (const [, slot] of begun)
      this.slots.set(slot.endpointId, [...(this.slots.get(slot.endpointId) ?? []), slot])
    return { begun: begun.length, over: over.length }
  }

  /** Ends what is under way for this endpoint, or so much of it. */
  end(endpointId: number, answer: typeof quick | undefined, now = 0, count = Infinity): boolean {
    const slots = this.slots.get(endpointId) ?? []
    return slots
      .splice(0, count)
      .map((slot) => this.limiter.end(slot, answer, now))
      .some((wakes) => wakes)
  }

  inFlight(endpoints: ReadonlyArray<number>): number {
    return endpoints.reduce((sum, id) => sum + (this.slots.get(id)?.length ?? 0), 0)
  }

  /** Has these endpoints answer once. */
  answered(endpoints: ReadonlyArray<number>, answer: typeof quick, now = 0): this {
    for (const id of endpoints) {
      this.claim([id], 1, now)
      this.end(id, answer, now)
    }
    return this
  }
}
