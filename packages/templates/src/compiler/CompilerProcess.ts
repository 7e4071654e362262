import { CompilerBusy } from "@telemark/contract"
import { Data, Duration, Effect, Option, Queue } from "effect"
import type { Job, JobResult, Signal } from "./Job.js"
import { judgeLate, lookAgain, processorTime, startWithin, timeLeft } from "./compileTimes.js"
import { forkProgram } from "./forkProgram.js"

interface Exited {
  readonly code: number | null
  readonly signal: string | null
}

/** What the unexpected end of a compiler process means for its job. */
type Ending =
  /** The job took too much memory. */
  | "memory"
  /** It had not started the job: another process can run it. */
  | "not started"
  /** A bug in the program, or it was killed. */
  | "broken"

// V8 aborts when its heap is full. It ends with the other two signals when a single allocation is
// too large.
const gaveUp: ReadonlyArray<string | null> = ["SIGABRT", "SIGTRAP", "SIGILL"]

/** The exit code of an abort on Windows, which has no signals. */
const abortCode = 134

/** `hasStarted`: the process had loaded what the job needs and started it. */
export const endingOf = ({ code, signal }: Exited, hasStarted: boolean): Ending => {
  const isAbort = gaveUp.includes(signal) || code === abortCode
  if (!hasStarted && (isAbort || signal !== null)) return "not started"
  return isAbort ? "memory" : "broken"
}

/**
 * A job was stopped because it took more time or memory than the limit, which is written as people
 * read it: `4.5 s`, `96 MB`.
 */
export class JobStopped extends Data.TaggedError("JobStopped")<{
  readonly reason: "time" | "memory"
  readonly limit: string
}> {}

/**
 * A process that compiles one job at a time. Must be ended after `ask` failed or was interrupted.
 */
export interface CompilerProcess {
  /** Runs a job. Fails with `CompilerBusy` if the process doesn't start, and logs the reason. */
  readonly ask: (
    job: Job,
    timeout: Duration.Duration
  ) => Effect.Effect<JobResult, JobStopped | CompilerBusy>
  readonly isAlive: () => boolean
  /** Kills the process. Resolves when it is gone. */
  readonly end: () => Promise<void>
}

type Heard =
  | Signal
  | { readonly _tag: "Exited"; readonly exited: Exited }
  | { readonly _tag: "NotForked"; readonly reason: string }

const notStarted = (reason: string): Effect.Effect<never, CompilerBusy> =>
  Effect.andThen(
    Effect.logError("the process that compiles templates did not start", { reason }),
    new CompilerBusy({ reason: "start" })
  )

const broken = (reason: string): Effect.Effect<never> =>
  Effect.andThen(
    Effect.logError("the process that compiles templates failed", { reason }),
    Effect.die(new Error(`the process that compiles templates failed: ${reason}`))
  )

const lost = (
  exited: Exited,
  hasStarted: boolean,
  memory: number
): Effect.Effect<never, JobStopped | CompilerBusy> => {
  const how =
    exited.signal === null
      ? `it exited with code ${exited.code}`
      : `it was killed by ${exited.signal}`
  const ending = endingOf(exited, hasStarted)
  if (ending === "memory")
    return Effect.fail(new JobStopped({ reason: "memory", limit: `${memory} MB` }))
  return ending === "broken" ? broken(how) : notStarted(how)
}

const ranTooLong = (limit: Duration.Duration): Effect.Effect<never, JobStopped> =>
  new JobStopped({ reason: "time", limit: `${Number(Duration.toSeconds(limit).toFixed(1))} s` })

/** Starts a process whose heap is limited to `memory` MB. */
export const startProcess = (memory: number): Effect.Effect<CompilerProcess> =>
  Effect.map(Queue.unbounded<Heard>(), (heard) => {
    const child = forkProgram(memory)
    let isAlive = true
    let isEnding = false
    const say = (what: Heard): void => {
      Queue.offerUnsafe(heard, what)
    }

    // An idle child must not keep this process alive. A child with a job must.
    const release = (): void => {
      child.unref()
      child.channel?.unref()
    }
    const hold = (): void => {
      child.ref()
      child.channel?.ref()
    }
    release()

    // Not at "exit": its last messages may be unread then.
    const gone = new Promise<void>((resolve) => {
      child.on("close", (code, signal) => {
        isAlive = false
        say({ _tag: "Exited", exited: { code, signal } })
        resolve()
      })
      child.on("error", ({ message }) => {
        isAlive = false
        say({ _tag: "NotForked", reason: message })
        if (child.pid === undefined) resolve()
      })
    })
    child.on("message", (signal: Signal) => {
      say(signal)
      if (signal._tag !== "Broken") return
      isAlive = false
      child.kill("SIGKILL")
    })

    const hear = (
      hasStarted: boolean
    ): Effect.Effect<JobResult | "started", JobStopped | CompilerBusy> =>
      Effect.flatMap(
        Queue.take(heard),
        (said): Effect.Effect<JobResult | "started", JobStopped | CompilerBusy> => {
          if (said._tag === "Done") return Effect.succeed(said.result)
          if (said._tag === "Started") return Effect.succeed("started")
          if (isEnding) return Effect.interrupt
          if (said._tag === "Exited") return lost(said.exited, hasStarted, memory)
          return said._tag === "Broken" ? broken(said.reason) : notStarted(said.reason)
        }
      )

    const result: Effect.Effect<JobResult, JobStopped | CompilerBusy> = Effect.flatMap(
      hear(true),
      (said) => (said === "started" ? result : Effect.succeed(said))
    )

    const resultWithin = (limit: Duration.Duration) =>
      Effect.suspend(() => {
        const before = processorTime(child.pid)
        const used = () => {
          const now = processorTime(child.pid)
          return before === undefined || now === undefined
            ? undefined
            : Duration.millis(now - before)
        }
        const within = (
          wait: Duration.Duration,
          ran: Duration.Duration
        ): Effect.Effect<JobResult, JobStopped | CompilerBusy> =>
          Effect.flatMap(Effect.timeoutOption(result, wait), (said) => {
            if (Option.isSome(said)) return Effect.succeed(said.value)
            const judgement = judgeLate(used(), ran, limit)
            if (judgement === "goes on") return within(lookAgain, Duration.sum(ran, lookAgain))
            return judgement === "stop" ? ranTooLong(limit) : new CompilerBusy({ reason: "time" })
          })
        return within(limit, limit)
      })

    const ask = (job: Job, timeout: Duration.Duration) =>
      Effect.sync(() => {
        hold()
        // A failure to send shows as the end of the process.
        if (child.connected) child.send(job, () => undefined)
      }).pipe(
        Effect.andThen(Effect.timed(Effect.timeoutOption(hear(false), startWithin))),
        Effect.flatMap(([loading, started]) =>
          Option.isNone(started)
            ? notStarted(`it is not ready after ${Duration.toSeconds(startWithin)} s`)
            : resultWithin(timeLeft(timeout, loading))
        ),
        Effect.ensuring(Effect.sync(release))
      )

    const end = async (): Promise<void> => {
      isEnding = true
      hold()
      child.kill("SIGKILL")
      await gone
    }
    return { ask, isAlive: () => isAlive, end }
  })
