import { defaultRetentionPolicy, type RetentionPolicy } from "@telemark/core"
import type { Duration } from "effect"

/** How a worker works; each has a default that is right for most. */
export interface WorkerOptions {
  /** Messages in hand at once; 20 by default. After a crash, no more than these can be repeated. */
  readonly concurrency?: number | undefined
  /**
   * How long a message stays a worker's own without renewal; 60 s by default. It is renewed while the message
   * is in hand, so this is how soon a dead worker's messages move on.
   */
  readonly lease?: Duration.DurationInput | undefined
  /** How often to look for due messages when nothing wakes the worker; 1 s by default. */
  readonly pollInterval?: Duration.DurationInput | undefined
  /** How long conversations under way may take to finish when the worker is stopped; 30 s by default. */
  readonly drain?: Duration.DurationInput | undefined
  /** How long a finished attempt waits for others, to be recorded in one transaction with them; 5 ms by default. */
  readonly recordWithin?: Duration.DurationInput | undefined
  /** For how long bodies, the log and events are kept; 30, 365 and 90 days by default. */
  readonly retention?: RetentionPolicy | undefined
}

export interface WorkerSettings {
  readonly concurrency: number
  readonly lease: Duration.DurationInput
  readonly pollInterval: Duration.DurationInput
  readonly drain: Duration.DurationInput
  readonly recordWithin: Duration.DurationInput
  readonly retention: RetentionPolicy
}

export const settingsOf = (options: WorkerOptions): WorkerSettings => ({
  concurrency: options.concurrency ?? 20,
  lease: options.lease ?? "60 seconds",
  pollInterval: options.pollInterval ?? "1 second",
  drain: options.drain ?? "30 seconds",
  recordWithin: options.recordWithin ?? "5 millis",
  retention: options.retention ?? defaultRetentionPolicy
})
