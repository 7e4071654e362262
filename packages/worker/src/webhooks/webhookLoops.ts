// Hot path (docs/hot-paths.md): counts in variables, 259 µs an event instead of 396.
import { awaitOpen, NewEvents, orLog, WebhookQueue, type WebhookSettlement } from "@telemark/core"
import { Clock, Effect, Latch } from "effect"
import { leaseOf, makeLeaseRenewer } from "../leaseRenewer.js"
import type { WorkerSettings } from "../options.js"
import { maxRound, pauseAfter } from "../pressure.js"
import { makeWebhookCalls } from "./webhookCalls.js"

/** If only a few slots are free, an event for another endpoint waits this long at most. */
const claimWithin = "50 millis"

/**
 * A message costs five times as much as a webhook, but causes ten webhooks if ten endpoints
 * subscribe. While messages wait (`isPressed`), the webhooks of one round finish, and no more begin
 * before the pause is over.
 */
const makeYieldToMail = (isPressed: () => boolean, isIdle: Effect.Effect<void>) => {
  let begunAt: number | undefined
  return {
    began: (now: number): void => {
      begunAt = now
    },
    wait: Effect.suspend(() => {
      const since = begunAt
      if (since === undefined || !isPressed()) return Effect.void
      begunAt = undefined
      return Effect.timeoutOption(isIdle, maxRound).pipe(
        Effect.andThen(Clock.currentTimeMillis),
        Effect.flatMap((now) => Effect.sleep(pauseAfter(now - since)))
      )
    })
  }
}

export interface WebhookNotes {
  readonly begun?: () => void
  readonly settled?: (settlement: WebhookSettlement) => void
}

/**
 * Delivers events to webhook endpoints. `claims` and `renewals` are loops; `drain` is for when
 * claiming has stopped. While `isPressed`, messages go first.
 */
export const webhookLoops = (
  owner: string,
  settings: WorkerSettings,
  isPressed: () => boolean,
  notes: WebhookNotes = {}
) =>
  Effect.gen(function* () {
    const queue = yield* WebhookQueue
    const signalled = yield* Effect.flatMap(NewEvents, (newEvents) => newEvents.listen)
    const mayClaim = yield* Latch.make(false)
    const worthClaiming = yield* Latch.make(false)
    const calls = yield* makeWebhookCalls(owner, settings, {
      ...notes,
      finished: () => {
        if (calls.isWanted()) mayClaim.openUnsafe()
        if (calls.isWorthClaiming()) worthClaiming.openUnsafe()
      }
    })
    const leaseRenewer = yield* makeLeaseRenewer(owner, settings, {
      keys: calls.keys,
      renew: queue.renew
    })
    const yieldToMail = makeYieldToMail(isPressed, calls.isEmpty)

    /** With many events in flight, one claim per freed slot would cost more than the calls. */
    const untilWorthClaiming = Effect.suspend(() => {
      if (calls.isWorthClaiming()) return Effect.void
      worthClaiming.closeUnsafe()
      return Effect.raceFirst(awaitOpen(worthClaiming), Effect.sleep(claimWithin))
    })
    // Uninterruptible as a whole: what is claimed but not started stays leased until the lease
    // ends.
    const claimNow = Effect.uninterruptible(
      Effect.gen(function* () {
        mayClaim.closeUnsafe()
        const limits = calls.claimLimits(!isPressed())
        if (limits.limit === 0) return false
        yield* leaseRenewer.beforeClaim
        const lease = yield* leaseOf(owner, settings)
        const claimed = yield* leaseRenewer.noting(
          queue.claim(lease, limits, yield* Clock.currentTimeMillis)
        )
        const { begun, over } = calls.accept(claimed, limits)
        if (begun > 0) yieldToMail.began(yield* Clock.currentTimeMillis)
        yield* calls.release(over)
        return begun > 0 && claimed.length === limits.limit
      })
    )
    const claim = Effect.andThen(untilWorthClaiming, claimNow)
    const orTryLater = orLog(
      "due webhooks could not be claimed; trying again",
      false,
      {},
      Effect.logError
    )
    // An idle worker only polls. The pause for messages comes before the next round.
    const polling = Effect.suspend(() =>
      isPressed() ? Effect.succeed(true) : orTryLater(claim)
    ).pipe(
      Effect.delay(settings.pollInterval),
      Effect.repeat({ until: (mayHaveMore) => mayHaveMore }),
      Effect.asVoid
    )
    // Effect.exit: a poll that dies ends the race instead of losing it.
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
      progress: Effect.raceFirst(calls.isEmpty, awaitOpen(mayClaim)),
      isIdle: () => calls.keys().length === 0,
      renewals: leaseRenewer.loop,
      claims: Effect.andThen(yieldToMail.wait, orTryLater(claim)).pipe(
        Effect.flatMap((mayHaveMore) => (mayHaveMore ? Effect.void : somethingNew)),
        Effect.forever
      ),
      drain: calls.drain
    }
  })
