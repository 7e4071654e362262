import { MailQueue, makeBatcher, type Settlement, type StorageError } from "@telemark/core"
import { type Duration, Effect, Schedule } from "effect"

interface RecorderOptions {
  readonly owner: string
  /** Attempts that are recorded in one transaction at most. */
  readonly batch: number
  readonly within: Duration.DurationInput
}

/** Quick at first, then every 5 s: the outcome is known, and losing it would send the mail again. */
const untilStored = Schedule.union(Schedule.exponential("50 millis"), Schedule.spaced("5 seconds"))

const log = (settlement: Settlement, isOurs: boolean) => {
  const { attempts, id: email_id, smtp_provider, status } = settlement
  if (!isOurs) return Effect.logWarning("the lease of an email had run out; its outcome was not recorded", { email_id, attempts })
  return status === "sent"
    ? Effect.logDebug("email sent", { email_id, attempts, smtp_provider })
    : Effect.logInfo(`email ${status}`, { email_id, attempts, smtp_provider, reason: settlement.error_message })
}

/**
 * Records what attempts came to, those that finish at about the same time in one transaction. While the
 * storage is away it keeps trying, and the lease is renewed meanwhile, so that the mail isn't sent twice.
 */
export const makeRecorder = (options: RecorderOptions) =>
  Effect.gen(function*() {
    const queue = yield* MailQueue
    const record = yield* makeBatcher({
      maxSize: options.batch,
      gather: Effect.sleep(options.within),
      isOneItems: ({ reason }: StorageError) => reason === "fault",
      run: (settlements: ReadonlyArray<Settlement>) =>
        Effect.map(queue.record(options.owner, settlements), (written) => {
          const ours = new Set(written)
          return settlements.map(({ id }) => ours.has(id))
        })
    })
    return (settlement: Settlement): Effect.Effect<void> =>
      record(settlement).pipe(
        Effect.tapError((error) => Effect.logError("an outcome could not be recorded yet", { email_id: settlement.id, reason: error.message })),
        Effect.retry(untilStored),
        Effect.orDie,
        Effect.flatMap((isOurs) => log(settlement, isOurs))
      )
  })
