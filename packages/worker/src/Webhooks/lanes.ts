import type { ClaimedWebhook, WebhookRoom } from "@telemark/core"
import { afterAnswer, type Answer, freshStanding, type Standing } from "./standing.js"

/** Calls to one endpoint at once, if it answers well. */
const mostForOne = 10

/** Rows of one claim: mail that shares the database waits no longer than this takes. */
const mostClaimed = 100

/** What is claimed ahead of its call waits no longer than this for it, in milliseconds: an endpoint that is changed meanwhile still gets it as it was. */
const aheadMillis = 250

/** An endpoint that nothing was done for is forgotten after so long: what was learned is learned again with one call. */
const forgottenAfter = 60_000

interface Lane {
  /** The endpoint as it was when it was last claimed for: what was learned is of that one. */
  url: string
  updatedAt: number
  standing: Standing
  /** How long its calls took lately, in milliseconds: the last half as much as all before. */
  usualMillis: number
  /** What was claimed for it and isn't answered. */
  underWay: number
  idleSince: number
  /** How many the last claim was to take for it, and how many it took: if as many, more may wait. */
  offered: number
  claimed: number
}

/** An attempt that has its place. */
export interface Place {
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

const isTroubled = ({ standing: { answers, watchedUntil } }: Lane, now: number): boolean =>
  answers === "slowly" || answers === "badly" || now < watchedUntil
const isUnproven = (lane: Lane, now: number): boolean => lane.standing.answers !== "quickly" || isTroubled(lane, now)

const part = (places: number, of: number): number => Math.max(1, Math.floor(places * of))

/** How many calls a lane may have at once, as far as it alone is concerned. */
const widthOf = ({ standing: { answers, restsUntil } }: Lane, widest: number, now: number): number =>
  now < restsUntil ? 0 : answers === "quickly" || answers === "slowly" ? widest : 1

const sharedRoom = (lane: Lane, room: number, shares: Shares, now: number): number =>
  isTroubled(lane, now) ? Math.min(room, shares.troubled, shares.unproven) : isUnproven(lane, now) ? Math.min(room, shares.unproven) : room

const takeShare = (lane: Lane, count: number, shares: Shares, now: number): void => {
  if (isTroubled(lane, now)) shares.troubled -= count
  if (isUnproven(lane, now)) shares.unproven -= count
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
export class Lanes {
  readonly #places: number
  readonly #spare: number
  readonly #widest: number
  readonly #lanes = new Map<number, Lane>()
  /** Those with calls under way. */
  readonly #busy = new Set<Lane>()
  /** Those that the last claim offered some of what is shared, while there was not enough of it for all. */
  #served: ReadonlyArray<number> = []
  #underWay = 0
  /** Whether some are offered less than they have room for, since the places are shared. */
  #isShort = false
  /** Whether the last claim may have passed something over, whichever endpoint it was for; so it is while one is made. */
  #passedOver = false

  /** `places`: how many calls there may be at once, at least 1. `spare`: how many more may be in hand, waiting for their calls or to be recorded. */
  constructor(places: number, spare = 0) {
    this.#places = places
    this.#spare = spare
    this.#widest = Math.min(mostForOne, Math.ceil(places / 2))
  }

  /** What may be claimed at `now`. `isAhead`: also what has to wait for its call. */
  room(now: number, load: Load = noLoad, isAhead = true): WebhookRoom {
    const shares = this.#shares(now)
    const { unproven } = shares
    this.#isShort = unproven === 0
    const ofEndpoints = new Map<number, number>()
    const served: Array<number> = []
    let quick = 0
    for (const [id, lane] of this.#lanes) {
      if (this.#isForgettable(lane, now)) {
        this.#lanes.delete(id)
        continue
      }
      const alone = this.#roomOf(lane, now, isAhead)
      const room = sharedRoom(lane, alone, shares, now)
      takeShare(lane, room, shares, now)
      this.#isShort ||= room < alone
      if (!isUnproven(lane, now)) quick += room
      else if (room > 0) served.push(id)
      lane.offered = room
      lane.claimed = 0
      ofEndpoints.set(id, room)
    }
    this.#served = this.#isShort ? served : []
    const limit = Math.min(mostClaimed, this.#free(load, isAhead), quick + unproven)
    this.#passedOver = true
    // Those that are known need not have anything waiting: what of the share they were offered others may as well have.
    return { limit, perEndpoint: Math.min(1, unproven), ofEndpoints }
  }

  /** Whether enough may be claimed for a claim to be worth its transaction, or as much as there ever is. */
  isWorthClaiming(load: Load): boolean {
    return this.#free(load, true) >= Math.min(mostClaimed, this.#places) / 2
  }

  /**
   * Gives places to what was claimed. What has none, since endpoints were claimed for that nothing was known of or that have failed
   * meanwhile, is to be given back.
   */
  take(claimed: ReadonlyArray<ClaimedWebhook>, room: WebhookRoom, now: number) {
    this.#passedOver = claimed.length >= room.limit || this.#isShort
    const shares = this.#shares(now)
    const used = new Set(this.#served)
    const begun: Array<readonly [ClaimedWebhook, Place]> = []
    const over: Array<ClaimedWebhook> = []
    for (const one of claimed) {
      const lane = this.#laneOf(one, room, now)
      lane.claimed++
      used.add(one.endpoint.id)
      // What it was offered ahead may have become less meanwhile: it still answers quickly, and what was claimed may as well wait.
      if (this.#aheadOf(lane, now) === 0 && sharedRoom(lane, this.#roomOf(lane, now, false), shares, now) === 0) {
        over.push(one)
        continue
      }
      takeShare(lane, 1, shares, now)
      lane.underWay++
      this.#busy.add(lane)
      this.#underWay++
      begun.push([one, { endpointId: one.endpoint.id, updatedAt: lane.updatedAt, failuresBefore: lane.standing.failures }])
    }
    // Who had a turn goes to the end. Others keep their places: there may be very many, and few claims concern them.
    for (const id of used) {
      const lane = this.#lanes.get(id)
      if (lane === undefined) continue
      this.#lanes.delete(id)
      this.#lanes.set(id, lane)
    }
    return { begun, over }
  }

  /** Frees a place; `answer` is missing if nothing is known of how it ended. True if there may be something to claim in its stead. */
  leave({ endpointId, failuresBefore, updatedAt }: Place, answer: Omit<Answer, "failuresBefore"> | undefined, now: number): boolean {
    const lane = this.#lanes.get(endpointId)
    if (lane === undefined) return false
    // What comes of a call to an endpoint that was changed meanwhile says nothing of it as it is now.
    if (answer !== undefined && updatedAt === lane.updatedAt) {
      lane.standing = afterAnswer(lane.standing, { ...answer, failuresBefore }, now)
      lane.usualMillis = (lane.usualMillis + answer.duration_ms) / 2
    }
    lane.underWay--
    this.#underWay--
    if (lane.underWay === 0) this.#busy.delete(lane)
    lane.idleSince = now
    return lane.claimed >= lane.offered || this.#passedOver
  }

  /** How many calls an endpoint may have at once. */
  width(endpointId: number, now: number): number {
    const lane = this.#lanes.get(endpointId)
    return lane === undefined ? 0 : widthOf(lane, this.#widest, now)
  }

  /** How many that wait for their calls an endpoint may keep while so many are under way; the rest is to be given back. */
  keeps(endpointId: number, calls: number, now: number): number {
    const lane = this.#lanes.get(endpointId)
    if (lane === undefined) return 0
    return this.#aheadOf(lane, now) > 0 ? Infinity : Math.max(0, widthOf(lane, this.#widest, now) - calls)
  }

  /** How much may be taken in hand, whichever endpoints it is for. */
  #free({ unrecorded, waiting }: Load, isAhead: boolean): number {
    const places = this.#places - (this.#underWay - waiting) - Math.max(0, unrecorded - this.#spare)
    return Math.max(0, places) + (isAhead ? Math.max(0, this.#spare - waiting - unrecorded) : 0)
  }

  /** How much is claimed for it ahead of its calls. */
  #aheadOf(lane: Lane, now: number): number {
    if (isUnproven(lane, now)) return 0
    return Math.min(Math.floor(this.#spare / 2), Math.floor((this.#widest * aheadMillis) / Math.max(1, lane.usualMillis)))
  }

  /** How many more may be claimed for a lane, as far as it alone is concerned. */
  #roomOf(lane: Lane, now: number, isAhead: boolean): number {
    return Math.max(0, widthOf(lane, this.#widest, now) + (isAhead ? this.#aheadOf(lane, now) : 0) - lane.underWay)
  }

  /** The endpoint's lane. It starts fresh where somebody has changed the endpoint: it may work again, or no longer. */
  #laneOf({ endpoint: { failing_since, id, updated_at: updatedAt, url } }: ClaimedWebhook, room: WebhookRoom, now: number): Lane {
    const known = this.#lanes.get(id)
    if (known === undefined) {
      const standing = freshStanding(failing_since)
      const lane: Lane = { url, updatedAt, standing, usualMillis: 0, underWay: 0, idleSince: now, offered: room.perEndpoint, claimed: 0 }
      this.#lanes.set(id, lane)
      return lane
    }
    if (known.url !== url || known.updatedAt < updatedAt) {
      Object.assign(known, { url, updatedAt, standing: { ...freshStanding(failing_since), watchedUntil: known.standing.watchedUntil } })
    }
    return known
  }

  #isForgettable({ idleSince, standing, underWay }: Lane, now: number): boolean {
    return underWay === 0 && now >= Math.max(idleSince, standing.restsUntil, standing.watchedUntil) + forgottenAfter
  }

  #shares(now: number): Shares {
    const shares = { troubled: part(this.#places, 1 / 2), unproven: part(this.#places, 3 / 4) }
    for (const lane of this.#busy) takeShare(lane, lane.underWay, shares, now)
    return { troubled: Math.max(0, shares.troubled), unproven: Math.max(0, shares.unproven) }
  }
}
