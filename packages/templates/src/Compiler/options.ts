import { Duration } from "effect"

/** How templates are compiled; each has a default that is right for most. */
export interface TemplateOptions {
  /**
   * Processes that compile; 2 by default. One tenant never takes more than all but one of them. They start when
   * there is something to compile, and hold about 100 MB each while they run.
   */
  readonly compilers?: number | undefined
  /** How long a template may take to compile, or a preview to compile and render; 4.5 s by default, so that with the start of a process the answer comes within 6. */
  readonly compileTimeout?: Duration.DurationInput | undefined
}

export interface CompilerSettings {
  readonly size: number
  readonly timeout: Duration.Duration
  /** Most heap of one process, in MB. */
  readonly memory: number
  /** How long a process is kept that has nothing to do. One is kept for good. */
  readonly idle: Duration.Duration
}

export const settingsOf = (options: TemplateOptions): CompilerSettings => ({
  size: Math.max(1, Math.floor(options.compilers ?? 2)),
  timeout: Duration.decode(options.compileTimeout ?? "4500 millis"),
  // The largest source, 256 KiB of sections with merge tags, needs 64.
  memory: 96,
  idle: Duration.seconds(30)
})
