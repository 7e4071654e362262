// Hot path (docs/hot-paths.md): a usual call takes no fiber.
import {
  type ClaimedWebhook,
  Direct,
  type Job,
  LimiterState,
  orLog,
  type WebhookClaimLimits,
  WebhookDelivery,
  type WebhookKey,
  WebhookQueue,
  type WebhookSettlement
} from "@telemark/core"
import { Cause, Clock, Effect, Exit } from "effect"
import { makeInFlightCount } from "../inFlightSet.js"
import type { WorkerSettings } from "../options.js"
import { type CallSlot, EndpointLimiter, type Load } from "./EndpointLimiter.js"
import { makeWebhookRecorder } from "./webhookRecorder.js"

interface LeasedWebhook {
  /** Compared by identity: the same event may be in flight twice once its lease has run out. */
  readonly key: WebhookKey
  readonly claimed: ClaimedWebhook
  readonly slot: CallSlot
  /** Of its call, once that has begun. */
  stop?: () => void
}

interface Notes {
  readonly begun?: (() => void) | undefined
  readonly settled?: ((settlement: WebhookSettlement) => void) | undefined
  readonly finished: () => void
}

/**
 * The webhooks in flight. Claimed events wait for their calls, endpoints taking turns. When a call
 * ends, the next ones begin at once; its outcome is recorded in a batch that no call waits for.
 */
