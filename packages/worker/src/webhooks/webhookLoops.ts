import type { StorageError } from "@telemark/contract"
import {
  awaitOpen,
  type ClaimedWebhook,
  NewEvents,
  WebhookDelivery,
  WebhookQueue,
  type WebhookSettlement
} from "@telemark/core"
import { Cause, Clock, Effect, Exit, FiberSet, Latch } from "effect"
import { makeInFlightCount } from "../inFlightSet.js"
import { leaseOf, makeLeaseRenewer } from "../leaseRenewer.js"
import type { WorkerSettings } from "../options.js"
import { CallQueue, type LeasedWebhook } from "./CallQueue.js"
import { EndpointLimiter, type Load } from "./EndpointLimiter.js"
import { makeWebhookRecorder } from "./webhookRecorder.js"
import { makeWebhooksInFlight } from "./webhooksInFlight.js"
import { makeYieldToMail } from "./yieldToMail.js"

/** If only a few slots are free, an event for another endpoint waits this long at most. */
const claimWithin = "50 millis"

interface Notes {
  readonly begun?: () => void
  readonly settled?: (settlement: WebhookSettlement) => void
}

/**
 * Delivers events to webhook endpoints. `claims` and `renewals` are loops; `drain` lets running
 * calls end and be recorded, once claiming has stopped. While `isPressed`, messages go first.
 *
 * Claimed events wait in the `CallQueue`. When a call ends, the next ones begin at once; its
 * outcome is recorded in a batch that no call waits for.
 */
