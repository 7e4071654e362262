import { Duration } from "effect"

/** How templates are compiled. The defaults suit most applications. */
export interface TemplateOptions {
  /**
   * Maximum number of compiler processes, about 100 MB each. Default 2. They start on demand. One
   * tenant uses all but one of them at most.
   */
  readonly compilers?: number | undefined
  /**
   * How long a template may compile, or a preview compile and render. Default 4.5 s. A slow start
   * of a process counts, too: the answer comes within 6 s, unless the start takes more than 4 s, or
   * the machine had less than half of the time for it. Then it may take up to 30 s (on Linux, where
   * that can be known).
   */
  readonly compileTimeout?: Duration.Input | undefined
}

export interface CompilerSettings {
  readonly size: number
  readonly timeout: Duration.Duration
  /** Maximum heap of one process, in MB. */
  readonly memory: number
  /** How long an idle process is kept. One is always kept. */
  readonly idle: Duration.Duration
}

export const settingsOf = (options: TemplateOptions): CompilerSettings => ({
  size: Math.max(1, Math.floor(options.compilers ?? 2)),
  timeout: Duration.fromInputUnsafe(options.compileTimeout ?? "4500 millis"),
  // The largest source, 256 KiB of sections with merge tags, needs 64.
  memory: 96,
  idle: Duration.seconds(30)
})
