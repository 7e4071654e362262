import { type Attempted, type ClaimedMessage, Delivery, MailQueue, type Settlement } from "@telemark/core"
import { Cause, Effect, Fiber } from "effect"
import { ClaimSize } from "./ClaimSize.js"
import { makeGiveBack } from "./giveBack.js"
import { type InFlightSet, makeInFlightSet } from "./inFlightSet.js"
import { makeLeaseRenewer } from "./leaseRenewer.js"
import type { WorkerSettings } from "./options.js"
import { makeRecorder } from "./recorder.js"
import { makeRecordReport } from "./report.js"
import { makeInFlightCount } from "./inFlightCount.js"

/**
 * How messages in hand are handled, where nothing interrupts. Makes one attempt and records it, and then calls `note`, or gives the message back if it was stopped before anything was begun. One
 * whose recording has to wait gives its place in the hand back: a transaction of the application's may hold its tenant's rows for
 * minutes, and all places may be that tenant's.
 */
const makeHandle = (owner: string, settings: WorkerSettings, inFlight: InFlightSet<string>, note?: (settlement: Settlement) => void) =>
  Effect.gen(function*() {
    const delivery = yield* Delivery
    const attempts = yield* makeInFlightCount
    const record = yield* makeRecorder({
      owner,
      batch: Math.floor(settings.concurrency / 2),
      within: settings.recordWithin,
      noMoreToCome: attempts.none,
      note,
      delayed: ({ id }) => { inFlight.free(id) }
    })
    const recordReport = yield* makeRecordReport
    const settle = ({ report, settlement }: Extract<Attempted, { readonly _tag: "Settled" }>): Effect.Effect<void> =>
      Effect.flatMap(record(settlement), (isOurs) => isOurs && report !== undefined ? recordReport(settlement, report) : Effect.void)
    const giveBack = yield* makeGiveBack(owner, settings.concurrency)
    return (message: ClaimedMessage): Effect.Effect<void> =>
      Effect.suspend(() => {
        attempts.begin()
        return Effect.matchCauseEffect(delivery.attempt(message), {
          onSuccess: (attempted) => {
            attempts.end()
            return attempted._tag === "Settled" ? settle(attempted) : giveBack(message, attempted.until)
          },
          onFailure: (cause) => {
            attempts.end()
            return Cause.isInterruptedOnly(cause)
              ? giveBack(message)
              // What came of it is unknown. Given back, it would be tried again at once and for ever.
              : Effect.logError("an attempt broke; the email moves on when its lease runs out", { email_id: message.id }, cause)
          }
        })
      })
  })

/**
 * Finishes what is in hand. Conversations under way go on to their end and are recorded; messages that wait
 * for a connection are given back. What isn't done by the deadline moves on when its lease runs out.
 */
const drainInFlight = (settings: WorkerSettings, inFlight: InFlightSet<string>) =>
  Effect.suspend(() => Fiber.interruptAll(inFlight.fibers())).pipe(
    Effect.zipRight(inFlight.isEmpty),
    Effect.interruptible,
    Effect.timeout(settings.drain),
    Effect.catchTag("TimeoutException", () =>
      Effect.logWarning("stopped before every email in hand was finished; they move on when their leases run out", {
        email_ids: inFlight.keys()
      }))
  )

/** What a worker has in hand of mail, how much that may be, what is done with each of it, and who renews its leases. */
export const makeMailInFlight = (owner: string, settings: WorkerSettings, note?: (settlement: Settlement) => void) =>
  Effect.gen(function*() {
    const queue = yield* MailQueue
    const { atOnce } = yield* Delivery
    const size = new ClaimSize({ max: settings.concurrency, atOnce })
    const inFlight = yield* makeInFlightSet<string>({ max: () => size.messages, ended: () => { size.ended() } })
    const handle = yield* makeHandle(owner, settings, inFlight, note)
    const leaseRenewer = yield* makeLeaseRenewer(owner, settings, { keys: inFlight.keys, renew: queue.renew })
    return { size, inFlight, handle, leaseRenewer, drain: drainInFlight(settings, inFlight) }
  })
