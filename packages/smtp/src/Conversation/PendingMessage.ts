import type { Job } from "@telemark/core"
import type { PreparedMessage } from "../Preparation/index.js"
import type { Outcome } from "./failure.js"

/** What a pool answers to whoever brings a message: what came of it, or that a connection is to be opened for it. */
export type Answer = Outcome | "open"

/**
 * A message in a pool, from when it comes until its outcome is known.
 *
 * - `waiting`: for a permit of the pool.
 * - `opening`: it has a permit, and a connection is being opened for it. Nothing of it is out, or what was out is lost with a connection
 *   that had died.
 * - `sending`: something of it may be out. From here on what comes of it must be known.
 * - `settled`: its outcome is known.
 */
export class PendingMessage {
  state: "waiting" | "opening" | "sending" | "settled" = "waiting"
  permit: Job | undefined
  #answer: Answer | undefined
  #listener: ((answer: Answer) => void) | undefined

  constructor(readonly message: PreparedMessage) {}

  /** The next answer goes to this listener alone, also if there is one already that nobody has heard. */
  listen(listener: (answer: Answer) => void): void {
    this.#listener = listener
    if (this.#answer !== undefined) listener(this.#answer)
  }

  /** Asks for a connection. */
  open(): void {
    this.state = "opening"
    this.#tell("open")
  }

  /** Something of it is about to be written. */
  send(): void {
    this.state = "sending"
    this.#answer = undefined
  }

  settle(outcome: Outcome): void {
    this.state = "settled"
    this.#tell(outcome)
  }

  #tell(answer: Answer): void {
    this.#answer = answer
    this.#listener?.(answer)
  }
}
