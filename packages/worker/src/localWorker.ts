import { type ClaimedMessage, type LocalWorker, MailQueue, orLog, WakeUp } from "@telemark/core"
import { Clock, Effect, type Scope } from "effect"
import { leaseAt } from "./leaseRenewer.js"
import type { WorkerSettings } from "./options.js"

interface LocalWorkerOptions extends Pick<LocalWorker, "takes"> {
  readonly owner: string
  readonly settings: WorkerSettings
  readonly begin: (messages: ReadonlyArray<ClaimedMessage>) => void
}

/** The worker as seen by code that accepts messages in this process. */
export const makeLocalWorker = ({
  begin,
  owner,
  settings,
  takes
}: LocalWorkerOptions): Effect.Effect<LocalWorker, never, MailQueue | WakeUp | Scope.Scope> =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const wakeUp = yield* WakeUp
    const runFork = Effect.runForkWith(yield* Effect.context())
    let hasStopped = false
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        hasStopped = true
      })
    )

    /**
     * What was accepted while the worker stopped. Not by `makeRelease`, whose batcher ends with the
     * worker.
     */
    const release = (messages: ReadonlyArray<ClaimedMessage>) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        queue.release(
          owner,
          messages.map(({ id }) => id),
          now
        )
      ).pipe(
        Effect.andThen(wakeUp.signal),
        orLog(
          "emails could not be released; they become due again when their leases run out",
          undefined,
          { email_ids: messages.map(({ id }) => id) }
        )
      )

    return {
      takes: (count, now) => (hasStopped ? 0 : takes(count, now)),
      lease: (now) => leaseAt(owner, settings, now),
      begin: (messages) => {
        if (hasStopped) runFork(release(messages))
        else begin(messages)
      }
    }
  })
