import type { DeliveredDue, Telemark, TelemarkOptions } from "telemark"
import type { Duration } from "effect"
import type { Mailbox } from "./mailbox.js"

/**
 * Every option of `createTelemark`, each with a default that is right for most tests: SQLite in memory, and mail that is captured
 * and leaves the machine in no case.
 */
export interface TestTelemarkOptions extends Partial<Omit<TelemarkOptions, "clock" | "queue">> {
  /** The first instant; the present by default. An instant of RFC 3339, or a Date. */
  readonly now?: string | Date | undefined
  /**
   * Whether an email is handed over before the send that accepted it resolves, also over HTTP; true by default. It is so with what is
   * due and accepted outside a transaction of the host's. Otherwise, and without `startWorker`, it waits for `deliverDue` or `advance`.
   */
  readonly deliverAtOnce?: boolean | undefined
}

/** A Telemark for tests, whose time is the test's. */
export interface TestTelemark extends Telemark {
  /** What the transport took. */
  readonly mailbox: Mailbox
  /** The present of this Telemark. It goes on by itself as time does, and leaps with `advance`. */
  readonly now: () => Date
  /**
   * Lets so much time pass, or all until that instant: goes from one due instant to the next, and makes what attempts are due at each, at
   * emails and at webhooks. Resolves with what came of them all. What happens besides meanwhile is up to the host.
   */
  readonly advance: (time: Duration.DurationInput | Date) => Promise<DeliveredDue>
}
