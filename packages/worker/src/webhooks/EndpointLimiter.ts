// Hot path (docs/hot-paths.md): counts in variables, 259 µs an event instead of 396.
// One class: each of its methods reads and changes the same counts.
import type { ClaimedWebhook, WebhookClaimLimits } from "@telemark/core"
import { afterAnswer, type Answer, type CallHealth, freshHealth } from "./callHealth.js"

/** Concurrent calls to an endpoint that answers well. */
const maxForOne = 10

/** Per claim: bounds how long messages in the same database wait for it. */
const maxClaimed = 100

/**
 * How long a claimed event may wait for its call. If the endpoint is changed meanwhile, the call
 * goes to the old one.
 */
const aheadMillis = 250

/** In milliseconds: one call is enough to learn an idle endpoint's state again. */
const forgottenAfter = 60_000

interface EndpointState {
  /** As of its last claim; `health` belongs to this version. */
  url: string
  updatedAt: number
  health: CallHealth
  /** Moving average of its calls' durations; the latest counts half. */
  usualMillis: number
  /** Claimed and not answered yet. */
  inFlight: number
  idleSince: number
  /** How many events the last claim could take, and took. If both are equal, more may wait. */
  offered: number
  claimed: number
}

export interface CallSlot {
  readonly endpointId: number
  readonly updatedAt: number
  readonly failuresBefore: number
}

/** In flight besides running calls. */
export interface Load {
  /** Claimed, waiting for their calls. */
  readonly waiting: number
  /** Answered, not recorded yet. */
  readonly unrecorded: number
}

const noLoad: Load = { waiting: 0, unrecorded: 0 }

interface Shares {
  /** Slots for endpoints that answer slowly or badly, or did lately: half of all. */
  troubled: number
  /** For these and for unknown endpoints: three quarters. */
  unproven: number
}

const isTroubled = ({ health: { answers, watchedUntil } }: EndpointState, now: number): boolean =>
  answers === "slowly" || answers === "badly" || now < watchedUntil
const isUnproven = (state: EndpointState, now: number): boolean =>
  state.health.answers !== "quickly" || isTroubled(state, now)

const part = (slots: number, of: number): number => Math.max(1, Math.floor(slots * of))

const widthOf = (
  { health: { answers, backsOffUntil } }: EndpointState,
  max: number,
  now: number
): number => (now < backsOffUntil ? 0 : answers === "quickly" || answers === "slowly" ? max : 1)

const capacityWithin = (
  state: EndpointState,
  capacity: number,
  shares: Shares,
  now: number
): number =>
  isTroubled(state, now)
    ? Math.min(capacity, shares.troubled, shares.unproven)
    : isUnproven(state, now)
      ? Math.min(capacity, shares.unproven)
      : capacity

const takeShare = (state: EndpointState, count: number, shares: Shares, now: number): void => {
  if (isTroubled(state, now)) shares.troubled -= count
  if (isUnproven(state, now)) shares.unproven -= count
}

/**
 * Limits concurrent calls per endpoint, so that no endpoint delays another. An endpoint that
 * answered its last call well may have ten calls (no more than half of all slots), any other one at
 * a time; after five failures in a row it backs off between calls. Endpoints that answer slowly or
 * badly, or were slow within the last ten minutes, share half of the slots; with unknown ones,
 * three quarters. So a quarter is always left to endpoints that answer quickly, for which it claims
 * ahead what they get through in a quarter of a second. Other endpoints may stall: their events
 * wait in the queue, where any worker can claim them.
 */
export class EndpointLimiter {
  readonly #slots: number
  readonly #spare: number
  readonly #maxForOne: number
  readonly #states = new Map<number, EndpointState>()
  readonly #busy = new Set<EndpointState>()
  /** Endpoints that the last claim offered shared slots, if these didn't suffice for all. */
  #served: ReadonlyArray<number> = []
  #inFlight = 0
  /** Some endpoint was offered fewer slots than its own limit allows, because slots are shared. */
  #isShort = false
  /** The last claim may have left due events unclaimed. True while a claim runs. */
  #passedOver = false

  /** `slots`: concurrent calls, at least 1. `spare`: how many further events may wait. */
  constructor(slots: number, spare = 0) {
    this.#slots = slots
    this.#spare = spare
    this.#maxForOne = Math.min(maxForOne, Math.ceil(slots / 2))
  }

