import { Duration, Effect, Exit, type Scope } from "effect"
import type { Job } from "./Job.js"
import type { CompilerSettings } from "./options.js"
import type { JobResult } from "./Signal.js"
import { type JobStopped, startThread, type Thread } from "./Thread.js"

/** Threads that are started as they are needed, and used again. All are ended when the scope closes. */
export interface Threads {
  readonly ask: (job: Job) => Effect.Effect<JobResult, JobStopped>
}

export const makeThreads = (settings: CompilerSettings): Effect.Effect<Threads, never, Scope.Scope> =>
  Effect.gen(function*() {
    const all = new Set<Thread>()
    /** Those without a job, the one that was used last at the end, each with the timer that ends it. */
    const idle = new Map<Thread, NodeJS.Timeout>()
    let isClosed = false

    const end = (thread: Thread): Promise<void> => thread.end().finally(() => { all.delete(thread) })

    const takeIdle = (): Thread | undefined => {
      for (const [thread] of [...idle].reverse()) {
        clearTimeout(idle.get(thread))
        idle.delete(thread)
        if (thread.isAlive()) return thread
        all.delete(thread)
      }
      return undefined
    }

    const take = Effect.suspend(() => {
      if (isClosed) return Effect.interrupt
      const thread = takeIdle()
      if (thread !== undefined) return Effect.succeed(thread)
      return Effect.tap(startThread(settings.memory), (started) => { all.add(started) })
    })

    const giveBack = (thread: Thread): void => {
      // Not a timer of Effect's: that would keep the process alive for as long.
      const timer = setTimeout(() => {
        // The last one is kept: with MJML loaded, the next compile takes milliseconds instead of half a second.
        if (idle.size > 1 && idle.delete(thread)) void end(thread)
      }, Duration.toMillis(settings.idle))
      idle.set(thread, timer.unref())
    }

    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        isClosed = true
        idle.clear()
        return Effect.promise(() => Promise.all([...all].map(end)))
      }))

    return {
      ask: (job) =>
        Effect.acquireUseRelease(take, (thread) => thread.ask(job, settings.timeout), (thread, exit) =>
          // One that was stopped may be in the middle of anything.
          Exit.isSuccess(exit) && !isClosed ? Effect.sync(() => { giveBack(thread) }) : Effect.promise(() => end(thread)))
    }
  })
