import { Cause, Data, type Duration, Effect, Queue } from "effect"
import type { Job } from "./Job.js"
import type { JobResult, Signal } from "./Signal.js"
import { startWorker } from "./startWorker.js"

/** A job was ended: it went on for too long, or took too much memory. */
export class JobStopped extends Data.TaggedError("JobStopped")<{ readonly reason: "time" | "memory" }> {}

/** A worker thread, for one job at a time. After a failure or interruption of `ask` it is to be ended. */
export interface Thread {
  readonly ask: (job: Job, timeout: Duration.Duration) => Effect.Effect<JobResult, JobStopped>
  readonly isAlive: () => boolean
  /** Ends the thread, whatever it is doing; resolves when it is gone. */
  readonly end: () => Promise<void>
}

type Heard = Signal | { readonly _tag: "Lost"; readonly error: unknown }

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"

/** Loading takes half a second; this is for a machine that has come to a standstill. */
const startWithin = "60 seconds"

export const startThread = (memory: number): Effect.Effect<Thread> =>
  Effect.map(Queue.unbounded<Heard>(), (signals) => {
    const worker = startWorker(memory)
    let isAlive = true
    let isEnding = false
    worker.on("message", (signal: Signal) => signals.unsafeOffer(signal))
    worker.on("error", (error) => {
      isAlive = false
      signals.unsafeOffer({ _tag: "Lost", error })
    })
    worker.on("exit", (code) => {
      isAlive = false
      signals.unsafeOffer({ _tag: "Lost", error: new Error(`the compiler's thread ended by itself, with code ${code}`) })
    })

    const hear: Effect.Effect<Signal, JobStopped> = Effect.flatMap(Queue.take(signals), (heard) =>
      heard._tag !== "Lost"
        ? Effect.succeed(heard)
        : isEnding
          ? Effect.interrupt
          : isOutOfMemory(heard.error) ? Effect.fail(new JobStopped({ reason: "memory" })) : Effect.die(heard.error))

    const result: Effect.Effect<JobResult, JobStopped> = Effect.flatMap(hear, (signal) =>
      signal._tag === "Done" ? Effect.succeed(signal.result) : result)

    const ask = (job: Job, timeout: Duration.Duration) =>
      Effect.sync(() => {
        // A process that waits for an answer must live until it has it.
        worker.ref()
        worker.postMessage(job)
      }).pipe(
        Effect.zipRight(Effect.timeoutFailCause(hear, {
          duration: startWithin,
          onTimeout: () => Cause.die(new Error("the compiler's thread does not start"))
        })),
        Effect.zipRight(Effect.timeoutFail(result, { duration: timeout, onTimeout: () => new JobStopped({ reason: "time" }) })),
        Effect.ensuring(Effect.sync(() => { worker.unref() }))
      )

    const end = async (): Promise<void> => {
      isEnding = true
      await worker.terminate()
    }
    return { ask, isAlive: () => isAlive, end }
  })
