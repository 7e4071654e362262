// Hot path (docs/hot-paths.md): a usual message has no fiber.
import { type ClaimedMessage, Delivery, MailQueue, type Settlement } from "@telemark/core"
import { Cause, Clock, Effect, Exit } from "effect"
import { ClaimSize } from "./ClaimSize.js"
import { type InFlightSet, makeInFlightCount, makeInFlightSet } from "./inFlightSet.js"
import { makeLeaseRenewer } from "./leaseRenewer.js"
import type { WorkerSettings } from "./options.js"
import { makeRecorder, makeRecordReport } from "./recorder.js"
import { makeRelease, type Release } from "./release.js"

/** Told of each attempt. */
export interface MailNotes {
  readonly begun?: () => void
  readonly settled?: (settlement: Settlement) => void
}

/** Mail that a worker has leased, and how it gives it back. */
interface Held {
  readonly inFlight: InFlightSet<ClaimedMessage>
  readonly release: Release
}

/**
 * Makes one attempt at a message and records it; or releases it if it was stopped before. A message
 * whose record is delayed frees its slot: a transaction of the application may lock one tenant's
 * rows for minutes.
 */
const makeHandle = (
  owner: string,
  settings: WorkerSettings,
  { inFlight, release }: Held,
  notes: MailNotes
) =>
  Effect.gen(function* () {
    const delivery = yield* Delivery
    const attempts = yield* makeInFlightCount
    const record = yield* makeRecorder({
      owner,
      batch: Math.floor(settings.concurrency / 2),
      within: settings.recordWithin,
      noMoreToCome: attempts.none,
      note: notes.settled,
      delayed: ({ id }) => {
        inFlight.free(id)
      }
    })
    const recordReport = yield* makeRecordReport
    const runFork = Effect.runForkWith(yield* Effect.context())
    const inFiber = (effect: Effect.Effect<void>, ended: () => void): void => {
      runFork(effect, { uninterruptible: true }).addObserver(ended)
    }
    const logCrash = ({ id: email_id }: ClaimedMessage, cause: Cause.Cause<unknown>) =>
      // The outcome is unknown. If the message were released, it would be tried again at once and
      // without end.
      Effect.logError(
        "an attempt crashed; the email becomes due again when its lease runs out",
        { email_id },
        cause
      )
    return (message: ClaimedMessage, ended: () => void): (() => void) => {
      attempts.begin()
      notes.begun?.()
      return delivery.begin(message, (exit) => {
        attempts.end()
        if (Exit.isFailure(exit))
          return inFiber(
            Cause.hasInterruptsOnly(exit.cause) ? release(message) : logCrash(message, exit.cause),
            ended
          )
        const attempted = exit.value
        if (attempted._tag === "Postponed") return inFiber(release(message, attempted.until), ended)
        const { report, settlement } = attempted
        record(settlement, (recorded) => {
          if (Exit.isFailure(recorded)) inFiber(logCrash(message, recorded.cause), ended)
          else if (recorded.value && report !== undefined)
            inFiber(recordReport(settlement, report), ended)
          else ended()
        })
      })
    }
  })

/** Of the bodies of mail that waits in memory. Beyond it, mail waits in the database. */
const maxWaitingOctets = 16 * 1024 * 1024

/**
 * In milliseconds. Mail that waits in memory is no other worker's, and waits for its lease after a
 * crash: no more is taken where the first waits for longer, and what waits much longer is given
 * back.
 */
const maxWait = 2000
const givenBackAfter = 5000

/** A body that messages of one send share counts once, with the files that wait with it. */
const octetsOf = (
  { body, files = [] }: ClaimedMessage,
  before: ClaimedMessage | undefined
): number =>
  body === null || body === before?.body
    ? 0
    : files.reduce(
        (sum, { size }) => sum + size,
        (body.html?.length ?? 0) + (body.text?.length ?? 0)
      )

/** Gives back what waits for a slot or a connection, and finishes running SMTP sessions. */
const drainMail = (
  settings: WorkerSettings,
  giveBack: Effect.Effect<void>,
  inFlight: InFlightSet<ClaimedMessage>
) =>
  giveBack.pipe(
    Effect.andThen(Effect.sync(inFlight.stop)),
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

/** The mail that a worker has leased: in memory, or being sent. */
export const makeMailInFlight = (owner: string, settings: WorkerSettings, notes: MailNotes = {}) =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const delivery = yield* Delivery
    const size = new ClaimSize({ max: settings.concurrency, atOnce: delivery.atOnce })
    const inFlight = yield* makeInFlightSet<ClaimedMessage>({
      max: () => size.messages,
      ended: () => {
        size.ended()
      }
    })
    const release = yield* makeRelease(owner, settings.concurrency)
    const handle = yield* makeHandle(owner, settings, { inFlight, release }, notes)
    const leaseRenewer = yield* makeLeaseRenewer(owner, settings, {
      keys: inFlight.keys,
      renew: queue.renew
    })
    const giveBack = Effect.suspend(() =>
      Effect.forEach(inFlight.waiting.takeAll(), (message) => release(message), {
        concurrency: "unbounded",
        discard: true
      })
    )
    const waitedFor = (now: number): number => now - (inFlight.waiting.since() ?? now)

    return {
      size,
      inFlight,
      leaseRenewer,
      /** Begins leased messages, each as soon as there is a slot for it. */
      begin: (messages: ReadonlyArray<ClaimedMessage>): void => {
        for (const [index, message] of messages.entries()) {
          const leased = {
            item: message,
            owner: message.tenant_id,
            octets: octetsOf(message, messages[index - 1]),
            begin: (ended: () => void) => handle(message, ended)
          }
          if (delivery.usesOwnRoute(message)) inFlight.beginWithoutSlot(message.id, leased)
          else inFlight.begin(message.id, leased)
        }
      },
      /** Whether more mail may wait in memory. */
      hasRoom: (now: number): boolean =>
        inFlight.waiting.octets() < maxWaitingOctets && waitedFor(now) < maxWait,
      /**
       * Releases what waits in memory if the first of it has waited for too long. Returns whether
       * it did.
       */
      giveBackOld: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        waitedFor(now) < givenBackAfter ? Effect.succeed(false) : Effect.as(giveBack, true)
      ),
      drain: drainMail(settings, giveBack, inFlight)
    }
  })

export type MailInFlight = Effect.Success<ReturnType<typeof makeMailInFlight>>
