import { defaultRetentionPolicy, type RetentionPolicy } from "@telemark/core"
import type { Duration } from "effect"

/** Options of a worker. */
export interface WorkerOptions {
  /**
   * Messages in flight at once; 100 by default. A crash repeats no more than these, and as many
   * again whose outcomes couldn't be recorded. More may wait in memory, which a crash doesn't repeat.
   */
  readonly concurrency?: number | undefined
  /**
   * Concurrent calls to webhook endpoints; 100 by default. As many events again may wait. A crash
   * repeats no more than all of these. 0: this worker delivers no webhooks.
   */
  readonly webhookConcurrency?: number | undefined
  /** How soon others take over from a worker that died; 60 s by default. */
  readonly lease?: Duration.Input | undefined
  /** How often to poll if nothing wakes the worker; 1 s by default. */
  readonly pollInterval?: Duration.Input | undefined
  /** For running SMTP sessions and webhook calls when the worker stops; 30 s by default. */
  readonly drain?: Duration.Input | undefined
  /** How long a finished attempt waits to be recorded with others; 5 ms by default. */
  readonly recordWithin?: Duration.Input | undefined
  /** By default bodies are kept for 30 days, the log 365, events 90, webhook attempts 30. */
  readonly retention?: Partial<RetentionPolicy> | undefined
}

type Given = { readonly [Name in keyof WorkerOptions]-?: Exclude<WorkerOptions[Name], undefined> }

export interface WorkerSettings extends Given {
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
