import { defaultRetentionPolicy, type RetentionPolicy } from "@telemark/core"
import type { Duration } from "effect"

/** How a worker works; each has a default that is right for most. */
export interface WorkerOptions {
  /**
   * Messages in hand at once, at the most; 100 by default. A worker takes as many as it gets through in half a second. After a crash, no
   * more than these can be repeated, and as many again that were handed over while their outcome couldn't be recorded.
   */
  readonly concurrency?: number | undefined
  /**
   * Calls to webhook endpoints at once; 100 by default. As many events again may wait for their calls or to be recorded; after a crash, no more
   * than these together are posted again. 0: this worker delivers no webhooks.
   */
  readonly webhookConcurrency?: number | undefined
  /**
   * How long a message or an event stays a worker's own without renewal; 60 s by default. It is renewed while that is in
   * hand, so this is how soon what a dead worker had moves on.
   */
  readonly lease?: Duration.DurationInput | undefined
  /** How often to look for what is due when nothing wakes the worker; 1 s by default. */
  readonly pollInterval?: Duration.DurationInput | undefined
  /** How long conversations and calls under way may take to finish when the worker is stopped; 30 s by default. */
  readonly drain?: Duration.DurationInput | undefined
  /** How long a finished attempt waits for others, to be recorded in one transaction with them; 5 ms by default. */
  readonly recordWithin?: Duration.DurationInput | undefined
  /** For how long bodies, the log, events and what webhook endpoints answered are kept; 30, 365, 90 and 30 days by default. */
  readonly retention?: Partial<RetentionPolicy> | undefined
}

export interface WorkerSettings {
  readonly concurrency: number
  readonly webhookConcurrency: number
  readonly lease: Duration.DurationInput
  readonly pollInterval: Duration.DurationInput
  readonly drain: Duration.DurationInput
  readonly recordWithin: Duration.DurationInput
  readonly retention: RetentionPolicy
}

export const settingsOf = (options: WorkerOptions): WorkerSettings => ({
  concurrency: options.concurrency ?? 100,
  webhookConcurrency: options.webhookConcurrency ?? 100,
  lease: options.lease ?? "60 seconds",
  pollInterval: options.pollInterval ?? "1 second",
  drain: options.drain ?? "30 seconds",
  recordWithin: options.recordWithin ?? "5 millis",
  retention: { ...defaultRetentionPolicy, ...options.retention }
})
