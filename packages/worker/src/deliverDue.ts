import type { StorageError } from "@telemark/contract"
import {
  awaitOpen,
  Delivery,
  type Feedback,
  type MailQueue,
  type NewEvents,
  newId,
  type SettledStatus,
  type Settlement,
  type WakeUp,
  type WebhookDelivery,
  type WebhookQueue
} from "@telemark/core"
import { Clock, Duration, Effect, Latch } from "effect"
import { background } from "./backgroundLoops.js"
import { claimLoops } from "./claimLoops.js"
import { makeMailInFlight } from "./mailInFlight.js"
import { settingsOf, type WorkerOptions, type WorkerSettings } from "./options.js"
import { retryDueReports } from "./retryReports.js"
import { webhookLoops, type WebhookNotes } from "./webhooks/webhookLoops.js"

/** Options of `deliverDue`; by default those of a worker. */
export interface DeliverDueOptions extends Pick<
  WorkerOptions,
  "webhookConcurrency" | "lease" | "drain" | "recordWithin"
> {
  /** Messages in flight at once; 100 by default. 0: none are delivered. */
  readonly concurrency?: number | undefined
  /**
   * How long new attempts may begin; by default until nothing is due. Running attempts are then
   * finished, for at most `drain`.
   */
  readonly within?: Duration.Input | undefined
}

/** The outcomes of one `deliverDue`. */
export interface DeliveredDue {
  /** By outcome: `deferred` messages are tried again, `failed` ones were given up. */
  readonly emails: Readonly<Record<SettledStatus, number>>
  /** `taken` by the endpoint. */
  readonly webhooks: { readonly taken: number; readonly failed: number }
}

/** The services that `deliverDue` needs. */
export type DeliverDuePorts =
  | Delivery
  | Feedback
  | MailQueue
  | NewEvents
  | WakeUp
  | WebhookDelivery
  | WebhookQueue

interface DueQueue {
  /** Starts what is due while slots are free. Returns whether there may be more. */
  readonly begin: Effect.Effect<boolean, StorageError>
  /** Returns when there may be more to start, or when nothing is in flight. */
  readonly progress: Effect.Effect<void>
  readonly isIdle: () => boolean
  readonly drain: Effect.Effect<void>
}

const dueMail = (
  owner: string,
  settings: WorkerSettings,
  note: (settlement: Settlement) => void,
  begun: () => void
) =>
  Effect.gen(function* () {
    const delivery = yield* Delivery
    const routeHasCapacity = yield* delivery.listenForCapacity
    const mail = yield* makeMailInFlight(owner, settings, { begun, settled: note })
    const { inFlight, leaseRenewer } = mail
    yield* background(leaseRenewer.loop)
    // Fixed: a message that is retried soon would get attempt after attempt, without end.
    const begunAt = yield* Clock.currentTimeMillis
    const { giveUpOld, takeDue } = yield* claimLoops(owner, settings, mail, {
      dueBy: Effect.succeed(begunAt),
      noteWaiting: () => {}
    })
    return {
      begin: Effect.zipWith(giveUpOld, takeDue, (olderLeft, dueLeft) => olderLeft || dueLeft),
      progress: Effect.suspend(() =>
        Effect.raceFirst(
          inFlight.freeSlots() > 0 ? inFlight.isEmpty : inFlight.hasFreeSlot,
          routeHasCapacity
        )
      ),
      isIdle: () => inFlight.keys().length === 0,
      drain: mail.drain
    }
  })

const dueWebhooks = (owner: string, settings: WorkerSettings, notes: WebhookNotes) =>
  Effect.gen(function* () {
    const loops = yield* webhookLoops(owner, settings, () => false, notes)
    yield* background(loops.renewals)
    return { ...loops, begin: loops.claim }
  })

interface End {
  readonly isReached: Effect.Effect<boolean>
  readonly reached: Effect.Effect<void>
}

const endOf = (within: Duration.Input | undefined, stop: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const latch = yield* Latch.make(false)
    const deadline =
      within === undefined ? Infinity : (yield* Clock.currentTimeMillis) + Duration.toMillis(within)
    // Beside the deadline: a clock that is set back doesn't extend the sleep.
    const over = within === undefined ? stop : Effect.raceFirst(stop, Effect.sleep(within))
    let isOver = false
    yield* Effect.forkScoped(
      Effect.andThen(
        over,
        Effect.suspend(() => {
          isOver = true
          return latch.open
        })
      )
    )
    // A `stop` that has returned already counts before anything begins.
    yield* Effect.yieldNow
    return {
      isReached: Effect.map(Clock.currentTimeMillis, (now) => isOver || now >= deadline),
      reached: awaitOpen(latch)
    }
  })

const untilIdle =
  ({ isReached, reached }: End) =>
  ({ begin, isIdle, progress }: DueQueue) =>
    Effect.flatMap(isReached, (isOver) =>
      isOver
        ? Effect.succeed(true)
        : Effect.flatMap(begin, (mayHaveMore) =>
            mayHaveMore
              ? Effect.succeed(false)
              : Effect.suspend(() =>
                  isIdle()
                    ? Effect.succeed(true)
                    : Effect.as(Effect.raceFirst(progress, reached), false)
                )
          )
    ).pipe(Effect.repeat({ until: (isDone) => isDone }), Effect.asVoid)

/**
 * Delivers all messages and webhooks that are due, and returns when nothing of it is left: for
 * short-lived processes and for tests. Makes one attempt at each message that was due at the start.
 * Leaves what other workers have leased, and doesn't wait for back-offs and full routes. Once
 * `stop` returns, nothing new begins. If claiming fails, finishes what is in flight and fails with
 * that error.
 */
export const deliverDue = (
  options: DeliverDueOptions = {},
  stop: Effect.Effect<void> = Effect.never
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const settings = settingsOf(options)
      const owner = yield* newId("worker")
      const emails = { sent: 0, deferred: 0, bounced: 0, failed: 0 }
      const webhooks = { taken: 0, failed: 0 }
      let attempts = 0
      const begun = () => {
        attempts++
      }
      const end = yield* endOf(options.within, stop)
      const queues = [
        ...(settings.concurrency > 0
          ? [
              yield* dueMail(
                owner,
                settings,
                ({ status }) => {
                  emails[status]++
                },
                begun
              )
            ]
          : []),
        ...(settings.webhookConcurrency > 0
          ? [
              yield* dueWebhooks(owner, settings, {
                begun,
                settled: ({ outcome }) => {
                  webhooks[outcome === "taken" ? "taken" : "failed"]++
                }
              })
            ]
          : [])
      ]
      const onAll = <E>(work: (queue: DueQueue) => Effect.Effect<void, E>) =>
        Effect.forEach(queues, work, { concurrency: queues.length, discard: true })
      // In parallel: messages that wait for a connection are released at once.
      yield* Effect.addFinalizer(() => onAll((queue) => queue.drain))
      // Delivering messages creates events for webhook endpoints.
      const round = Effect.suspend(() => {
        const before = attempts
        return Effect.andThen(
          onAll(untilIdle(end)),
          Effect.map(end.isReached, (isOver) => isOver || attempts === before)
        )
      })
      yield* Effect.repeat(round, { until: (isDone) => isDone })
      // Their events are posted by the next run.
      yield* retryDueReports
      return { emails, webhooks }
    })
  )