  /** With `isAhead` also events that have to wait for their calls. */
  claimLimits(now: number, load: Load = noLoad, isAhead = true): WebhookClaimLimits {
    const shares = this.#shares(now)
    const { unproven } = shares
    this.#isShort = unproven === 0
    const ofEndpoints = new Map<number, number>()
    const served: Array<number> = []
    let quick = 0
    for (const [id, state] of this.#states) {
      if (this.#isForgettable(state, now)) {
        this.#states.delete(id)
        continue
      }
      const own = this.#capacityOf(state, now, isAhead)
      const capacity = capacityWithin(state, own, shares, now)
      takeShare(state, capacity, shares, now)
      this.#isShort ||= capacity < own
      if (!isUnproven(state, now)) quick += capacity
      else if (capacity > 0) served.push(id)
      state.offered = capacity
      state.claimed = 0
      ofEndpoints.set(id, capacity)
    }
    this.#served = this.#isShort ? served : []
    const limit = Math.min(maxClaimed, this.#free(load, isAhead), quick + unproven)
    this.#passedOver = true
    // Known endpoints may have nothing waiting: unknown ones are offered the same share once more.
    return { limit, perEndpoint: Math.min(1, unproven), ofEndpoints }
  }

  isWorthClaiming(load: Load): boolean {
    return this.#free(load, true) >= Math.min(maxClaimed, this.#slots) / 2
  }

  /**
   * Assigns slots to claimed events. Release those in `over`: too many endpoints were unknown, or
   * failed since the claim.
   */
  take(claimed: ReadonlyArray<ClaimedWebhook>, limits: WebhookClaimLimits, now: number) {
    this.#passedOver = claimed.length >= limits.limit || this.#isShort
    const shares = this.#shares(now)
    const used = new Set(this.#served)
    const begun: Array<readonly [ClaimedWebhook, CallSlot]> = []
    const over: Array<ClaimedWebhook> = []
    for (const one of claimed) {
      const state = this.#stateOf(one, limits, now)
      state.claimed++
      used.add(one.endpoint.id)
      // The number to claim ahead may have shrunk since the claim: while the endpoint answers
      // quickly, the event may wait.
      if (
        this.#aheadOf(state, now) === 0 &&
        capacityWithin(state, this.#capacityOf(state, now, false), shares, now) === 0
      ) {
        over.push(one)
        continue
      }
      takeShare(state, 1, shares, now)
      state.inFlight++
      this.#busy.add(state)
      this.#inFlight++
      begun.push([
        one,
        {
          endpointId: one.endpoint.id,
          updatedAt: state.updatedAt,
          failuresBefore: state.health.failures
        }
      ])
    }
    // Endpoints that had a turn go to the end. There may be very many others.
    for (const id of used) {
      const state = this.#states.get(id)
      if (state === undefined) continue
      this.#states.delete(id)
      this.#states.set(id, state)
    }
    return { begun, over }
  }

  /**
   * Without `answer`, the outcome is unknown. Returns whether something may be waiting for the
   * slot.
   */
  end(
    { endpointId, failuresBefore, updatedAt }: CallSlot,
    answer: Omit<Answer, "failuresBefore"> | undefined,
    now: number
  ): boolean {
    const state = this.#states.get(endpointId)
    if (state === undefined) return false
    // Says nothing about an endpoint that was changed during the call.
    if (answer !== undefined && updatedAt === state.updatedAt) {
      state.health = afterAnswer(state.health, { ...answer, failuresBefore }, now)
      state.usualMillis = (state.usualMillis + answer.duration_ms) / 2
    }
    state.inFlight--
    this.#inFlight--
    if (state.inFlight === 0) this.#busy.delete(state)
    state.idleSince = now
    return state.claimed >= state.offered || this.#passedOver
  }

  width(endpointId: number, now: number): number {
    const state = this.#states.get(endpointId)
    return state === undefined ? 0 : widthOf(state, this.#maxForOne, now)
  }

  /** How many events may keep waiting for an endpoint with this many running calls. */
  keeps(endpointId: number, calls: number, now: number): number {
    const state = this.#states.get(endpointId)
    if (state === undefined) return 0
    return this.#aheadOf(state, now) > 0
      ? Infinity
      : Math.max(0, widthOf(state, this.#maxForOne, now) - calls)
  }

  #free({ unrecorded, waiting }: Load, isAhead: boolean): number {
    const slots = this.#slots - (this.#inFlight - waiting) - Math.max(0, unrecorded - this.#spare)
    return Math.max(0, slots) + (isAhead ? Math.max(0, this.#spare - waiting - unrecorded) : 0)
  }

  #aheadOf(state: EndpointState, now: number): number {
    if (isUnproven(state, now)) return 0
    return Math.min(
      Math.floor(this.#spare / 2),
      Math.floor((this.#maxForOne * aheadMillis) / Math.max(1, state.usualMillis))
    )
  }

  /** As far as the endpoint's own health allows. */
  #capacityOf(state: EndpointState, now: number, isAhead: boolean): number {
    return Math.max(
      0,
      widthOf(state, this.#maxForOne, now) +
        (isAhead ? this.#aheadOf(state, now) : 0) -
        state.inFlight
    )
  }

  /** Starts afresh if the endpoint was changed, which may have repaired or broken it. */
  #stateOf(
    { endpoint: { failing_since, id, updated_at: updatedAt, url } }: ClaimedWebhook,
    limits: WebhookClaimLimits,
    now: number
  ): EndpointState {
    const known = this.#states.get(id)
    if (known === undefined) {
      const health = freshHealth(failing_since)
      const state: EndpointState = {
        url,
        updatedAt,
        health,
        usualMillis: 0,
        inFlight: 0,
        idleSince: now,
        offered: limits.perEndpoint,
        claimed: 0
      }
      this.#states.set(id, state)
      return state
    }
    if (known.url !== url || known.updatedAt < updatedAt) {
      Object.assign(known, {
        url,
        updatedAt,
        health: { ...freshHealth(failing_since), watchedUntil: known.health.watchedUntil }
      })
    }
    return known
  }

  #isForgettable({ idleSince, health, inFlight }: EndpointState, now: number): boolean {
    return (
      inFlight === 0 &&
      now >= Math.max(idleSince, health.backsOffUntil, health.watchedUntil) + forgottenAfter
    )
  }

  #shares(now: number): Shares {
    const shares = { troubled: part(this.#slots, 1 / 2), unproven: part(this.#slots, 3 / 4) }
    for (const state of this.#busy) takeShare(state, state.inFlight, shares, now)
    return { troubled: Math.max(0, shares.troubled), unproven: Math.max(0, shares.unproven) }
  }
}
