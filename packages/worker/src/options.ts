import { defaultRetentionPolicy, type RetentionPolicy } from "@telemark/core"
import type { Duration } from "effect"

/** Options of a worker; the defaults suit most. */
export interface WorkerOptions {
  /**
   * Messages in flight at once, at most; 100 by default. A worker leases as many as it finishes in
   * half a second. A crash repeats no more than these, and as many again that were delivered while
   * their outcomes couldn't be recorded.
   */
  readonly concurrency?: number | undefined
  /**
   * Concurrent calls to webhook endpoints; 100 by default. As many events again may wait for their
   * calls or to be recorded. A crash repeats no more than all of these. 0: this worker delivers no
   * webhooks.
   */
  readonly webhookConcurrency?: number | undefined
  /**
   * How long work stays leased without renewal, and so how soon others take over from a worker that
   * died; 60 s by default.
   */
  readonly lease?: Duration.Input | undefined
  /** How often to poll for due work if nothing wakes the worker; 1 s by default. */
  readonly pollInterval?: Duration.Input | undefined
  /**
   * How long running SMTP sessions and webhook calls may take to finish when the worker stops; 30 s
   * by default.
   */
  readonly drain?: Duration.Input | undefined
  /**
   * How long a finished attempt waits to be recorded in one transaction with others; 5 ms by
   * default.
   */
  readonly recordWithin?: Duration.Input | undefined
  /**
   * How long bodies, the log, events and webhook attempts are kept; 30, 365, 90 and 30 days by
   * default.
   */
  readonly retention?: Partial<RetentionPolicy> | undefined
}

export interface WorkerSettings {
  readonly concurrency: number
  readonly webhookConcurrency: number
  readonly lease: Duration.Input
  readonly pollInterval: Duration.Input
  readonly drain: Duration.Input
  readonly recordWithin: Duration.Input
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
