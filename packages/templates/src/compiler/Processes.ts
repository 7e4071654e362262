import type { CompilerBusy } from "@telemark/contract"
import { Duration, Effect, Exit, type Scope } from "effect"
import { type CompilerProcess, type JobStopped, startProcess } from "./CompilerProcess.js"
import type { Job } from "./Job.js"
import type { JobResult } from "./Signal.js"
import type { CompilerSettings } from "./options.js"

/** Starts processes on demand and reuses them. The scope ends all of them. */
export interface Processes {
  readonly ask: (job: Job) => Effect.Effect<JobResult, JobStopped | CompilerBusy>
}

export const makeProcesses = (
  settings: CompilerSettings
): Effect.Effect<Processes, never, Scope.Scope> =>
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

    return {
      ask: (job) =>
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
    }
  })
