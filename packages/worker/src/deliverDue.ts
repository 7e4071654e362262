import {
  Delivery, type Feedback, type MailQueue, newId, type NewEvents, type SettledStatus, type StorageError, type WakeUp, type WebhookDelivery, type WebhookQueue
} from "@telemark/core"
import { Clock, Duration, Effect, type Scope } from "effect"
import { background } from "./background.js"
import { claimLoops } from "./claimLoops.js"
import { makeMailInFlight } from "./mailInFlight.js"
import { settingsOf, type WorkerOptions, type WorkerSettings } from "./options.js"
import { webhookLoops } from "./Webhooks/index.js"

/** How what is due is delivered; each has the default that it has for a worker. */
export interface DeliverDueOptions extends Pick<WorkerOptions, "webhookConcurrency" | "lease" | "drain" | "recordWithin"> {
  /** Messages in hand at once, at the most; 100 by default. 0: no emails are delivered. */
  readonly concurrency?: number | undefined
  /**
   * For how long more is begun, as where a function must end in time; by default until nothing is due. Conversations and calls under way
   * are finished, for `drain` at most, and mail that waits for a connection is given back.
   */
  readonly within?: Duration.DurationInput | undefined
}

/** What came of all that was due. */
export interface DeliveredDue {
  /** Attempts at emails, by what they made of them: `deferred` ones are tried again, `failed` ones were given up. */
  readonly emails: Readonly<Record<SettledStatus, number>>
  /** Calls of webhook endpoints: those that took the event, and those that didn't. */
  readonly webhooks: { readonly taken: number; readonly failed: number }
}

/** What delivering needs: a worker needs it, too. */
export type DeliverDuePorts = Delivery | Feedback | MailQueue | NewEvents | WakeUp | WebhookDelivery | WebhookQueue

/** One of the queues, as far as delivering what is due goes. */
interface DueQueue {
  /** Begins on what is due, as far as there is room; whether there may be more. */
  readonly begin: Effect.Effect<boolean, StorageError>
  /** Until there may be more to begin, or nothing is in hand any more. */
  readonly progress: Effect.Effect<void>
  readonly isIdle: () => boolean
  /** Finishes what has begun, and gives back the rest. */
  readonly drain: Effect.Effect<void>
}

type Note = (outcome: SettledStatus) => void

const dueMail = (owner: string, settings: WorkerSettings, note: Note, begun: () => void): Effect.Effect<DueQueue, never, DeliverDuePorts | Scope.Scope> =>
  Effect.gen(function*() {
    const delivery = yield* Delivery
    const routeHasRoom = yield* delivery.listenForRoom
    const mail = yield* makeMailInFlight(owner, settings, ({ status }) => { note(status) })
    const { inFlight, handle, leaseRenewer } = mail
    yield* background(leaseRenewer.loop)
    // Fixed: of what is tried again soon, one run would else make attempt after attempt, and never end.
    const begunAt = yield* Clock.currentTimeMillis
    const { giveUpOld, takeDue } = yield* claimLoops(owner, settings, mail, {
      dueBy: Effect.succeed(begunAt),
      keepLeases: leaseRenewer.beforeClaim,
      handle: (message) => Effect.zipRight(Effect.sync(begun), handle(message)),
      noteWaiting: () => {}
    })
    return {
      begin: Effect.zipWith(giveUpOld, takeDue, (olderLeft, dueLeft) => olderLeft || dueLeft),
      progress: Effect.suspend(() => Effect.raceFirst(inFlight.room() > 0 ? inFlight.isEmpty : inFlight.hasRoom, routeHasRoom)),
      isIdle: () => inFlight.keys().length === 0,
      drain: mail.drain
    }
  })

const dueWebhooks = (
  owner: string,
  settings: WorkerSettings,
  note: (isTaken: boolean) => void,
  begun: () => void
): Effect.Effect<DueQueue, never, DeliverDuePorts | Scope.Scope> =>
  Effect.gen(function*() {
    const loops = yield* webhookLoops(owner, settings, () => false, { begun, settled: ({ outcome }) => { note(outcome === "taken") } })
    yield* background(loops.renewals)
    return { begin: loops.claim, progress: loops.progress, isIdle: loops.isIdle, drain: loops.drain }
  })

