import type { ClaimedWebhook, WebhookRoom } from "@telemark/core"
import { afterAnswer, type Answer, freshHealth, type CallHealth } from "./callHealth.js"

/** Calls to one endpoint at once, if it answers well. */
const maxForOne = 10

/** Rows of one claim: mail that shares the database waits no longer than this takes. */
const maxClaimed = 100

/** What is claimed ahead of its call waits no longer than this for it, in milliseconds: an endpoint that is changed meanwhile still gets it as it was. */
const aheadMillis = 250

/** An endpoint that nothing was done for is forgotten after so long: what was learned is learned again with one call. */
const forgottenAfter = 60_000

interface EndpointState {
  /** The endpoint as it was when it was last claimed for: what was learned is of that one. */
  url: string
  updatedAt: number
  health: CallHealth
  /** How long its calls took lately, in milliseconds: the last half as much as all before. */
  usualMillis: number
  /** What was claimed for it and isn't answered. */
  inFlight: number
  idleSince: number
  /** How many the last claim was to take for it, and how many it took: if as many, more may wait. */
  offered: number
  claimed: number
}

/** An attempt that has its place. */
export interface CallSlot {
  readonly endpointId: number
  readonly updatedAt: number
  readonly failuresBefore: number
}

/** What a worker has in hand beside the calls under way. */
export interface Load {
  /** Claimed ahead of their calls. */
  readonly waiting: number
  /** Answered, and not recorded yet. */
  readonly unrecorded: number
}

const noLoad: Load = { waiting: 0, unrecorded: 0 }

/** What is left of the places that those share who aren't known to answer quickly. */
interface Shares {
  /** Of those that answer slowly or badly, or did lately: half of all places. */
  troubled: number
  /** Of these and of those nothing is known of: three quarters. */
  unproven: number
}

const isTroubled = ({ health: { answers, watchedUntil } }: EndpointState, now: number): boolean =>
  answers === "slowly" || answers === "badly" || now < watchedUntil
const isUnproven = (state: EndpointState, now: number): boolean => state.health.answers !== "quickly" || isTroubled(state, now)

const part = (slots: number, of: number): number => Math.max(1, Math.floor(slots * of))

/** How many calls a lane may have at once, as far as it alone is concerned. */
const widthOf = ({ health: { answers, backsOffUntil } }: EndpointState, widest: number, now: number): number =>
  now < backsOffUntil ? 0 : answers === "quickly" || answers === "slowly" ? widest : 1

const sharedRoom = (state: EndpointState, room: number, shares: Shares, now: number): number =>
  isTroubled(state, now) ? Math.min(room, shares.troubled, shares.unproven) : isUnproven(state, now) ? Math.min(room, shares.unproven) : room

const takeShare = (state: EndpointState, count: number, shares: Shares, now: number): void => {
  if (isTroubled(state, now)) shares.troubled -= count
  if (isUnproven(state, now)) shares.unproven -= count
}

/**
 * Which endpoints may be called how often at once, so that none waits for another's troubles. Kept in this process alone.
 *
 * An endpoint that answered its last call well may have ten calls, any other one at a time; after five failures in a row it rests
 * between calls. Those that answer slowly or badly, or did so slowly within ten minutes, have at most half of the places together, and with
 * those that are called for the first time three quarters: a quarter is always left to those that answer quickly.
 *
 * For an endpoint that answers quickly more is claimed than it may be called with at once: what it gets through in a quarter of a second. Others
 * may stall, and what waits for them can wait in the queue, for any worker.
 */
export class EndpointLimiter {
  readonly #slots: number
  readonly #spare: number
  readonly #widest: number
  readonly #limiter = new Map<number, EndpointState>()
  /** Those with calls under way. */
  readonly #busy = new Set<EndpointState>()
  /** Those that the last claim offered some of what is shared, while there was not enough of it for all. */
  #served: ReadonlyArray<number> = []
  #inFlight = 0
  /** Whether some are offered less than they have room for, since the places are shared. */
  #isShort = false
  /** Whether the last claim may have passed something over, whichever endpoint it was for; so it is while one is made. */
  #passedOver = false

  /** `places`: how many calls there may be at once, at least 1. `spare`: how many more may be in hand, waiting for their calls or to be recorded. */
  constructor(slots: number, spare = 0) {
    this.#slots = slots
    this.#spare = spare
    this.#widest = Math.min(maxForOne, Math.ceil(slots / 2))
  }

