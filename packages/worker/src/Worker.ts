import {
  type Attempted, type ClaimedMessage, Delivery, type Domains, type Feedback, MailQueue, newId, type NewEvents, type RetentionStore, type Settlement,
  type SubscriptionStore, type WakeUp, type WebhookDelivery, type WebhookQueue
} from "@telemark/core"
import { Cause, Context, Effect, Fiber, Layer, type Scope } from "effect"
import { background } from "./background.js"
import { claimLoops } from "./claimLoops.js"
import { ClaimSize } from "./ClaimSize.js"
import { domainChecks } from "./domainChecks.js"
import { makeGiveBack } from "./giveBack.js"
import { type Hand, makeHand } from "./hand.js"
import { forgetSubscriptions, housekeeping } from "./housekeeping.js"
import { makeKeeper } from "./keeper.js"
import { makeLocalWorker } from "./localWorker.js"
import { settingsOf, type WorkerOptions, type WorkerSettings } from "./options.js"
import { makePressure } from "./pressure.js"
import { makeRecorder } from "./recorder.js"
import { makeUnderWay } from "./underWay.js"
import { makeRecordReport } from "./report.js"
import { webhookLoops } from "./Webhooks/index.js"

/** What a worker needs. */
export type WorkerPorts =
  | Delivery
  | Domains
  | Feedback
  | MailQueue
  | NewEvents
  | RetentionStore
  | SubscriptionStore
  | WakeUp
  | WebhookDelivery
  | WebhookQueue

/** Outcomes that are recorded in one transaction: its commit is then a small part of it. */
const mostTogether = 100

/**
 * How messages in hand are handled, where nothing interrupts. Makes one attempt and records it, and then calls `note`, or gives the message back if it was stopped before anything was begun. One
 * whose recording has to wait gives its place in the hand back: a transaction of the application's may hold its tenant's rows for
 * minutes, and all places may be that tenant's.
 */
export const makeHandle = (owner: string, settings: WorkerSettings, hand: Hand<string>, note?: (settlement: Settlement) => void) =>
  Effect.gen(function*() {
    const delivery = yield* Delivery
    const attempts = yield* makeUnderWay
    const record = yield* makeRecorder({
      owner,
      batch: Math.max(1, Math.min(mostTogether, Math.floor(settings.concurrency / 2))),
      within: settings.recordWithin,
      noMoreToCome: attempts.none,
      note,
      delayed: ({ id }) => { hand.free(id) }
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
export const drain = (settings: WorkerSettings, hand: Hand<string>) =>
  Effect.suspend(() => Fiber.interruptAll(hand.fibers())).pipe(
    Effect.zipRight(hand.isEmpty),
    Effect.interruptible,
    Effect.timeout(settings.drain),
    Effect.catchTag("TimeoutException", () =>
      Effect.logWarning("stopped before every email in hand was finished; they move on when their leases run out", {
        email_ids: hand.keys()
      }))
  )

const start = (options: WorkerOptions): Effect.Effect<void, never, WorkerPorts | Scope.Scope> =>
  Effect.gen(function*() {
    const settings = settingsOf(options)
    const owner = yield* newId("worker")
    const queue = yield* MailQueue
    const delivery = yield* Delivery
    const size = new ClaimSize({ most: settings.concurrency, atOnce: delivery.atOnce })
    const hand = yield* makeHand<string>({ most: () => size.messages, ended: () => { size.ended() } })
    // Closed in reverse: first no more is claimed, then what is in hand is finished, last renewing stops.
    const handle = yield* makeHandle(owner, settings, hand)
    const keeper = yield* makeKeeper(owner, settings, (lease) =>
      Effect.suspend(() => hand.keys().length === 0 ? Effect.void : queue.renew(lease, hand.keys())))
    const pressure = makePressure()
    const webhooks = settings.webhookConcurrency > 0 ? yield* webhookLoops(owner, settings, pressure.isHigh) : undefined
    yield* background(keeper.loop)
    if (webhooks !== undefined) yield* background(webhooks.renewals)
    yield* background(housekeeping(settings.retention))
    yield* background(forgetSubscriptions)
    yield* background(domainChecks)
    // Side by side: one of them using its whole time leaves the other's as it is.
    yield* Effect.addFinalizer(() => Effect.all([drain(settings, hand), webhooks?.drain ?? Effect.void], { concurrency: 2, discard: true }))
    const claims = yield* claimLoops(owner, settings, { hand, size }, { keepLeases: keeper.beforeClaim, handle, noteWaiting: pressure.note })
    if (queue.attach !== undefined) yield* Effect.flatMap(makeLocalWorker({ owner, settings, begin: claims.begin, takes: claims.takes }), queue.attach)
    yield* background(claims.old)
    yield* background(claims.due)
    if (webhooks !== undefined) yield* background(webhooks.claims)
    yield* Effect.logDebug("worker started", { owner, concurrency: settings.concurrency })
  })

/** The worker: takes due messages and webhooks from their queues, delivers them and records what came of it. */
export class Worker extends Context.Tag("@telemark/worker/Worker")<Worker, { readonly running: true }>() {
  /** Starts a worker that works until the scope closes, and then finishes what it has in hand. */
  static readonly start = start

  /** A worker for as long as the layer lives. */
  static readonly layer = (options: WorkerOptions = {}): Layer.Layer<Worker, never, WorkerPorts> =>
    Layer.scoped(Worker, Effect.as(start(options), { running: true as const }))
}
