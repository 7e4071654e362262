import type { DeliveredDue } from "@telemark/worker"
import type { Duration } from "effect"
import type { Telemark, TelemarkOptions } from "telemark"
import type { Mailbox } from "./mailbox.js"

/**
 * All options of `createTelemark`. By default SQLite in memory, and a transport that captures
 * messages, so that none leaves the machine.
 */
export interface TestTelemarkOptions extends Partial<Omit<TelemarkOptions, "clock" | "queue">> {
  /** The first instant, as an RFC 3339 string or a Date; the present by default. */
  readonly now?: string | Date | undefined
  /**
   * Whether a send, also over HTTP, resolves only after its messages were delivered; true by
   * default. Applies to messages that are due at once and were accepted outside a transaction of
   * the application. Others wait for `deliverDue` or `advance`, unless a worker runs.
   */
  readonly deliverAtOnce?: boolean | undefined
}

/** A Telemark for tests, with a clock that tests can advance. */
export interface TestTelemark extends Telemark {
  /** The messages that the transport accepted. */
  readonly mailbox: Mailbox
  /** The present of this Telemark. It runs like real time, and jumps with `advance`. */
  readonly now: () => Date
  /**
   * Advances the clock by a duration, or to an instant. Jumps from one due instant to the next and
   * makes the attempts due at each, of messages and of webhooks. Resolves with the outcomes of all.
   * The application's own timers aren't affected.
   */
  readonly advance: (time: Duration.Input | Date) => Promise<DeliveredDue>
}