export const makeWebhookCalls = (owner: string, settings: WorkerSettings, notes: Notes) =>
  Effect.gen(function* () {
    const queue = yield* WebhookQueue
    const delivery = yield* WebhookDelivery
    const clock = yield* Clock.Clock
    const now = (): number => clock.currentTimeMillisUnsafe()
    const slots = settings.webhookConcurrency
    const attempts = yield* makeInFlightCount
    const inFlight = yield* makeInFlightCount
    const record = yield* makeWebhookRecorder(owner, settings, attempts.none)
    const limiter = new EndpointLimiter(slots, slots)
    const calls = new LimiterState({
      permits: slots,
      permitsPerKey: (endpointId) => limiter.width(Number(endpointId), now())
    })
    const leasedOf = new Map<Job, LeasedWebhook>()
    const keys = new Set<WebhookKey>()
    const running = new Set<LeasedWebhook>()
    const context = yield* Effect.context()
    const runFork = Effect.runForkWith(context)
    let unrecorded = 0
    /** A slot was freed since the last claim that some event may be waiting for. */
    let isWanted = false

    const load = (): Load => ({ waiting: calls.waiting, unrecorded })
    const freeSlot = (
      { slot }: LeasedWebhook,
      answer?: { readonly taken: boolean; readonly duration_ms: number }
    ): void => {
      if (limiter.end(slot, answer, now())) isWanted = true
    }
    /** Ends the renewal of the lease. */
    const finish = ({ key }: LeasedWebhook): void => {
      keys.delete(key)
      inFlight.end()
      notes.finished()
    }

    const release = (some: ReadonlyArray<WebhookKey>) =>
      some.length === 0
        ? Effect.void
        : queue
            .release(owner, some, now())
            .pipe(
              orLog(
                "webhooks could not be released; they become due again when their leases run out",
                undefined
              )
            )
    const releaseWaiting = (jobs: ReadonlyArray<Job>) => {
      const left = jobs.flatMap((job) => {
        const leased = leasedOf.get(job)
        leasedOf.delete(job)
        return leased ?? []
      })
      for (const leased of left) freeSlot(leased)
      callAll(jobs.flatMap((job) => calls.leave(job)))
      return Effect.ensuring(
        release(left.map(({ key }) => key)),
        Effect.sync(() => {
          left.forEach(finish)
        })
      )
    }

    // The outcome is unknown. Released, the event would be tried again at once and without end.
    const logBroken = ({ key }: LeasedWebhook, cause: Cause.Cause<unknown>): void => {
      if (Cause.hasInterruptsOnly(cause)) return
      runFork(
        Effect.logError(
          "delivering a webhook crashed; it becomes due again when its lease runs out",
          key,
          cause
        )
      )
    }

    const callEnded = (
      job: Job,
      leased: LeasedWebhook,
      outcome: Exit.Exit<WebhookSettlement>
    ): void => {
      const { endpointId } = leased.slot
      const name = String(endpointId)
      leasedOf.delete(job)
      freeSlot(
        leased,
        Exit.isSuccess(outcome)
          ? {
              taken: outcome.value.outcome === "taken",
              duration_ms: outcome.value.attempt.duration_ms
            }
          : undefined
      )
      const kept = limiter.keeps(endpointId, calls.inUseOf(name) - 1, now())
      const left = calls.waitingOf(name).slice(kept)
      if (left.length > 0) runFork(releaseWaiting(left))
      callAll(calls.leave(job))
      attempts.end()
    }
    const recordOutcome = (leased: LeasedWebhook, settlement: WebhookSettlement): void => {
      unrecorded++
      record(settlement, (exit) => {
        unrecorded--
        if (Exit.isSuccess(exit)) notes.settled?.(settlement)
        else logBroken(leased, exit.cause)
        finish(leased)
      })
    }
    const ended = (
      job: Job,
      leased: LeasedWebhook,
      outcome: Exit.Exit<WebhookSettlement>
    ): void => {
      running.delete(leased)
      callEnded(job, leased, outcome)
      if (Exit.isSuccess(outcome)) return recordOutcome(leased, outcome.value)
      logBroken(leased, outcome.cause)
      finish(leased)
    }
    const call = (job: Job, leased: LeasedWebhook): void => {
      attempts.begin()
      notes.begun?.()
      running.add(leased)
      leased.stop = Direct.begin(delivery.attempt(leased.claimed), context, (outcome) => {
        ended(job, leased, outcome)
      })
    }
    /** A defect ends this call alone. */
    const start = (job: Job): void => {
      const leased = leasedOf.get(job)
      if (leased === undefined) return
      try {
        call(job, leased)
      } catch (defect) {
        if (running.has(leased)) ended(job, leased, Exit.die(defect))
        else logBroken(leased, Cause.die(defect))
      }
    }
    const starting: Array<Job> = []
    /** One after the other: an attempt that ends at once starts the next, which would nest. */
    const callAll = (started: ReadonlyArray<Job>): void => {
      const isOuter = starting.length === 0
      starting.push(...started)
      while (isOuter && starting.length > 0) {
        const [job] = starting
        if (job !== undefined) start(job)
        starting.shift()
      }
    }
    const stopAll = Effect.sync(() => {
      for (const { stop } of [...running]) stop?.()
    })
    yield* Effect.addFinalizer(() => stopAll)

    return {
      claimLimits: (isAhead: boolean): WebhookClaimLimits => {
        const limits = limiter.claimLimits(now(), load(), isAhead)
        // The next slot to be freed is wanted, whether by a record or by the end of a call.
        isWanted = limits.limit === 0
        return limits
      },
      isWanted: (): boolean => isWanted,
      isWorthClaiming: (): boolean => limiter.isWorthClaiming(load()),
      /** Calls the claimed events' endpoints; returns those to be released. */
      accept: (claimed: ReadonlyArray<ClaimedWebhook>, limits: WebhookClaimLimits) => {
        const { begun, over } = limiter.take(claimed, limits, now())
        for (const [one, slot] of begun) {
          const key = { endpoint_id: one.endpoint.id, event_id: one.event.id }
          keys.add(key)
          inFlight.begin()
          leasedOf.set(calls.add(String(slot.endpointId)), { key, claimed: one, slot })
        }
        callAll(calls.startWaiting())
        return {
          begun: begun.length,
          over: over.map(({ endpoint, event }) => ({
            endpoint_id: endpoint.id,
            event_id: event.id
          }))
        }
      },
      release,
      keys: (): ReadonlyArray<WebhookKey> => [...keys],
      isEmpty: inFlight.none,
      /** Once claiming has stopped. */
      drain: Effect.suspend(() =>
        releaseWaiting([...leasedOf.keys()].filter(({ isRunning }) => !isRunning))
      ).pipe(
        Effect.andThen(inFlight.none),
        Effect.interruptible,
        Effect.timeout(settings.drain),
        Effect.catchTag("TimeoutError", () =>
          Effect.andThen(
            Effect.logWarning(
              "stopped before the outcome of every webhook in flight was recorded; those left become due again when their leases run out",
              { event_ids: [...keys].map(({ event_id }) => event_id) }
            ),
            stopAll
          )
        )
      )
    }
  })
