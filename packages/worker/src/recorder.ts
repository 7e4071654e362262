import {
  Feedback,
  type ForeseenReport,
  MailQueue,
  NewEvents,
  type Recorded,
  type Settlement
} from "@telemark/core"
import { Effect, Exit, LogLevel, References, Schedule } from "effect"
import { type OutcomesOptions, recordOutcomes } from "./outcomes.js"

/**
 * Events are read in the order of their ids, which begin with the millisecond: the report's must be
 * later than the attempt's.
 */
const later = "2 millis"

/** The storage may be away for a moment, or a transaction of the application lock the rows. */
const again = Schedule.max([Schedule.exponential("100 millis"), Schedule.recurs(4)])

/** Records the report of a next hop that only simulates delivery, as if a provider had sent it. */
export const makeRecordReport = Effect.map(
  Feedback,
  (feedback) =>
    ({ id: email_id, tenant_id }: Settlement, kind: ForeseenReport) =>
      Effect.sleep(later).pipe(
        Effect.andThen(
          Effect.retry(feedback.record(tenant_id, email_id, { kind }), {
            schedule: again,
            while: ({ _tag }) => _tag === "StorageError"
          })
        ),
        Effect.catchCause((cause) =>
          Effect.logWarning(
            "the pending reports of an email could not be recorded",
            { email_id },
            cause
          )
        ),
        Effect.asVoid
      )
)

interface RecorderOptions extends Pick<
  OutcomesOptions<Settlement, boolean>,
  "batch" | "within" | "noMoreToCome" | "delayed"
> {
  readonly owner: string
  readonly note?: ((settlement: Settlement) => void) | undefined
}

const logOutcome = (settlement: Settlement, isOurs: boolean) => {
  const { attempts, id: email_id, smtp_provider, status } = settlement
  if (!isOurs)
    return Effect.logWarning("the lease of an email had run out; its outcome was not recorded", {
      email_id,
      attempts
    })
  return status === "sent"
    ? Effect.logDebug("email sent", { email_id, attempts, smtp_provider })
    : Effect.logInfo(`email ${status}`, {
        email_id,
        attempts,
        smtp_provider,
        reason: settlement.error_message
      })
}

/**
 * Records outcomes of messages and signals new events. `done` is called once, with false if the
 * lease had run out: nothing was recorded.
 */
export const makeRecorder = ({ note, owner, ...options }: RecorderOptions) =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const newEvents = yield* NewEvents
    const feedback = yield* Feedback
    const context = yield* Effect.context()
    const runFork = Effect.runForkWith(context)
    // A line that nobody sees would take a fiber for each message.
    const isDebugged = !LogLevel.isGreaterThan(yield* References.MinimumLogLevel, "Debug")
    // Without outbox rows, listeners would find nothing.
    const announce = ({ hasOutboxRows }: Recorded) =>
      hasOutboxRows ? newEvents.signal : Effect.void
    const record = yield* recordOutcomes({
      ...options,
      record: (settlements: ReadonlyArray<Settlement>) =>
        Effect.map(Effect.tap(queue.record(owner, settlements), announce), ({ ids }) => {
          const ours = new Set(ids)
          return settlements.map(({ id }) => ours.has(id))
        }),
      // A transaction of the application may lock one tenant's rows.
      ownerOf: ({ tenant_id }) => tenant_id,
      about: ({ id }) => ({ email_id: id })
    })
    return (settlement: Settlement, done: (exit: Exit.Exit<boolean>) => void): void => {
      record(settlement, (exit) => {
        const isOurs = Exit.isSuccess(exit) && exit.value
        if (isOurs) {
          feedback.settled(settlement.id)
          note?.(settlement)
        }
        if (Exit.isSuccess(exit) && (!isOurs || settlement.status !== "sent" || isDebugged))
          runFork(logOutcome(settlement, isOurs))
        done(exit)
      })
    }
  })
