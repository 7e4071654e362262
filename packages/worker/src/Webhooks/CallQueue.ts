import type { ClaimedWebhook, WebhookKey } from "@telemark/core"
import type { CallSlot } from "./EndpointLimiter.js"

/** An event that was claimed for an endpoint, while this worker holds its lease. */
export interface LeasedWebhook {
  readonly key: WebhookKey
  readonly claimed: ClaimedWebhook
  readonly slot: CallSlot
}

interface EndpointCalls {
  /** In the order in which they were claimed. */
  readonly waiting: Array<LeasedWebhook>
  running: number
}

/**
 * Claimed events that wait for their calls. Endpoints take turns; none has more calls at once than `width` allows it, and all together no
 * more than there are places.
 */
export class CallQueue {
  readonly #slots: number
  readonly #width: (endpointId: number) => number
  readonly #ofEndpoints = new Map<number, EndpointCalls>()
  /** Endpoints that something waits for and that may be called, whose turn is next first. */
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

  /** The call to make next; undefined if none may be made now. `ended` follows. */
  next(): LeasedWebhook | undefined {
    if (this.#running >= this.#slots) return undefined
    for (const endpointId of this.#turns) {
      // Who had a turn goes to the end. One that may have no more calls gets its next turn when one of them ends.
      this.#turns.delete(endpointId)
      const calls = this.#ofEndpoints.get(endpointId)
      // One is always allowed, or what waits for an endpoint that no call is under way to would wait for ever if the clock were set back.
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

  /** A call to the endpoint has ended. */
  ended(endpointId: number): void {
    const calls = this.#ofEndpoints.get(endpointId)
    if (calls === undefined) return
    calls.running--
    this.#running--
    if (calls.waiting.length > 0) this.#turns.add(endpointId)
    else if (calls.running === 0) this.#ofEndpoints.delete(endpointId)
  }

  /** Calls to the endpoint that are under way. */
  callsOf(endpointId: number): number {
    return this.#ofEndpoints.get(endpointId)?.running ?? 0
  }

  /** Takes out what was claimed last for the endpoint, but for so many. */
  takeBack(endpointId: number, keep: number): ReadonlyArray<LeasedWebhook> {
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

  /** Takes out all that waits. */
  takeBackAll(): ReadonlyArray<LeasedWebhook> {
    return [...this.#ofEndpoints.keys()].flatMap((endpointId) => this.takeBack(endpointId, 0))
  }
}
