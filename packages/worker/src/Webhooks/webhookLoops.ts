import { type ClaimedWebhook, NewEvents, type StorageError, WebhookDelivery, type WebhookKey, WebhookQueue, type WebhookSettlement } from "@telemark/core"
import { Cause, Clock, Effect, Fiber } from "effect"
import { makeHand } from "../hand.js"
import { makeKeeper } from "../keeper.js"
import { leaseOf } from "../leaseOf.js"
import type { WorkerSettings } from "../options.js"
import { makeUnderWay } from "../underWay.js"
import { makeGiveWay } from "./giveWay.js"
import { Lanes, type Place } from "./lanes.js"
import { makeWebhookRecorder } from "./recorder.js"

const keyOf = ({ endpoint, event }: ClaimedWebhook): WebhookKey => ({ endpoint_id: endpoint.id, event_id: event.id })

interface Notes {
  /** Is called with each attempt that is begun. */
  readonly begun?: () => void
  /** Is called with each that was recorded. */
  readonly settled?: (settlement: WebhookSettlement) => void
}

/**
 * Delivers events to webhook endpoints. `claims` and `renewals` are loops; `drain` lets calls under way end and be
 * recorded, once nothing more is claimed. While `isPressed`, mail goes first.
 */
export const webhookLoops = (owner: string, settings: WorkerSettings, isPressed: () => boolean, notes: Notes = {}) =>
  Effect.gen(function*() {
    const queue = yield* WebhookQueue
    const delivery = yield* WebhookDelivery
    const attempts = yield* makeUnderWay
    const record = yield* makeWebhookRecorder(owner, settings, attempts.none)
    const signalled = yield* Effect.flatMap(NewEvents, (newEvents) => newEvents.listen)
    const hand = yield* makeHand<WebhookKey>({ most: () => settings.webhookConcurrency })
    const keeper = yield* makeKeeper(owner, settings, (lease) =>
      Effect.suspend(() => hand.keys().length === 0 ? Effect.void : queue.renew(lease, hand.keys())))
    const lanes = new Lanes(settings.webhookConcurrency)
    const placeFreed = yield* Effect.makeLatch(false)
    const giveWay = makeGiveWay(isPressed, hand.isEmpty)

    const leave = (place: Place, answer?: { readonly taken: boolean; readonly duration_ms: number }) =>
      Effect.map(Clock.currentTimeMillis, (now) => { if (lanes.leave(place, answer, now)) placeFreed.unsafeOpen() })

    /** Makes one attempt and records it. Its place is free only then: while the storage is away, calls don't pile up. */
    const deliver = (claimed: ClaimedWebhook, place: Place): Effect.Effect<void> =>
      Effect.zipRight(Effect.sync(() => notes.begun?.()), attempts.during(delivery.attempt(claimed))).pipe(
        Effect.tap(record),
        Effect.tap((settlement) => notes.settled?.(settlement)),
        Effect.interruptible,
        Effect.matchCauseEffect({
          onSuccess: ({ attempt: { duration_ms }, outcome }) => leave(place, { taken: outcome === "taken", duration_ms }),
          onFailure: (cause) =>
            Effect.zipRight(
              Cause.isInterruptedOnly(cause)
                ? Effect.void
                // What came of it is unknown. Given back, it would be tried again at once and for ever.
                : Effect.logError("delivering a webhook broke; it moves on when its lease runs out", keyOf(claimed), cause),
              leave(place)
            )
        })
      )

    const giveBack = (claimed: ReadonlyArray<ClaimedWebhook>, now: number) =>
      claimed.length === 0 ? Effect.void : queue.release(owner, claimed.map(keyOf), now).pipe(
        Effect.catchAll((error) => Effect.logWarning("webhooks could not be given back; they move on when their leases run out", {
          reason: error.message
        }))
      )

    // Claiming and beginning belong together: a claim that nobody knows of would idle until its lease ends.
    const claim = Effect.uninterruptible(Effect.gen(function*() {
      placeFreed.unsafeClose()
      const room = lanes.room(yield* Clock.currentTimeMillis)
      if (room.limit === 0) return false
      yield* keeper.beforeClaim
      const claimed = yield* queue.claim(yield* leaseOf(owner, settings), room, yield* Clock.currentTimeMillis)
      const now = yield* Clock.currentTimeMillis
      const { begun, over } = lanes.take(claimed, room, now)
      if (begun.length > 0) giveWay.began(now)
      for (const [one, place] of begun) hand.begin(keyOf(one), true, deliver(one, place))
      yield* giveBack(over, now)
      return begun.length > 0 && claimed.length === room.limit
    }))
    const orTryLater = Effect.catchAll((error: StorageError) =>
      Effect.as(Effect.logError("due webhooks could not be claimed; trying again", { reason: error.message }), false))
    // An idle worker does no more than look; whoever is to give way to mail does so before the next round.
    const polling = Effect.suspend(() => isPressed() ? Effect.succeed(true) : orTryLater(claim)).pipe(
      Effect.delay(settings.pollInterval),
      Effect.repeat({ until: (mayHaveMore) => mayHaveMore }),
      Effect.asVoid
    )
    // The others would never hear of looks that broke.
    const somethingNew = Effect.flatten(Effect.raceAll([Effect.exit(polling), Effect.exit(signalled), Effect.exit(placeFreed.await)]))

    return {
      claim,
      /** Until there may be more to claim, or nothing is in hand. */
      progress: Effect.raceFirst(hand.isEmpty, placeFreed.await),
      isIdle: () => hand.keys().length === 0,
      renewals: keeper.loop,
      claims: Effect.zipRight(giveWay.wait, orTryLater(claim)).pipe(
        Effect.flatMap((mayHaveMore) => mayHaveMore ? Effect.void : somethingNew),
        Effect.forever
      ),
      drain: hand.isEmpty.pipe(
        Effect.interruptible,
        Effect.timeout(settings.drain),
        Effect.catchTag("TimeoutException", () =>
          Effect.zipRight(
            Effect.logWarning("stopped before every webhook in hand was recorded; they move on when their leases run out", {
              event_ids: hand.keys().map(({ event_id }) => event_id)
            }),
            Effect.suspend(() => Fiber.interruptAll(hand.fibers()))
          ))
      )
    }
  })
