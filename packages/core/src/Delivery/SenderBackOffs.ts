import { asksToWait, backOffLength, type BackOffSignal } from "./backOffLength.js"
import { type BackOffScope, makeEscalation } from "./escalation.js"
import { type Sender, senderKey } from "./Sender.js"
import type { RouteSignal } from "./signal.js"
import type { Wait } from "./Wait.js"

/** Whose mail began to wait, and until when. */
export interface BegunBackOff {
  readonly scope: BackOffScope
  readonly until: number
}

interface State {
  until: number
  /** How long the last back-off was; the next is twice as long. */
  length: number
  isDaily: boolean
  /** Whether a message is under way that tries whether the server takes this sender's mail again. */
  isProbing: boolean
  /** Whether a message was given back that is due when the back-off ends. */
  hasProbe: boolean
}

/** How long others wait for the one that tries, in milliseconds. It usually takes less than a second; a silent server may take minutes. */
const probeTime = { min: 5000, max: 60_000 }

/** Senders that are remembered for a route. Of those beyond, the ones whose back-off is long over are forgotten, then the oldest. */
const maxSenders = 1000

/** What is over for so long says nothing any more, in milliseconds. */
const memory = 60 * 60_000

/**
 * The senders on a route whose mail backs off while others' goes on. When a back-off is over, one message tries; once one is taken, all is
 * well again.
 */
export class SenderBackOffs {
  readonly #states = new Map<string, State>()
  readonly #escalation = makeEscalation()

  /** Nothing to remember. */
  isForgettable(now: number): boolean {
    return [...this.#states.values()].every(({ isProbing, until }) => !isProbing && until + memory <= now)
  }

  /** Whether a message of the sender's may not go at `now`. */
  isBlocked(sender: Sender, now: number): boolean {
    return this.#blocking(sender, now).length > 0
  }

  /** Until when the sender's mail backs off; `now` or earlier if it doesn't. */
  backsOffUntil(sender: Sender, now: number): number {
    return Math.max(now, ...this.#of(sender).map(({ until }) => until))
  }

  /**
   * How long a message has to wait that may not go; undefined if it may. The first is due when the back-off ends, to be the one that tries.
   * The others come later, so that one look at each is enough where it is taken.
   */
  waitOf(sender: Sender, now: number): Wait | undefined {
    const blocking = this.#blocking(sender, now)
    if (blocking.length === 0) return undefined
    const ends = blocking.map((state) => {
      if (state.until <= now) return now + Math.min(Math.max(probeTime.min, state.length / 4), probeTime.max)
      if (state.hasProbe) return state.until + probeTime.min
      state.hasProbe = true
      return state.until
    })
    return { _tag: "Wait", until: Math.max(...ends), ...(blocking.some(({ isDaily }) => isDaily) ? { isDaily: true } : {}) }
  }

  /** A message of the sender's goes. Answers what to call when it has ended. */
  begin(sender: Sender): () => void {
    const probed = this.#of(sender)
    for (const state of probed) state.isProbing = true
    return () => { for (const state of probed) state.isProbing = false }
  }

  /** What the outcome of a message means for its sender's mail, or for more; a back-off that the route has to begin is left to it. */
  learn(sender: Sender, signal: RouteSignal, now: number): BegunBackOff | undefined {
    if (signal.asks === "accepted") this.#accepted(sender, now)
    if (!asksToWait(signal) || signal.of === "route") return undefined
    const scope = this.#escalation.request(sender, signal, now)
    if (scope === "route") return { scope, until: now }
    const until = this.#backOff(scope === "tenant" ? { ...sender, domain: "" } : sender, signal, now)
    return until === undefined ? undefined : { scope, until }
  }

  #of({ domain, tenant_id }: Sender): ReadonlyArray<State> {
    if (this.#states.size === 0) return []
    const keys = new Set([senderKey({ tenant_id, domain }), senderKey({ tenant_id, domain: "" })])
    return [...keys].flatMap((key) => this.#states.get(key) ?? [])
  }

  #blocking(sender: Sender, now: number): ReadonlyArray<State> {
    return this.#of(sender).filter(({ isProbing, until }) => until > now || isProbing)
  }

  #accepted(sender: Sender, now: number): void {
    this.#escalation.accepted()
    // Begun before the back-off, it says nothing about the time after it.
    if (this.backsOffUntil(sender, now) > now) return
    this.#states.delete(senderKey(sender))
    this.#states.delete(senderKey({ ...sender, domain: "" }))
  }

  /** Of messages that were under way together, the first one's request counts. */
  #backOff(sender: Sender, signal: BackOffSignal, now: number): number | undefined {
    const key = senderKey(sender)
    const before = this.#states.get(key)
    if (before !== undefined && before.until > now) return undefined
    if (before === undefined) this.#makeRoom(now)
    const length = backOffLength(signal, before?.length ?? 0)
    const state: State = { until: now + length, length, isDaily: signal.isDaily, isProbing: false, hasProbe: false }
    this.#states.delete(key)
    this.#states.set(key, state)
    return state.until
  }

  #makeRoom(now: number): void {
    if (this.#states.size < maxSenders) return
    for (const [key, { isProbing, until }] of this.#states) if (!isProbing && until + memory <= now) this.#states.delete(key)
    // In the order in which they last backed off.
    for (const key of this.#states.keys()) {
      if (this.#states.size < maxSenders) break
      this.#states.delete(key)
    }
  }
}
