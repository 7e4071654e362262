import { MailQueue, NewEvents, type Recorded, type Settlement } from "@telemark/core"
import { type Duration, Effect } from "effect"
import { recordOutcomes } from "./outcomes.js"

interface RecorderOptions {
  readonly owner: string
  /** Attempts that are recorded in one transaction at most. */
  readonly batch: number
  readonly within: Duration.DurationInput
  /** Returns when no attempt is under way whose outcome could be recorded with others. */
  readonly noMoreToCome: Effect.Effect<void>
  /** Is called with each that was recorded. */
  readonly note?: ((settlement: Settlement) => void) | undefined
  /** Is called with each that waits, since its rows or the storage can't be had. */
  readonly delayed?: ((settlement: Settlement) => void) | undefined
}

const log = (settlement: Settlement, isOurs: boolean) => {
  const { attempts, id: email_id, smtp_provider, status } = settlement
  if (!isOurs) return Effect.logWarning("the lease of an email had run out; its outcome was not recorded", { email_id, attempts })
  return status === "sent"
    ? Effect.logDebug("email sent", { email_id, attempts, smtp_provider })
    : Effect.logInfo(`email ${status}`, { email_id, attempts, smtp_provider, reason: settlement.error_message })
}

/** Records what attempts at mails came to, and tells those who wait for events. Answers whether it was ours to record. */
export const makeRecorder = ({ batch, delayed, noMoreToCome, note, owner, within }: RecorderOptions) =>
  Effect.gen(function*() {
    const queue = yield* MailQueue
    const newEvents = yield* NewEvents
    // Whoever is told looks into the storage, for nothing if nothing is owed.
    const announce = ({ owesEvents }: Recorded) => owesEvents ? newEvents.signal : Effect.void
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
      // Rows of one tenant may be held by a transaction of the application's: then the others' are recorded all the same.
      ownerOf: ({ tenant_id }) => tenant_id,
      about: ({ id }) => ({ email_id: id })
    })
    return (settlement: Settlement): Effect.Effect<boolean> =>
      Effect.tap(record(settlement), (isOurs) => {
        if (isOurs) note?.(settlement)
        return log(settlement, isOurs)
      })
  })
