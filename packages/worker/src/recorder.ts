import { Feedback, MailQueue, NewEvents, type Recorded, type Settlement } from "@telemark/core"
import { type Duration, Effect } from "effect"
import { recordOutcomes } from "./outcomes.js"

interface RecorderOptions {
  readonly owner: string
  readonly batch: number
  readonly within: Duration.Input
  /** Returns when no running attempt is left whose outcome could join the transaction. */
  readonly noMoreToCome: Effect.Effect<void>
  readonly note?: ((settlement: Settlement) => void) | undefined
  /**
   * Called with each settlement that waits because its rows are locked or the storage is
   * unavailable.
   */
  readonly delayed?: ((settlement: Settlement) => void) | undefined
}

const log = (settlement: Settlement, isOurs: boolean) => {
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
 * Records outcomes of messages and signals new events. Returns false if the lease had run out, so
 * that nothing was recorded.
 */
export const makeRecorder = ({
  batch,
  delayed,
  noMoreToCome,
  note,
  owner,
  within
}: RecorderOptions) =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const newEvents = yield* NewEvents
    const feedback = yield* Feedback
    // The signal makes listeners query the storage; without outbox rows they would find nothing.
    const announce = ({ hasOutboxRows }: Recorded) =>
      hasOutboxRows ? newEvents.signal : Effect.void
    const record = yield* recordOutcomes({
      batch,
      within,
      noMoreToCome,
      delayed,
      record: (settlements: ReadonlyArray<Settlement>) =>
        Effect.map(Effect.tap(queue.record(owner, settlements), announce), ({ ids }) => {
          const ours = new Set(ids)
          return settlements.map(({ id }) => ours.has(id))
        }),
      // A transaction of the application may lock one tenant's rows; those of others are recorded
      // all the same.
      ownerOf: ({ tenant_id }) => tenant_id,
      about: ({ id }) => ({ email_id: id })
    })
    return (settlement: Settlement): Effect.Effect<boolean> =>
      Effect.tap(record(settlement), (isOurs) => {
        if (isOurs) {
          feedback.settled(settlement.id)
          note?.(settlement)
        }
        return log(settlement, isOurs)
      })
  })
