import { Clock, Duration, Effect } from "effect"
import type { HandOver } from "./HandOver.js"
import { afterOutcome, freshThrottle, type RouteLimits, signalOf, type Throttle } from "./throttle.js"

/** Until when a message has to wait for its route; nothing was begun. */
export interface Wait {
  readonly _tag: "Wait"
  readonly until: number
}

interface Waiter {
  readonly tell: (answer: "go" | "rest") => void
  hasLeft: boolean
}

/** What a lane is told of the others, and tells them. */
export interface Surroundings {
  /** Whether so many messages use such lanes that each should have but one. */
  readonly isFull: () => boolean
  /** Whether that is so beside the message that asks, which is counted already. */
  readonly isOverfull: () => boolean
  /** The lane was found closed for want of room, and has some again. */
  readonly onRoom: () => void
}

/** How far ahead a paced lane gives turns: its messages wait for them in hand. */
const longestTurn = 30_000

/**
 * One route, what it is trusted with, and who uses it. Its users may leave the line: waiting is interruptible
 * even where the caller isn't, handing over is as interruptible as it makes itself.
 */
export class Lane {
  readonly id: string
  readonly #limits: RouteLimits
  readonly #surroundings: Surroundings
  readonly #waiting: Array<Waiter> = []
  #throttle: Throttle
  #inFlight = 0
  #nextAt = 0
  #wasClosed = false

  constructor(id: string, limits: RouteLimits, surroundings: Surroundings) {
    this.id = id
    this.#limits = limits
    this.#surroundings = surroundings
    this.#throttle = freshThrottle(limits)
  }

  /** Nobody uses it, and there is nothing to remember of it. */
  get isForgettable(): boolean {
    return this.#inFlight === 0 && this.#waiting.length === 0 && this.#throttle.lastRest === 0
  }

  /** Whether messages for it had better stay where they are at `now`. */
  isClosed(now: number): boolean {
    this.#wasClosed = this.#throttle.restsUntil > now || this.#nextAt > now + longestTurn / 2 || !this.#hasRoom
    return this.#wasClosed
  }

  /** Hands over once there is room, and learns from the outcome; of one that was told to wait there is nothing to learn. */
  use(handOver: Effect.Effect<HandOver | Wait>): Effect.Effect<HandOver | Wait> {
    const used = Effect.flatMap(handOver, (outcome) =>
      Effect.map(Clock.currentTimeMillis, (now): HandOver | Wait => {
        if (outcome._tag !== "Wait") this.#learn(outcome, now)
        return outcome
      }))
    const enter = Effect.flatMap(this.#turn, (early) => early === undefined ? this.#take : Effect.succeed(early))
    return Effect.uninterruptible(Effect.flatMap(enter, (wait) =>
      wait === undefined ? Effect.ensuring(used, this.#give) : Effect.succeed(wait)))
  }

  /** Whether a claim is worth while: fewer wait than could go next. What is claimed beyond waits its turn, so that a quick server never runs dry. */
  get #hasRoom(): boolean {
    return this.#inFlight === 0 || (!this.#surroundings.isFull() && this.#waiting.length < this.#throttle.concurrency)
  }

  readonly #give: Effect.Effect<void> = Effect.sync(() => {
    this.#inFlight--
    this.#admit()
    if (!this.#wasClosed || !this.#hasRoom) return
    this.#wasClosed = false
    this.#surroundings.onRoom()
  })

  /** On a paced lane, waits for the message's turn; tells those to wait elsewhere whose turn is far. */
  readonly #turn: Effect.Effect<Wait | undefined> = Effect.suspend(() =>
    this.#limits.interval === 0 ? Effect.succeed(undefined) : Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const turn = Math.max(now, this.#nextAt)
      if (turn > now + longestTurn || this.#throttle.restsUntil > now) {
        return Effect.succeed<Wait>({ _tag: "Wait", until: Math.max(turn, this.#throttle.restsUntil) })
      }
      this.#nextAt = turn + this.#limits.interval
      return Effect.as(Effect.interruptible(Effect.sleep(Duration.millis(turn - now))), undefined)
    }))

  readonly #take: Effect.Effect<Wait | undefined> = Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.suspend(() => {
    const { concurrency, restsUntil } = this.#throttle
    if (restsUntil > now) return Effect.succeed<Wait>({ _tag: "Wait", until: restsUntil })
    const isCrowded = this.#inFlight > 0 && this.#surroundings.isOverfull()
    if (!isCrowded && this.#inFlight < concurrency) {
      this.#inFlight++
      return Effect.succeed(undefined)
    }
    // Due at once: while the lane is closed nothing of it is claimed, and `onRoom` says when there is room.
    if (isCrowded) return Effect.succeed<Wait>({ _tag: "Wait", until: now })
    return Effect.map(Effect.interruptible(this.#standInLine), (answer): Wait | undefined =>
      answer === "go" ? undefined : { _tag: "Wait", until: this.#throttle.restsUntil })
  }))

  readonly #standInLine: Effect.Effect<"go" | "rest"> = Effect.async((resume) => {
    let hasTurn = false
    const waiter: Waiter = {
      hasLeft: false,
      tell: (answer) => {
        hasTurn = answer === "go"
        resume(Effect.succeed(answer))
      }
    }
    this.#waiting.push(waiter)
    return Effect.suspend(() => {
      waiter.hasLeft = true
      return hasTurn ? this.#give : Effect.void
    })
  })

  /** Lets those in line go on, as far as there is room. */
  #admit(): void {
    while (this.#inFlight < this.#throttle.concurrency) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      if (next.hasLeft) continue
      this.#inFlight++
      next.tell("go")
    }
  }

  #learn(outcome: HandOver, now: number): void {
    const before = this.#throttle
    this.#throttle = afterOutcome(before, signalOf(outcome), { limits: this.#limits, inFlight: this.#inFlight, now })
    if (this.#throttle.restsUntil > now && before !== this.#throttle) {
      for (const waiter of this.#waiting.splice(0)) if (!waiter.hasLeft) waiter.tell("rest")
    }
  }
}
