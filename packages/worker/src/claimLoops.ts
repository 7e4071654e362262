import {
  type ClaimedKinds,
  Delivery,
  type LocalWorker,
  MailQueue,
  orLog,
  repeatInTurns,
  WakeUp
} from "@telemark/core"
import { Clock, Effect, Schedule } from "effect"
import { leaseOf } from "./leaseRenewer.js"
import type { MailInFlight } from "./mailInFlight.js"
import type { WorkerSettings } from "./options.js"

const maxGivenUp = 100

interface ClaimLoopsParts {
  /** Called after each claim: whether more messages may be due than are in flight. */
  readonly noteWaiting: (mailWaits: boolean) => void
  /** In epoch milliseconds; the present by default. */
  readonly dueBy?: Effect.Effect<number>
}

/**
 * Claims messages and starts each at once: due ones while slots are free, and those too old to wait
 * any longer.
 */
export const claimLoops = (
  owner: string,
  settings: WorkerSettings,
  { begin, giveBackOld, hasRoom, inFlight, leaseRenewer: leases, size }: MailInFlight,
  { dueBy = Clock.currentTimeMillis, noteWaiting }: ClaimLoopsParts
) =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const wakeUp = yield* WakeUp
    const delivery = yield* Delivery
    const mailCame = yield* wakeUp.listen
    const routeHasCapacity = yield* delivery.listenForCapacity

    let claimed = 0

    // Uninterruptible as a whole: what is claimed but not started stays leased until the lease
    // ends.
    const claim = (limit: number, which: ClaimedKinds) =>
      Effect.uninterruptible(
        Effect.gen(function* () {
          const lease = yield* leaseOf(owner, settings)
          const messages = yield* leases.noting(queue.claim(lease, limit, yield* dueBy, which))
          claimed += messages.length
          size.claimed(messages, yield* Clock.currentTimeMillis)
          begin(messages)
          return messages.length === limit
        })
      )
    const orTryLater = orLog(
      "due emails could not be claimed; trying again",
      false,
      {},
      Effect.logError
    )

    /** No due message is known: messages accepted now may be taken at once. */
    let isCaughtUp = false
    /** Accepted messages that weren't taken: a claim under way may not see them. */
    let missed = 0
    const claimAll = (limit: number, tenants: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const before = missed
        const mayHaveMore = yield* claim(limit, { except: tenants })
        if (mayHaveMore) isCaughtUp = false
        else if (missed === before) isCaughtUp = true
        return mayHaveMore
      })
    /** `atLeast`: how many it claims though there are no slots for them. */
    const takeDue = (atLeast: number) =>
      Effect.gen(function* () {
        const { platform, tenants } = yield* delivery.closed
        yield* leases.beforeClaim
        const limit = Math.max(inFlight.freeSlots(), atLeast)
        // Otherwise messages of tenants with their own servers are still delivered.
        if (!platform && limit > 0) return yield* claimAll(limit, tenants)
        return (
          delivery.hasOwnRoutes &&
          (yield* claim(settings.concurrency, { except: tenants, ownServersOnly: true }))
        )
      })
    /**
     * What polling finds without an announcement: retries and scheduled messages, on SQLite those
     * of other processes. Anything else is a bug.
     */
    const notePolled = (count: number) =>
      count === 0 ? Effect.void : Effect.logDebug("due emails were found by polling", { count })

    const hasFreeSlot = (): boolean => inFlight.freeSlots() > 0
    const claimDue = (hadFreeSlot: boolean, atLeast = 0) =>
      Effect.tap(orTryLater(takeDue(atLeast)), (mayHaveMore) =>
        Effect.sync(() => {
          noteWaiting(mayHaveMore || !hadFreeSlot)
        })
      )

    /**
     * While mail waits in memory, other mail would never find a free slot: each poll lets some of
     * it wait there too, in its tenants' turns.
     */
    const passedOver = Effect.map(giveBackOld, (isTooOld) => {
      if (isTooOld) isCaughtUp = false
      return !isTooOld && inFlight.waiting.since() !== undefined ? size.messages : 0
    })

    /**
     * Polls while the other waits stay in place: setting them up again after each poll would double
     * the cost of an idle worker.
     */
    const polling = (hadFreeSlot: boolean) =>
      Effect.flatMap(passedOver, (atLeast) => {
        const before = claimed
        return Effect.tap(claimDue(hadFreeSlot, atLeast), () => notePolled(claimed - before))
      }).pipe(
        Effect.delay(settings.pollInterval),
        Effect.repeat({ until: (mayHaveMore) => mayHaveMore || hasFreeSlot() !== hadFreeSlot }),
        Effect.asVoid
      )

    const somethingNew = (hadFreeSlot: boolean) =>
      // Effect.exit: a poll that dies ends the race instead of losing it.
      Effect.flatten(
        Effect.raceAll([
          Effect.exit(polling(hadFreeSlot)),
          Effect.exit(routeHasCapacity),
          ...(hadFreeSlot ? [] : [Effect.exit(inFlight.hasFreeSlot)]),
          // Messages for tenants' own servers need no slot.
          ...(hadFreeSlot || delivery.hasOwnRoutes ? [Effect.exit(mailCame)] : [])
        ])
      )

    // What to wait for is chosen before claiming: slots freed during the round would otherwise go
    // unnoticed until the next poll. The listeners remember signals.
    const round = Effect.suspend(() => {
      const hadFreeSlot = hasFreeSlot()
      return Effect.flatMap(claimDue(hadFreeSlot), (mayHaveMore) =>
        mayHaveMore ? Effect.void : somethingNew(hadFreeSlot)
      )
    })

    /** `takeDue` leaves out messages for a closed route, which would never be given up. */
    const giveUpOld = Effect.gen(function* () {
      const { platform, tenants } = yield* delivery.closed
      if (!platform && tenants.length === 0) return false
      yield* leases.beforeClaim
      const begunBefore = delivery.givenUpBefore(yield* Clock.currentTimeMillis)
      return yield* claim(maxGivenUp, { begunBefore })
    })

    const takes: LocalWorker["takes"] = (count, now) => {
      if (isCaughtUp && !delivery.isSlowedDown(now) && hasRoom(now)) return count
      isCaughtUp = false
      missed++
      return 0
    }

    return {
      takes,
      takeDue: takeDue(0),
      giveUpOld,
      due: Effect.forever(round),
      old: repeatInTurns(orTryLater(giveUpOld), (mayHaveMore) => mayHaveMore).pipe(
        Effect.repeat(Schedule.spaced("10 minutes"))
      )
    }
  })
