import type { ClaimedWebhook, WebhookKey } from "@telemark/core"
import type { CallSlot } from "./EndpointLimiter.js"

export interface LeasedWebhook {
  readonly key: WebhookKey
  readonly claimed: ClaimedWebhook
  readonly slot: CallSlot
}

interface EndpointCalls {
  /** In the order of their claims. */
  readonly waiting: Array<LeasedWebhook>
  running: number
}

/**
 * Claimed events that wait for their calls. Endpoints take turns. `width` limits the concurrent
 * calls of one endpoint, `slots` those of all.
 */
export class CallQueue {
  readonly #slots: number
  readonly #width: (endpointId: number) => number
  readonly #ofEndpoints = new Map<number, EndpointCalls>()
  /** Endpoints that have a waiting event and may be called, in the order of their turns. */
  readonly #turns = new Set<number>()
  #waiting = 0
  #running = 0

  constructor(slots: number, width: (endpointId: number) => number) {
    this.#slots = slots
    this.#width = width
  }

  get waiting(): number {
    return this.#waiting
  }

  add(leased: LeasedWebhook): void {
    const { endpointId } = leased.slot
    const calls = this.#ofEndpoints.get(endpointId)
    if (calls === undefined) this.#ofEndpoints.set(endpointId, { waiting: [leased], running: 0 })
    else calls.waiting.push(leased)
    this.#turns.add(endpointId)
    this.#waiting++
  }

  /**
   * The next call to make; undefined if none may be made now. The caller calls `ended` when the
   * call has ended.
   */
  next(): LeasedWebhook | undefined {
    if (this.#running >= this.#slots) return undefined
    for (const endpointId of this.#turns) {
      // An endpoint that had its turn goes to the end. One at its limit gets its next turn when one
      // of its calls ends.
      this.#turns.delete(endpointId)
      const calls = this.#ofEndpoints.get(endpointId)
      // One call is always allowed: if the clock were set back, an endpoint without a running call
      // would never get a turn again.
      if (calls === undefined || calls.running >= Math.max(1, this.#width(endpointId))) continue
      const leased = calls.waiting.shift()
      if (leased === undefined) continue
      if (calls.waiting.length > 0) this.#turns.add(endpointId)
      calls.running++
      this.#waiting--
      this.#running++
      return leased
    }
    return undefined
  }

  ended(endpointId: number): void {
    const calls = this.#ofEndpoints.get(endpointId)
    if (calls === undefined) return
    calls.running--
    this.#running--
    if (calls.waiting.length > 0) this.#turns.add(endpointId)
    else if (calls.running === 0) this.#ofEndpoints.delete(endpointId)
  }

  callsOf(endpointId: number): number {
    return this.#ofEndpoints.get(endpointId)?.running ?? 0
  }

  /** Removes all but the first `keep` waiting events of the endpoint. */
  removeWaiting(endpointId: number, keep: number): ReadonlyArray<LeasedWebhook> {
    const calls = this.#ofEndpoints.get(endpointId)
    if (calls === undefined || calls.waiting.length <= keep) return []
    const taken = calls.waiting.splice(keep)
    this.#waiting -= taken.length
    if (calls.waiting.length === 0) {
      this.#turns.delete(endpointId)
      if (calls.running === 0) this.#ofEndpoints.delete(endpointId)
    }
    return taken
  }

  removeAllWaiting(): ReadonlyArray<LeasedWebhook> {
    return [...this.#ofEndpoints.keys()].flatMap((endpointId) => this.removeWaiting(endpointId, 0))
  }
}
