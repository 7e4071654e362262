import { type ClaimedMessage, Delivery, type Domains, MailQueue, newId, type RetentionStore, type WakeUp } from "@telemark/core"
import { Cause, Clock, Context, Duration, Effect, Fiber, Layer, Schedule, type Scope } from "effect"
import { claimLoops } from "./claimLoops.js"
import { domainChecks } from "./domainChecks.js"
import { type Hand, makeHand } from "./hand.js"
import { housekeeping } from "./housekeeping.js"
import { leaseOf } from "./leaseOf.js"
import { settingsOf, type WorkerOptions, type WorkerSettings } from "./options.js"
import { makeRecorder } from "./recorder.js"

/** What a worker needs. */
export type WorkerPorts = MailQueue | Delivery | Domains | WakeUp | RetentionStore

/**
 * Keeps the messages in hand our own. `beforeClaim` does so when their leases may have run out unnoticed: after
 * the process was frozen, or the clock was set forward, a claim would else take our own messages a second time.
 */
const makeKeeper = (owner: string, settings: WorkerSettings, hand: Hand) =>
  Effect.gen(function*() {
    const queue = yield* MailQueue
    const third = Duration.times(settings.lease, 1 / 3)
    let keptAt = yield* Clock.currentTimeMillis
    const keep = Effect.gen(function*() {
      const lease = yield* leaseOf(owner, settings)
      const ids = hand.ids()
      if (ids.length > 0) yield* queue.renew(lease, ids)
      keptAt = yield* Clock.currentTimeMillis
    })
    return {
      // Three times a lease, so that one failure doesn't lose them.
      loop: keep.pipe(
        Effect.catchAll((error) => Effect.logWarning("leases could not be renewed", { reason: error.message })),
        Effect.schedule(Schedule.spaced(third))
      ),
      beforeClaim: Effect.flatMap(Clock.currentTimeMillis, (now) => now - keptAt > 2 * Duration.toMillis(third) ? keep : Effect.void)
    }
  })

/** Makes one attempt and records it, or gives the message back if it was stopped before anything was begun. */
const makeHandle = (owner: string, settings: WorkerSettings) =>
  Effect.gen(function*() {
    const delivery = yield* Delivery
    const queue = yield* MailQueue
    const record = yield* makeRecorder({ owner, batch: Math.max(1, Math.floor(settings.concurrency / 2)), within: settings.recordWithin })
    const giveBack = (message: ClaimedMessage, dueAt?: number) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => queue.release(owner, [message.id], now, dueAt)).pipe(
        Effect.catchAll((error) => Effect.logWarning("an email could not be given back; it moves on when its lease runs out", {
          email_id: message.id, reason: error.message
        }))
      )
    return (message: ClaimedMessage): Effect.Effect<void> =>
      Effect.uninterruptible(Effect.matchCauseEffect(delivery.attempt(message), {
        onSuccess: (attempted) =>
          attempted._tag === "Settled" ? record(attempted.settlement) : giveBack(message, attempted.until),
        onFailure: (cause) => Cause.isInterruptedOnly(cause)
          ? giveBack(message)
          // What came of it is unknown. Given back, it would be tried again at once and for ever.
          : Effect.logError("an attempt broke; the email moves on when its lease runs out", { email_id: message.id }, cause)
      }))
  })

/**
 * Finishes what is in hand. Conversations under way go on to their end and are recorded; messages that wait
 * for a connection are given back. What isn't done by the deadline moves on when its lease runs out.
 */
const drain = (settings: WorkerSettings, hand: Hand) =>
  Effect.suspend(() => Fiber.interruptAll(hand.fibers())).pipe(
    Effect.zipRight(hand.isEmpty),
    Effect.interruptible,
    Effect.timeout(settings.drain),
    Effect.catchTag("TimeoutException", () =>
      Effect.logWarning("stopped before every email in hand was finished; they move on when their leases run out", {
        email_ids: hand.ids()
      }))
  )

/**
 * Forked for as long as the scope is open. A loop that breaks unexpectedly begins again: a worker that looks
 * healthy and does nothing would be worse than any error. Interruptible, or closing the scope would wait for ever.
 */
const background = <R>(loop: Effect.Effect<unknown, never, R>) =>
  Effect.sandbox(loop).pipe(
    Effect.tapError((cause) => Effect.logError("a loop of the worker broke and is started again", cause)),
    Effect.retry(Schedule.spaced("1 second")),
    Effect.interruptible,
    Effect.forkScoped
  )

const start = (options: WorkerOptions): Effect.Effect<void, never, WorkerPorts | Scope.Scope> =>
  Effect.gen(function*() {
    const settings = settingsOf(options)
    const owner = yield* newId("worker")
    const hand = yield* makeHand(settings.concurrency)
    // Closed in reverse: first no more is claimed, then what is in hand is finished, last renewing stops.
    const handle = yield* makeHandle(owner, settings)
    const leases = yield* makeKeeper(owner, settings, hand)
    yield* background(leases.loop)
    yield* background(housekeeping(settings.retention))
    yield* background(domainChecks)
    yield* Effect.addFinalizer(() => drain(settings, hand))
    const claims = yield* claimLoops(owner, settings, hand, leases.beforeClaim, handle)
    yield* background(claims.old)
    yield* background(claims.due)
    yield* Effect.logDebug("worker started", { owner, concurrency: settings.concurrency })
  })

/** The worker: takes due messages from the queue, delivers them and records what came of it. */
export class Worker extends Context.Tag("@telemark/worker/Worker")<Worker, { readonly running: true }>() {
  /** Starts a worker that works until the scope closes, and then finishes what it has in hand. */
  static readonly start = start

  /** A worker for as long as the layer lives. */
  static readonly layer = (options: WorkerOptions = {}): Layer.Layer<Worker, never, WorkerPorts> =>
    Layer.scoped(Worker, Effect.as(start(options), { running: true as const }))
}
