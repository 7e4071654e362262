import type { Job } from "@telemark/core"
import type { PreparedMessage } from "../preparation/sendPrepared.js"
import type { Outcome } from "./failure.js"

/** What a pool reports about a message: its outcome, or that a connection must be opened for it. */
export type Answer = Outcome | "open"

/**
 * A message in a pool until its outcome is known.
 *
 * - `waiting`: for a permit of the pool.
 * - `opening`: it has a permit, and a connection is being opened for it. Nothing of it was sent, or
 *   what was sent is lost with a dead connection.
 * - `sending`: parts of it may have been sent, so its outcome must be awaited.
 * - `settled`: its outcome is known.
 */
export class PendingMessage {
  state: "waiting" | "opening" | "sending" | "settled" = "waiting"
  permit: Job | undefined
  /** A server refused what may have been the DSN parameters, so it is sent without. */
  isWithoutDsn = false
  #answer: Answer | undefined
  #listener: ((answer: Answer) => void) | undefined

  constructor(readonly message: PreparedMessage) {}

  /** Replaces the listener. It also receives the current answer, if there is one. */
  listen(listener: (answer: Answer) => void): void {
    this.#listener = listener
    if (this.#answer !== undefined) listener(this.#answer)
  }

  open(): void {
    this.state = "opening"
    this.#report("open")
  }

  send(): void {
    this.state = "sending"
    this.#answer = undefined
  }

  settle(outcome: Outcome): void {
    this.state = "settled"
    this.#report(outcome)
  }

  #report(answer: Answer): void {
    this.#answer = answer
    this.#listener?.(answer)
  }
}