  /** What may be claimed at `now`. `isAhead`: also what has to wait for its call. */
  room(now: number, load: Load = noLoad, isAhead = true): WebhookRoom {
    const shares = this.#shares(now)
    const { unproven } = shares
    this.#isShort = unproven === 0
    const ofEndpoints = new Map<number, number>()
    const served: Array<number> = []
    let quick = 0
    for (const [id, state] of this.#limiter) {
      if (this.#isForgettable(state, now)) {
        this.#limiter.delete(id)
        continue
      }
      const alone = this.#roomOf(state, now, isAhead)
      const room = sharedRoom(state, alone, shares, now)
      takeShare(state, room, shares, now)
      this.#isShort ||= room < alone
      if (!isUnproven(state, now)) quick += room
      else if (room > 0) served.push(id)
      state.offered = room
      state.claimed = 0
      ofEndpoints.set(id, room)
    }
    this.#served = this.#isShort ? served : []
    const limit = Math.min(maxClaimed, this.#free(load, isAhead), quick + unproven)
    this.#passedOver = true
    // Those that are known need not have anything waiting: what of the share they were offered others may as well have.
    return { limit, perEndpoint: Math.min(1, unproven), ofEndpoints }
  }

  /** Whether enough may be claimed for a claim to be worth its transaction, or as much as there ever is. */
  isWorthClaiming(load: Load): boolean {
    return this.#free(load, true) >= Math.min(maxClaimed, this.#slots) / 2
  }

  /**
   * Gives places to what was claimed. What has none, since endpoints were claimed for that nothing was known of or that have failed
   * meanwhile, is to be given back.
   */
  take(claimed: ReadonlyArray<ClaimedWebhook>, room: WebhookRoom, now: number) {
    this.#passedOver = claimed.length >= room.limit || this.#isShort
    const shares = this.#shares(now)
    const used = new Set(this.#served)
    const begun: Array<readonly [ClaimedWebhook, CallSlot]> = []
    const over: Array<ClaimedWebhook> = []
    for (const one of claimed) {
      const state = this.#laneOf(one, room, now)
      state.claimed++
      used.add(one.endpoint.id)
      // What it was offered ahead may have become less meanwhile: it still answers quickly, and what was claimed may as well wait.
      if (this.#aheadOf(state, now) === 0 && sharedRoom(state, this.#roomOf(state, now, false), shares, now) === 0) {
        over.push(one)
        continue
      }
      takeShare(state, 1, shares, now)
      state.inFlight++
      this.#busy.add(state)
      this.#inFlight++
      begun.push([one, { endpointId: one.endpoint.id, updatedAt: state.updatedAt, failuresBefore: state.health.failures }])
    }
    // Who had a turn goes to the end. Others keep their places: there may be very many, and few claims concern them.
    for (const id of used) {
      const state = this.#limiter.get(id)
      if (state === undefined) continue
      this.#limiter.delete(id)
      this.#limiter.set(id, state)
    }
    return { begun, over }
  }

  /** Frees a place; `answer` is missing if nothing is known of how it ended. True if there may be something to claim in its stead. */
  leave({ endpointId, failuresBefore, updatedAt }: CallSlot, answer: Omit<Answer, "failuresBefore"> | undefined, now: number): boolean {
    const state = this.#limiter.get(endpointId)
    if (state === undefined) return false
    // What comes of a call to an endpoint that was changed meanwhile says nothing of it as it is now.
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

  /** How many calls an endpoint may have at once. */
  width(endpointId: number, now: number): number {
    const state = this.#limiter.get(endpointId)
    return state === undefined ? 0 : widthOf(state, this.#widest, now)
  }

  /** How many that wait for their calls an endpoint may keep while so many are under way; the rest is to be given back. */
  keeps(endpointId: number, calls: number, now: number): number {
    const state = this.#limiter.get(endpointId)
    if (state === undefined) return 0
    return this.#aheadOf(state, now) > 0 ? Infinity : Math.max(0, widthOf(state, this.#widest, now) - calls)
  }

  /** How much may be taken in hand, whichever endpoints it is for. */
  #free({ unrecorded, waiting }: Load, isAhead: boolean): number {
    const slots = this.#slots - (this.#inFlight - waiting) - Math.max(0, unrecorded - this.#spare)
    return Math.max(0, slots) + (isAhead ? Math.max(0, this.#spare - waiting - unrecorded) : 0)
  }

  /** How much is claimed for it ahead of its calls. */
  #aheadOf(state: EndpointState, now: number): number {
    if (isUnproven(state, now)) return 0
    return Math.min(Math.floor(this.#spare / 2), Math.floor((this.#widest * aheadMillis) / Math.max(1, state.usualMillis)))
  }

  /** How many more may be claimed for a lane, as far as it alone is concerned. */
  #roomOf(state: EndpointState, now: number, isAhead: boolean): number {
    return Math.max(0, widthOf(state, this.#widest, now) + (isAhead ? this.#aheadOf(state, now) : 0) - state.inFlight)
  }

  /** The endpoint's lane. It starts fresh where somebody has changed the endpoint: it may work again, or no longer. */
  #laneOf({ endpoint: { failing_since, id, updated_at: updatedAt, url } }: ClaimedWebhook, room: WebhookRoom, now: number): EndpointState {
    const known = this.#limiter.get(id)
    if (known === undefined) {
      const health = freshHealth(failing_since)
      const state: EndpointState = { url, updatedAt, health, usualMillis: 0, inFlight: 0, idleSince: now, offered: room.perEndpoint, claimed: 0 }
      this.#limiter.set(id, state)
      return state
    }
    if (known.url !== url || known.updatedAt < updatedAt) {
      Object.assign(known, { url, updatedAt, health: { ...freshHealth(failing_since), watchedUntil: known.health.watchedUntil } })
    }
    return known
  }

  #isForgettable({ idleSince, health, inFlight }: EndpointState, now: number): boolean {
    return inFlight === 0 && now >= Math.max(idleSince, health.backsOffUntil, health.watchedUntil) + forgottenAfter
  }

  #shares(now: number): Shares {
    const shares = { troubled: part(this.#slots, 1 / 2), unproven: part(this.#slots, 3 / 4) }
    for (const state of this.#busy) takeShare(state, state.inFlight, shares, now)
    return { troubled: Math.max(0, shares.troubled), unproven: Math.max(0, shares.unproven) }
  }
}
