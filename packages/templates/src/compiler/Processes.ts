import type { CompilerBusy } from "@telemark/contract"
import { Duration, Effect, Exit, type Scope } from "effect"
import { type CompilerProcess, type JobStopped, startProcess } from "./CompilerProcess.js"
import type { Job, JobResult } from "./Job.js"

/** Runs a job in a process. Starts them on demand and reuses them; the scope ends all of them. */
export const makeRunJob = (
  settings: CompilerSettings
): Effect.Effect<
  (job: Job) => Effect.Effect<JobResult, JobStopped | CompilerBusy>,
  never,
  Scope.Scope
> =>
  Effect.gen(function* () {
    const all = new Set<CompilerProcess>()
    /** Processes without a job, the last used at the end, each with the timer that ends it. */
    const idle = new Map<CompilerProcess, NodeJS.Timeout>()
    let isClosed = false

    const end = (child: CompilerProcess): Promise<void> =>
      child.end().finally(() => {
        all.delete(child)
      })

    const takeIdle = (): CompilerProcess | undefined => {
      for (const [child] of [...idle].reverse()) {
        clearTimeout(idle.get(child))
        idle.delete(child)
        if (child.isAlive()) return child
        all.delete(child)
      }
      return undefined
    }

    const take = Effect.suspend(() => {
      if (isClosed) return Effect.interrupt
      const child = takeIdle()
      if (child !== undefined) return Effect.succeed(child)
      return Effect.map(startProcess(settings.memory), (started) => {
        all.add(started)
        return started
      })
    })

    const release = (child: CompilerProcess): void => {
      // A timer of Effect would keep this process alive meanwhile.
      const timer = setTimeout(() => {
        // The last one stays: with MJML loaded, the next compilation takes milliseconds instead of
        // half a second.
        if (idle.size > 1 && idle.delete(child)) void end(child)
      }, Duration.toMillis(settings.idle))
      idle.set(child, timer.unref())
    }

    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        isClosed = true
        idle.clear()
        return Effect.promise(() => Promise.all([...all].map(end)))
      })
    )

    return (job) =>
      Effect.acquireUseRelease(
        take,
        (child) => child.ask(job, settings.timeout),
        (child, exit) =>
          // A stopped job may still be running.
          Exit.isSuccess(exit) && !isClosed
            ? Effect.sync(() => {
                release(child)
              })
            : Effect.promise(() => end(child))
      )
  })

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
