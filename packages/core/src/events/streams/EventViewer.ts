import type { EmailEvent, StorageError } from "@telemark/contract"
import { Cause, Data, type Effect, Exit } from "effect"

/**
 * A stream of events was cut because its reader was too far behind. Nothing is lost: begin again
 * after the last event.
 */
export class TooSlow extends Data.TaggedError("TooSlow")<{}> {
  override get message(): string {
    return "The stream of events was cut because it was read too slowly. Begin again after the last event that was read."
  }
}

/** Events that may wait for a viewer who has come to the present. */
export const maxBehind = 2000

/** A stream without news shows so often that it is alive. */
const heartbeatMillis = 15_000

/**
 * Then a stream ends, and a client that comes back shows its key again: one that was revoked sees
 * nothing more.
 */
const maxMillis = 5 * 60_000

type Events = ReadonlyArray<EmailEvent>

interface Page {
  readonly events: Events
  readonly upTo: number
}

/** What a viewer needs of the feed. */
interface Parts {
  readonly position: number
  readonly begun: number
  /** Reads events after a position, up to where the feed is. */
  readonly read: (after: number) => Effect.Effect<Page, StorageError>
  readonly run: <A, E>(effect: Effect.Effect<A, E>, signal: AbortSignal) => Promise<Exit.Exit<A, E>>
  /**
   * Joins those who have come to the present, if the feed is no further. From then on, the feed
   * pushes.
   */
  readonly join: (position: number) => boolean
  readonly leave: () => void
}

const over = { done: true, value: undefined } as const

type Next = IteratorResult<Events, undefined>

/**
 * One who watches events: reads what it has missed page by page, and is then pushed what is new.
 * Its queue is bounded.
 */
export class EventViewer implements AsyncIterator<Events, undefined> {
  readonly #begun: number
  /** When something was last pushed, in epoch milliseconds. */
  #pushed: number
  readonly #parts: Parts
  readonly #stopped = new AbortController()
  #position: number
  #isPresent = false
  #queue: Array<Events> = []
  #queued = 0
  #failure: TooSlow | undefined
  #isOver = false
  #waiting: ((next: Next) => void) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#position = parts.position
    this.#begun = this.#pushed = parts.begun
  }

  /** Joins at once if nothing was missed. */
  begin(): void {
    this.#isPresent = this.#parts.join(this.#position)
  }

  push(events: Events, now: number): void {
    this.#pushed = now
    const waiting = this.#waiting
    if (waiting !== undefined) {
      this.#waiting = undefined
      waiting({ done: false, value: events })
      return
    }
    if (this.#queue.length > 0 && this.#queued + events.length > maxBehind) {
      this.#failure = new TooSlow()
      this.end()
      return
    }
    this.#queue.push(events)
    this.#queued += events.length
  }

  /** Ends if it is old, and pushes something without events if it has waited for long. */
  tend(now: number): void {
    if (now - this.#begun >= maxMillis) this.end()
    else if (now - this.#pushed >= heartbeatMillis && this.#waiting !== undefined)
      this.push([], now)
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#queue = []
    this.#stopped.abort()
    this.#parts.leave()
    this.#waiting?.(over)
    this.#waiting = undefined
  }

  async next(): Promise<Next> {
    while (!this.#isPresent && !this.#isOver) {
      if ((this.#isPresent = this.#parts.join(this.#position))) break
      const exit = await this.#parts.run(this.#parts.read(this.#position), this.#stopped.signal)
      // It may have ended meanwhile.
      if (this.#stopped.signal.aborted) break
      if (Exit.isFailure(exit)) {
        this.end()
        throw Cause.squash(exit.cause)
      }
      const { events, upTo } = exit.value
      this.#position = upTo
      if (events.length > 0) return { done: false, value: events }
    }
    const next = this.#queue.shift()
    if (next !== undefined) {
      this.#queued -= next.length
      return { done: false, value: next }
    }
    const failure = this.#failure
    if (failure !== undefined) {
      this.#failure = undefined
      throw failure
    }
    if (this.#isOver) return over
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }

  return(): Promise<Next> {
    this.end()
    return Promise.resolve(over)
  }
}
