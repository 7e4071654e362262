import { domainKey } from "../../sending/domains/Domain.js"
import type { BackOffScope, BegunBackOff, Sender, Wait } from "./Route.js"
import { asksToWait, backOffLength, type BackOffSignal, type RouteSignal } from "./RouteSignal.js"

/** Requests within this time are counted together, in milliseconds. */
const together = 60_000

/** So many different senders of a tenant (or tenants of a route) widen the back-off to it. */
const enough = 3

/**
 * The same if each request is pressing: the server closed the connection, or refuses our account.
 */
const enoughPressing = 2

interface Request {
  readonly at: number
  readonly isPressing: boolean
}

const isEnough = (requests: ReadonlyArray<Request>): boolean =>
  requests.length >= enough ||
  requests.filter(({ isPressing }) => isPressing).length >= enoughPressing

/**
 * Decides whose mail a server's request to slow down applies to: that of its sender, until several
 * different senders got one within a minute and nothing was accepted in between. Several domains of
 * one tenant widen it to the tenant, several tenants to the route: no tenant can stop others,
 * however many domains it sends from.
 */
const makeEscalation = () => {
  /** By tenant and domain. */
  const met = new Map<string, Map<string, Request>>()

  const forgetOld = (now: number): void => {
    for (const [tenant, domains] of met) {
      for (const [domain, { at }] of domains) if (at + together <= now) domains.delete(domain)
      if (domains.size === 0) met.delete(tenant)
    }
  }

  return {
    accepted: (): void => met.clear(),
    request: (
      { domain, tenant_id }: Sender,
      { isPressing }: BackOffSignal,
      now: number
    ): BackOffScope => {
      forgetOld(now)
      const domains = met.get(tenant_id) ?? new Map<string, Request>()
      met.set(tenant_id, domains.set(domain, { at: now, isPressing }))
      const ofTenants = [...met.values()].map((requests): Request => ({
        at: now,
        isPressing: [...requests.values()].some((request) => request.isPressing)
      }))
      if (isEnough(ofTenants)) {
        met.clear()
        return "route"
      }
      return isEnough([...domains.values()]) ? "tenant" : "sender"
    }
  }
}

interface State {
  until: number
  length: number
  isDaily: boolean
  /** Whether a message is being sent to test if the server accepts this sender's mail again. */
  isProbing: boolean
  /** Whether a message has been returned with the end of the back-off as its due time. */
  hasProbe: boolean
}

/**
 * How long other messages wait for a probe, in milliseconds. It usually takes less than a second; a
 * silent server may take minutes.
 */
const probeTime = { min: 5000, max: 60_000 }

/**
 * Senders in memory per route. Beyond it, those whose back-off ended over `memory` ago are dropped,
 * then the oldest.
 */
const maxSenders = 1000

/** How long an ended back-off is remembered, in milliseconds. */
const memory = 60 * 60_000

/**
 * The senders on a route whose mail backs off while others' continues. After a back-off one message
 * probes; an acceptance ends it.
 */
export class SenderBackOffs {
  readonly #states = new Map<string, State>()
  readonly #escalation = makeEscalation()

  isForgettable(now: number): boolean {
    return [...this.#states.values()].every(
      ({ isProbing, until }) => !isProbing && until + memory <= now
    )
  }

  isBlocked(sender: Sender, now: number): boolean {
    return this.#blocking(sender, now).length > 0
  }

  /** Until when the sender's mail backs off; `now` or earlier if it doesn't. */
  backsOffUntil(sender: Sender, now: number): number {
    return Math.max(now, ...this.#of(sender).map(({ until }) => until))
  }

  /**
   * The wait of a message; undefined if it may go. The first is due at the back-off's end, as its
   * probe, others later, so as to be claimed once.
   */
  waitOf(sender: Sender, now: number): Wait | undefined {
    const blocking = this.#blocking(sender, now)
    if (blocking.length === 0) return undefined
    const ends = blocking.map((state) => {
      if (state.until <= now)
        return now + Math.min(Math.max(probeTime.min, state.length / 4), probeTime.max)
      if (state.hasProbe) return state.until + probeTime.min
      state.hasProbe = true
      return state.until
    })
    return {
      _tag: "Wait",
      until: Math.max(...ends),
      ...(blocking.some(({ isDaily }) => isDaily) ? { isDaily: true } : {})
    }
  }

  /** Marks a message of the sender as begun; call the result when it has ended. */
  begin(sender: Sender): () => void {
    const probed = this.#of(sender)
    for (const state of probed) state.isProbing = true
    return () => {
      for (const state of probed) state.isProbing = false
    }
  }

  /**
   * Applies an outcome to its sender's or tenant's mail. A back-off with the scope `route` isn't
   * begun here: the caller has to begin it.
   */
  learn(sender: Sender, signal: RouteSignal, now: number): BegunBackOff | undefined {
    if (signal.asks === "accepted") this.#accepted(sender, now)
    if (!asksToWait(signal) || signal.of === "route") return undefined
    const scope = this.#escalation.request(sender, signal, now)
    if (scope === "route") return { scope, until: now }
    const until = this.#backOff(
      scope === "tenant" ? { ...sender, domain: "" } : sender,
      signal,
      now
    )
    return until === undefined ? undefined : { scope, until }
  }

  #of({ domain, tenant_id }: Sender): ReadonlyArray<State> {
    if (this.#states.size === 0) return []
    const keys = new Set([domainKey({ tenant_id, domain }), domainKey({ tenant_id, domain: "" })])
    return [...keys].flatMap((key) => this.#states.get(key) ?? [])
  }

  #blocking(sender: Sender, now: number): ReadonlyArray<State> {
    return this.#of(sender).filter(({ isProbing, until }) => until > now || isProbing)
  }

  #accepted(sender: Sender, now: number): void {
    this.#escalation.accepted()
    // A message that began before the back-off says nothing about the time after it.
    if (this.backsOffUntil(sender, now) > now) return
    this.#states.delete(domainKey(sender))
    this.#states.delete(domainKey({ ...sender, domain: "" }))
  }

  /** If several concurrent messages are asked to wait, only the first request counts. */
  #backOff(sender: Sender, signal: BackOffSignal, now: number): number | undefined {
    const key = domainKey(sender)
    const before = this.#states.get(key)
    if (before !== undefined && before.until > now) return undefined
    if (before === undefined) this.#evict(now)
    const length = backOffLength(signal, before?.length ?? 0)
    const state: State = {
      until: now + length,
      length,
      isDaily: signal.isDaily,
      isProbing: false,
      hasProbe: false
    }
    this.#states.delete(key)
    this.#states.set(key, state)
    return state.until
  }

  #evict(now: number): void {
    if (this.#states.size < maxSenders) return
    for (const [key, { isProbing, until }] of this.#states)
      if (!isProbing && until + memory <= now) this.#states.delete(key)
    for (const key of this.#states.keys()) {
      if (this.#states.size < maxSenders) break
      this.#states.delete(key)
    }
  }
}