export const webhookLoops = (
  owner: string,
  settings: WorkerSettings,
  isPressed: () => boolean,
  notes: Notes = {}
) =>
  Effect.gen(function* () {
    const queue = yield* WebhookQueue
    const delivery = yield* WebhookDelivery
    const clock = yield* Clock.Clock
    const now = (): number => clock.currentTimeMillisUnsafe()
    const slots = settings.webhookConcurrency
    const attempts = yield* makeInFlightCount
    const record = yield* makeWebhookRecorder(owner, settings, attempts.none)
    const signalled = yield* Effect.flatMap(NewEvents, (newEvents) => newEvents.listen)
    const inFlight = yield* makeWebhooksInFlight
    const leaseRenewer = yield* makeLeaseRenewer(owner, settings, {
      keys: inFlight.keys,
      renew: queue.renew
    })
    const limiter = new EndpointLimiter(slots, slots)
    const calls = new CallQueue(slots, (endpointId) => limiter.width(endpointId, now()))
    /** Calls, records of their outcomes, and other background work. */
    const fibers = yield* FiberSet.make()
    const runFork = yield* FiberSet.runtime(fibers)()
    const mayClaim = yield* Latch.make(false)
    const worthClaiming = yield* Latch.make(false)
    const yieldToMail = makeYieldToMail(isPressed, inFlight.isEmpty)
    let unrecorded = 0
    /** Whether a slot was freed since the last claim that some event may be waiting for. */
    let isWanted = false

    const freeSlot = (
      { slot }: LeasedWebhook,
      answer?: { readonly taken: boolean; readonly duration_ms: number }
    ): void => {
      if (limiter.end(slot, answer, now())) isWanted = true
    }
    const load = (): Load => ({ waiting: calls.waiting, unrecorded })
    /** Removes the event from the in-flight set, which ends the renewal of its lease. */
    const finish = (leased: LeasedWebhook): void => {
      inFlight.remove(leased.key)
      if (isWanted) mayClaim.openUnsafe()
      if (limiter.isWorthClaiming(load())) worthClaiming.openUnsafe()
    }

    const release = (keys: ReadonlyArray<LeasedWebhook["key"]>) =>
      keys.length === 0
        ? Effect.void
        : queue.release(owner, keys, now()).pipe(
            Effect.catch((error) =>
              Effect.logWarning(
                "webhooks could not be released; they become due again when their leases run out",
                {
                  reason: error.message
                }
              )
            )
          )
    const releaseUnstarted = (taken: ReadonlyArray<LeasedWebhook>) => {
      for (const leased of taken) freeSlot(leased)
      return Effect.ensuring(
        release(taken.map(({ key }) => key)),
        Effect.sync(() => taken.forEach(finish))
      )
    }

    // The outcome is unknown. If the event were released, it would be tried again at once and
    // without end.
    const noteBroken = ({ key }: LeasedWebhook, cause: Cause.Cause<unknown>): void => {
      runFork(
        Effect.logError(
          "delivering a webhook crashed; it becomes due again when its lease runs out",
          key,
          cause
        )
      )
    }

    const callEnded = (leased: LeasedWebhook, outcome: Exit.Exit<WebhookSettlement>): void => {
      const { endpointId } = leased.slot
      calls.ended(endpointId)
      freeSlot(
        leased,
        Exit.isSuccess(outcome)
          ? {
              taken: outcome.value.outcome === "taken",
              duration_ms: outcome.value.attempt.duration_ms
            }
          : undefined
      )
      const left = calls.removeWaiting(
        endpointId,
        limiter.keeps(endpointId, calls.callsOf(endpointId), now())
      )
      if (left.length > 0) runFork(releaseUnstarted(left))
      makeCalls()
      attempts.end()
    }
    const recorded = (settlement: WebhookSettlement) =>
      Effect.suspend(() => {
        unrecorded++
        return Effect.onExit(Effect.interruptible(record(settlement)), (exit) =>
          Effect.sync(() => {
            unrecorded--
            if (Exit.isSuccess(exit)) notes.settled?.(settlement)
          })
        )
      })
    const call = (leased: LeasedWebhook): void => {
      attempts.begin()
      notes.begun?.()
      // Not at once: an attempt that ends at once would nest in the one that ended before it.
      const attempt = Effect.andThen(
        Effect.yieldNow,
        Effect.interruptible(delivery.attempt(leased.claimed))
      )
      const whole = Effect.onExit(attempt, (outcome) =>
        Effect.sync(() => {
          callEnded(leased, outcome)
        })
      ).pipe(Effect.flatMap((settlement) => recorded(settlement)))
      runFork(Effect.uninterruptible(whole)).addObserver((exit) => {
        if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause))
          noteBroken(leased, exit.cause)
        finish(leased)
      })
    }
    const makeCalls = (): void => {
      for (let next = calls.next(); next !== undefined; next = calls.next()) call(next)
    }
    const accept = (claimed: ClaimedWebhook, slot: LeasedWebhook["slot"]): void => {
      const key = { endpoint_id: claimed.endpoint.id, event_id: claimed.event.id }
      inFlight.add(key)
      calls.add({ key, claimed, slot })
    }

    /** With many events in flight, one claim per freed slot would cost more than the calls. */
    const untilWorthClaiming = Effect.suspend(() => {
      if (limiter.isWorthClaiming(load())) return Effect.void
      worthClaiming.closeUnsafe()
      return Effect.raceFirst(awaitOpen(worthClaiming), Effect.sleep(claimWithin))
    })
    // Claim and start are one uninterruptible step: events that are claimed but not started would
    // stay leased until the lease ends.
    const claimNow = Effect.uninterruptible(
      Effect.gen(function* () {
        mayClaim.closeUnsafe()
        const limits = limiter.claimLimits(now(), load(), !isPressed())
        // Without a free slot, the next slot to be freed wakes the loop, whether by a record or by
        // the end of a call.
        isWanted = limits.limit === 0
        if (isWanted) return false
        yield* leaseRenewer.beforeClaim
        const claimed = yield* leaseRenewer.noting(
          queue.claim(yield* leaseOf(owner, settings), limits, now())
        )
        const { begun, over } = limiter.take(claimed, limits, now())
        if (begun.length > 0) yieldToMail.began(now())
        for (const [one, slot] of begun) accept(one, slot)
        makeCalls()
        yield* release(
          over.map(({ endpoint, event }) => ({ endpoint_id: endpoint.id, event_id: event.id }))
        )
        return begun.length > 0 && claimed.length === limits.limit
      })
    )
    const claim = Effect.andThen(untilWorthClaiming, claimNow)
    const orTryLater = Effect.catch((error: StorageError) =>
      Effect.as(
        Effect.logError("due webhooks could not be claimed; trying again", {
          reason: error.message
        }),
        false
      )
    )
    // An idle worker only polls. If messages go first, the pause for them comes before the next
    // round.
    const polling = Effect.suspend(() =>
      isPressed() ? Effect.succeed(true) : orTryLater(claim)
    ).pipe(
      Effect.delay(settings.pollInterval),
      Effect.repeat({ until: (mayHaveMore) => mayHaveMore }),
      Effect.asVoid
    )
    // Through Effect.exit, so that a poll that dies ends the race instead of losing it.
    const somethingNew = Effect.flatten(
      Effect.raceAll([
        Effect.exit(polling),
        Effect.exit(signalled),
        Effect.exit(awaitOpen(mayClaim))
      ])
    )

    return {
      claim,
      /** Returns when there may be more to claim, or when nothing is in flight. */
      progress: Effect.raceFirst(inFlight.isEmpty, awaitOpen(mayClaim)),
      isIdle: () => inFlight.keys().length === 0,
      renewals: leaseRenewer.loop,
      claims: Effect.andThen(yieldToMail.wait, orTryLater(claim)).pipe(
        Effect.flatMap((mayHaveMore) => (mayHaveMore ? Effect.void : somethingNew)),
        Effect.forever
      ),
      drain: Effect.suspend(() => releaseUnstarted(calls.removeAllWaiting())).pipe(
        Effect.andThen(inFlight.isEmpty),
        Effect.interruptible,
        Effect.timeout(settings.drain),
        Effect.catchTag("TimeoutError", () =>
          Effect.andThen(
            Effect.logWarning(
              "stopped before the outcome of every webhook in flight was recorded; those left become due again when their leases run out",
              {
                event_ids: inFlight.keys().map(({ event_id }) => event_id)
              }
            ),
            FiberSet.clear(fibers)
          )
        )
      )
    }
  })
