import type { CompilerBusy } from "@telemark/core"
import { Duration, Effect, Exit, type Scope } from "effect"
import { type CompilerProcess, type JobStopped, startProcess } from "./CompilerProcess.js"
import type { Job } from "./Job.js"
import type { CompilerSettings } from "./options.js"
import type { JobResult } from "./Signal.js"

/** Processes that are started as they are needed, and used again. All are ended when the scope closes. */
export interface Processes {
  readonly ask: (job: Job) => Effect.Effect<JobResult, JobStopped | CompilerBusy>
}

export const makeProcesses = (settings: CompilerSettings): Effect.Effect<Processes, never, Scope.Scope> =>
  Effect.gen(function*() {
    const all = new Set<CompilerProcess>()
    /** Those without a job, the one that was used last at the end, each with the timer that ends it. */
    const idle = new Map<CompilerProcess, NodeJS.Timeout>()
    let isClosed = false

    const end = (child: CompilerProcess): Promise<void> => child.end().finally(() => { all.delete(child) })

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
      return Effect.tap(startProcess(settings.memory), (started) => { all.add(started) })
    })

    const giveBack = (child: CompilerProcess): void => {
      // Not a timer of Effect's: that would keep the process alive for as long.
      const timer = setTimeout(() => {
        // The last one is kept: with MJML loaded, the next compile takes milliseconds instead of half a second.
        if (idle.size > 1 && idle.delete(child)) void end(child)
      }, Duration.toMillis(settings.idle))
      idle.set(child, timer.unref())
    }

    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        isClosed = true
        idle.clear()
        return Effect.promise(() => Promise.all([...all].map(end)))
      }))

    return {
      ask: (job) =>
        Effect.acquireUseRelease(take, (child) => child.ask(job, settings.timeout), (child, exit) =>
          // One that was stopped may be in the middle of anything.
          Exit.isSuccess(exit) && !isClosed ? Effect.sync(() => { giveBack(child) }) : Effect.promise(() => end(child)))
    }
  })
