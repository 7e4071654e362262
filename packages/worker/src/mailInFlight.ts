import type { StorageError } from "@telemark/contract"
import {
  type Attempted,
  type ClaimedMessage,
  Delivery,
  MailQueue,
  makeOwnersBatcher,
  type Settlement,
  WakeUp
} from "@telemark/core"
import { Cause, Clock, Effect, Fiber } from "effect"
import { ClaimSize } from "./ClaimSize.js"
import { orLog } from "./backgroundLoops.js"
import { type InFlightSet, makeInFlightCount, makeInFlightSet } from "./inFlightSet.js"
import { makeLeaseRenewer } from "./leaseRenewer.js"
import type { WorkerSettings } from "./options.js"
import { makeRecorder, makeRecordReport } from "./recorder.js"

/** A message that wasn't attempted. `dueAt`: epoch milliseconds; undefined: at once. */
interface Released {
  readonly message: ClaimedMessage
  readonly dueAt: number | undefined
}

/** In batches: a sender whose route backs off may have thousands. */
export const makeRelease = (owner: string, batch: number) =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const wakeUp = yield* WakeUp
    // If a part is locked, the batch runs again: what it has released may be leased again by then.
    const released = new WeakSet<Released>()
    const releaseInBatch = yield* makeOwnersBatcher({
      maxSize: batch,
      ownerOf: ({ message }: Released) => message.tenant_id,
      isBlocked: ({ reason }: StorageError) => reason === "unavailable",
      isOneItems: ({ reason }: StorageError) => reason === "fault",
      run: (items) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const left = items.filter((item) => !released.has(item))
          for (const dueAt of new Set(left.map((item) => item.dueAt))) {
            const together = left.filter((item) => item.dueAt === dueAt)
            yield* queue.release(
              owner,
              together.map(({ message }) => message.id),
              now,
              dueAt
            )
            for (const item of together) released.add(item)
          }
          return items.map(() => undefined)
        })
    })
    // Wakes workers that have free slots.
    const announce = (dueAt: number | undefined) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        dueAt === undefined || dueAt <= now ? wakeUp.signal : Effect.void
      )
    return (message: ClaimedMessage, dueAt?: number) =>
      Effect.andThen(releaseInBatch({ message, dueAt }), announce(dueAt)).pipe(
        orLog(
          "an email could not be released; it becomes due again when its lease runs out",
          undefined,
          { email_id: message.id }
        )
      )
  })

/**
 * Makes one attempt at a message and records it, uninterruptibly; or releases it if it was stopped
 * before. A message whose record is delayed frees its slot: a transaction of the application may
 * lock one tenant's rows for minutes.
 */
const makeHandle = (
  owner: string,
  settings: WorkerSettings,
  inFlight: InFlightSet<string>,
  note?: (settlement: Settlement) => void
) =>
  Effect.gen(function* () {
    const delivery = yield* Delivery
    const attempts = yield* makeInFlightCount
    const record = yield* makeRecorder({
      owner,
      batch: Math.floor(settings.concurrency / 2),
      within: settings.recordWithin,
      noMoreToCome: attempts.none,
      note,
      delayed: ({ id }) => {
        inFlight.free(id)
      }
    })
    const recordReport = yield* makeRecordReport
    const settle = ({ report, settlement }: Extract<Attempted, { readonly _tag: "Settled" }>) =>
      Effect.flatMap(record(settlement), (isOurs) =>
        isOurs && report !== undefined ? recordReport(settlement, report) : Effect.void
      )
    const release = yield* makeRelease(owner, settings.concurrency)
    return (message: ClaimedMessage) =>
      Effect.suspend(() => {
        attempts.begin()
        return Effect.matchCauseEffect(delivery.attempt(message), {
          onSuccess: (attempted) => {
            attempts.end()
            return attempted._tag === "Settled"
              ? settle(attempted)
              : release(message, attempted.until)
          },
          onFailure: (cause) => {
            attempts.end()
            return Cause.hasInterruptsOnly(cause)
              ? release(message)
              : // The outcome is unknown. If the message were released, it would be tried again at once and without end.
                Effect.logError(
                  "an attempt crashed; the email becomes due again when its lease runs out",
                  { email_id: message.id },
                  cause
                )
          }
        })
      })
  })

/** Finishes running SMTP sessions; releases messages that wait for a connection. */
const drainInFlight = (settings: WorkerSettings, inFlight: InFlightSet<string>) =>
  Effect.suspend(() => Fiber.interruptAll(inFlight.fibers())).pipe(
    Effect.andThen(inFlight.isEmpty),
    Effect.interruptible,
    Effect.timeout(settings.drain),
    Effect.catchTag("TimeoutError", () =>
      Effect.logWarning(
        "stopped before every email in flight was finished; those left become due again when their leases run out",
        {
          email_ids: inFlight.keys()
        }
      )
    )
  )

export const makeMailInFlight = (
  owner: string,
  settings: WorkerSettings,
  note?: (settlement: Settlement) => void
) =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const { atOnce } = yield* Delivery
    const size = new ClaimSize({ max: settings.concurrency, atOnce })
    const inFlight = yield* makeInFlightSet<string>({
      max: () => size.messages,
      ended: () => {
        size.ended()
      }
    })
    const handle = yield* makeHandle(owner, settings, inFlight, note)
    const leaseRenewer = yield* makeLeaseRenewer(owner, settings, {
      keys: inFlight.keys,
      renew: queue.renew
    })
    return { size, inFlight, handle, leaseRenewer, drain: drainInFlight(settings, inFlight) }
  })