/** When no more is to be begun. */
interface End {
  readonly isReached: Effect.Effect<boolean>
  readonly reached: Effect.Effect<void>
}

/** Once `stop` ends or the time is over, whichever is first. */
const endOf = (within: Duration.DurationInput | undefined, stop: Effect.Effect<void>): Effect.Effect<End, never, Scope.Scope> =>
  Effect.gen(function*() {
    const latch = yield* Effect.makeLatch(false)
    const deadline = within === undefined ? Infinity : (yield* Clock.currentTimeMillis) + Duration.toMillis(within)
    // Slept as well: a clock that is set back doesn't make it longer.
    const over = within === undefined ? stop : Effect.raceFirst(stop, Effect.sleep(within))
    let isOver = false
    yield* Effect.forkScoped(Effect.zipRight(over, Effect.suspend(() => {
      isOver = true
      return latch.open
    })))
    // What has ended already is noticed before anything is begun.
    yield* Effect.yieldNow()
    return { isReached: Effect.map(Clock.currentTimeMillis, (now) => isOver || now >= deadline), reached: latch.await }
  })

/** Begins on what is due until nothing is and nothing is in hand, or until no more is to be begun. */
const untilIdle = ({ isReached, reached }: End) => ({ begin, isIdle, progress }: DueQueue): Effect.Effect<void, StorageError> =>
  Effect.flatMap(isReached, (isOver) => isOver ? Effect.succeed(true) : Effect.flatMap(begin, (mayHaveMore) =>
    mayHaveMore ? Effect.succeed(false) : Effect.suspend(() => isIdle() ? Effect.succeed(true) : Effect.as(Effect.raceFirst(progress, reached), false)))).pipe(
    Effect.repeat({ until: (isDone) => isDone }),
    Effect.asVoid
  )

/**
 * Delivers all that is due, emails and webhooks, as a worker would, and ends when nothing of it is left nor in hand: for processes
 * that don't live long, and for tests. Emails are those that were due when it began, so that it makes one attempt at each. What workers have
 * in hand is theirs. Not waited for is what rests: since a server had asked for it, since its webhook endpoint failed again and again, or
 * since its way had no room. Once `stop` ends, no more is begun, as if `within` were over. Fails when storage can't say what is due, once
 * what is in hand is finished.
 */
export const deliverDue = (
  options: DeliverDueOptions = {},
  stop: Effect.Effect<void> = Effect.never
): Effect.Effect<DeliveredDue, StorageError, DeliverDuePorts> =>
  Effect.scoped(Effect.gen(function*() {
    const settings = settingsOf(options)
    const owner = yield* newId("worker")
    const emails = { sent: 0, deferred: 0, bounced: 0, failed: 0 }
    const webhooks = { taken: 0, failed: 0 }
    let attempts = 0
    const begun = () => { attempts++ }
    const noteEmail: Note = (status) => { emails[status]++ }
    const noteWebhook = (isTaken: boolean) => { webhooks[isTaken ? "taken" : "failed"]++ }
    const end = yield* endOf(options.within, stop)
    const queues = [
      ...(settings.concurrency > 0 ? [yield* dueMail(owner, settings, noteEmail, begun)] : []),
      ...(settings.webhookConcurrency > 0 ? [yield* dueWebhooks(owner, settings, noteWebhook, begun)] : [])
    ]
    const onAll = <E>(work: (queue: DueQueue) => Effect.Effect<void, E>) =>
      Effect.forEach(queues, work, { concurrency: queues.length, discard: true })
    // Side by side: mail that waits for a connection is given back at once, however long calls take.
    yield* Effect.addFinalizer(() => onAll((queue) => queue.drain))
    // What is delivered causes events, which may be owed to endpoints.
    const round = Effect.suspend(() => {
      const before = attempts
      return Effect.zipRight(onAll(untilIdle(end)), Effect.map(end.isReached, (isOver) => isOver || attempts === before))
    })
    yield* Effect.repeat(round, { until: (isDone) => isDone })
    return { emails, webhooks }
  }))
