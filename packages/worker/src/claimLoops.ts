import {
  type ClaimedKinds,
  type ClaimedMessage,
  Delivery,
  type LocalWorker,
  MailQueue,
  repeatInTurns,
  WakeUp
} from "@telemark/core"
import { Clock, Effect, Schedule } from "effect"
import type { ClaimSize } from "./ClaimSize.js"
import { orLog } from "./backgroundLoops.js"
import type { InFlightSet } from "./inFlightSet.js"
import { leaseOf, type LeaseRenewer } from "./leaseRenewer.js"
import type { WorkerSettings } from "./options.js"

const maxGivenUp = 100

interface ClaimLoopsParts {
  readonly leases: LeaseRenewer
  readonly handle: (message: ClaimedMessage) => Effect.Effect<void>
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
  { inFlight, size }: { readonly inFlight: InFlightSet<string>; readonly size: ClaimSize },
  { dueBy = Clock.currentTimeMillis, handle, leases, noteWaiting }: ClaimLoopsParts
) =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const wakeUp = yield* WakeUp
    const delivery = yield* Delivery
    const mailCame = yield* wakeUp.listen
    const routeHasCapacity = yield* delivery.listenForCapacity

    let claimed = 0

    const begin = (message: ClaimedMessage): void => {
      inFlight.begin(message.id, !delivery.usesOwnRoute(message), handle(message))
    }

    // Uninterruptible as a whole: what is claimed but not started stays leased until the lease
    // ends.
    const claim = (limit: number, which: ClaimedKinds) =>
      Effect.uninterruptible(
        Effect.gen(function* () {
          const lease = yield* leaseOf(owner, settings)
          const messages = yield* leases.noting(queue.claim(lease, limit, yield* dueBy, which))
          claimed += messages.length
          size.claimed(messages, yield* Clock.currentTimeMillis)
          for (const message of messages) begin(message)
          return messages.length === limit
        })
      )
    const orTryLater = orLog(
      "due emails could not be claimed; trying again",
      false,
      {},
      Effect.logError
    )

    /** No due message is known: messages accepted now may start at once. */
    let isCaughtUp = false
    /** Accepted messages that weren't taken: a claim under way may not see them. */
    let missed = 0
    const takeDue = Effect.gen(function* () {
      const { platform, tenants } = yield* delivery.closed
      yield* leases.beforeClaim
      const freeSlots = inFlight.freeSlots()
      // Otherwise messages of tenants with their own servers are still delivered.
      if (!platform && freeSlots > 0) {
        isCaughtUp = false
        const before = missed
        const mayHaveMore = yield* claim(freeSlots, { except: tenants })
        isCaughtUp = !mayHaveMore && missed === before
        return mayHaveMore
      }
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
    const claimDue = (hadFreeSlot: boolean) =>
      Effect.tap(orTryLater(takeDue), (mayHaveMore) =>
        Effect.sync(() => {
          noteWaiting(mayHaveMore || !hadFreeSlot)
        })
      )

    /**
     * Polls while the other waits stay in place: setting them up again after each poll would double
     * the cost of an idle worker.
     */
    const polling = (hadFreeSlot: boolean) =>
      Effect.suspend(() => {
        const before = claimed
        return Effect.tap(claimDue(hadFreeSlot), () => notePolled(claimed - before))
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
      const taken = isCaughtUp && delivery.isOpen(now) ? Math.min(count, inFlight.freeSlots()) : 0
      if (taken < count) {
        isCaughtUp = false
        missed++
      }
      return taken
    }

    return {
      takes,
      begin,
      takeDue,
      giveUpOld,
      due: Effect.forever(round),
      old: repeatInTurns(orTryLater(giveUpOld), (mayHaveMore) => mayHaveMore).pipe(
        Effect.repeat(Schedule.spaced("10 minutes"))
      )
    }
  })
