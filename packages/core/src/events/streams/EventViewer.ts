import type { EmailEvent, StorageError } from "@telemark/contract"
import { Cause, Data, type Effect, Exit } from "effect"

/** Nothing is lost: begin again after the last event. */
export class TooSlow extends Data.TaggedError("TooSlow")<{}> {
  override get message(): string {
    return "The stream of events was cut because it was read too slowly. Begin again after the last event that was read."
  }
}

/** For a viewer who has come to the present. */
export const maxBehind = 2000

/** Shows that a stream without news is alive. */
const heartbeatMillis = 15_000

/** A client that comes back shows its session again: one that has ended sees nothing more. */
const maxMillis = 5 * 60_000

type Events = ReadonlyArray<EmailEvent>

interface Page {
  readonly events: Events
  readonly upTo: number
}

interface Parts {
  readonly position: number
  readonly begun: number
  /** Up to where the feed is. */
  readonly read: (after: number) => Effect.Effect<Page, StorageError>
  readonly run: <A, E>(effect: Effect.Effect<A, E>, signal: AbortSignal) => Promise<Exit.Exit<A, E>>
  /** If the feed is no further. From then on, it pushes. */
  readonly join: (position: number) => boolean
  readonly leave: () => void
}

const over = { done: true, value: undefined } as const

type Next = IteratorResult<Events, undefined>

/** Reads what was missed page by page, and is then pushed what is new. Its queue is bounded. */
export class EventViewer implements AsyncIterator<Events, undefined> {
  readonly #begun: number
  /** Epoch milliseconds. */
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

  /**
   * Ends a stream that is old, and pushes something without events to one that has waited for long.
   */
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
