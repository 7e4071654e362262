import { type ClaimedKinds, type ClaimedMessage, Delivery, type LocalWorker, MailQueue, type StorageError, WakeUp } from "@telemark/core"
import { Clock, Effect, Schedule } from "effect"
import type { ClaimSize } from "./ClaimSize.js"
import type { InFlightSet } from "./inFlightSet.js"
import { leaseOf } from "./leaseOf.js"
import type { WorkerSettings } from "./options.js"

/** Messages that are given up together. */
const maxGivenUp = 100

interface ClaimLoopsParts {
  readonly keepLeases: Effect.Effect<void, StorageError>
  readonly handle: (message: ClaimedMessage) => Effect.Effect<void>
  /** Is told after each look whether there may be more than is in hand. */
  readonly noteWaiting: (mailWaits: boolean) => void
  /** What is due by then is taken, in epoch milliseconds; the present by default. */
  readonly dueBy?: Effect.Effect<number>
}

/** The loops that take messages and begin on each at once: those that are due, as long as there is room, and those that are too old to wait. */
export const claimLoops = (
  owner: string,
  settings: WorkerSettings,
  { inFlight, size }: { readonly inFlight: InFlightSet<string>; readonly size: ClaimSize },
  { dueBy = Clock.currentTimeMillis, handle, keepLeases, noteWaiting }: ClaimLoopsParts
) =>
  Effect.gen(function*() {
    const queue = yield* MailQueue
    const wakeUp = yield* WakeUp
    const delivery = yield* Delivery
    const mailCame = yield* wakeUp.listen
    const routeHasRoom = yield* delivery.listenForRoom

    let claimed = 0

    const begin = (message: ClaimedMessage): void => { inFlight.begin(message.id, !delivery.usesOwnRoute(message), handle(message)) }

    // Claiming and beginning belong together: a claim whose messages nobody knows of would idle until its lease ends.
    const claim = (limit: number, which: ClaimedKinds) =>
      Effect.uninterruptible(Effect.gen(function*() {
        const lease = yield* leaseOf(owner, settings)
        const messages = yield* queue.claim(lease, limit, yield* dueBy, which)
        claimed += messages.length
        size.claimed(messages, yield* Clock.currentTimeMillis)
        for (const message of messages) begin(message)
        return messages.length === limit
      }))
    const orTryLater = Effect.catchAll((error: StorageError) =>
      Effect.as(Effect.logError("due emails could not be claimed; trying again", { reason: error.message }), false))

    /** Whether nothing is known to be due: what is accepted now may be begun at once. */
    let isCaughtUp = false
    /** Accepted messages that weren't taken: the look under way may not see them. */
    let missed = 0
    const takeDue = Effect.gen(function*() {
      const { platform, tenants } = yield* delivery.closed
      yield* keepLeases
      const room = inFlight.room()
      // Without a place, or while the platform's way rests, tenants with servers of their own are served all the same.
      if (!platform && room > 0) {
        isCaughtUp = false
        const before = missed
        const mayHaveMore = yield* claim(room, { except: tenants })
        isCaughtUp = !mayHaveMore && missed === before
        return mayHaveMore
      }
      return delivery.hasOwnRoutes && (yield* claim(settings.concurrency, { except: tenants, ownServersOnly: true }))
    })
    /** Says what nobody had announced: retries and scheduled mail, mail of other processes on SQLite, and else a fault of ours. */
    const notePolled = (count: number) =>
      count === 0 ? Effect.void : Effect.logDebug("due emails were found by polling", { count })

    const hasRoom = (): boolean => inFlight.room() > 0
    const look = (hadRoom: boolean) =>
      Effect.tap(orTryLater(takeDue), (mayHaveMore) => Effect.sync(() => { noteWaiting(mayHaveMore || !hadRoom) }))

    /**
     * Looks from time to time though nothing was announced, for as long as the same is waited for beside it. So an idle worker does no more than look:
     * beginning these waits anew after each look costs as much again.
     */
    const polling = (hadRoom: boolean) =>
      Effect.suspend(() => {
        const before = claimed
        return Effect.tap(look(hadRoom), () => notePolled(claimed - before))
      }).pipe(
        Effect.delay(settings.pollInterval),
        Effect.repeat({ until: (mayHaveMore) => mayHaveMore || hasRoom() !== hadRoom }),
        Effect.asVoid
      )

    /** Until something was announced, or there may be more than a look has found. */
    const somethingNew = (hadRoom: boolean) =>
      // The others would never hear of looks that broke.
      Effect.flatten(Effect.raceAll([
        Effect.exit(polling(hadRoom)),
        Effect.exit(routeHasRoom),
        ...(hadRoom ? [] : [Effect.exit(inFlight.hasRoom)]),
        // Tenants' own servers need no slot.
        ...(hadRoom || delivery.hasOwnRoutes ? [Effect.exit(mailCame)] : [])
      ]))

    // What to wait for is chosen first: slots that are freed while the round lasts (all of them, where mail goes quickly) would
    // go unnoticed until the next look. The listeners remember by themselves what they heard meanwhile.
    const round = Effect.suspend(() => {
      const hadRoom = hasRoom()
      return Effect.flatMap(look(hadRoom), (mayHaveMore) => mayHaveMore ? Effect.void : somethingNew(hadRoom))
    })

    /** What waits for a way that is closed isn't claimed, and would never be given up. */
    const giveUpOld = Effect.gen(function*() {
      const { platform, tenants } = yield* delivery.closed
      if (!platform && tenants.length === 0) return false
      yield* keepLeases
      const begunBefore = delivery.givenUpBefore(yield* Clock.currentTimeMillis)
      return yield* claim(maxGivenUp, { begunBefore })
    })

    const takes: LocalWorker["takes"] = (count, now) => {
      const taken = isCaughtUp && delivery.isOpen(now) ? Math.min(count, inFlight.room()) : 0
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
      old: Effect.repeat(orTryLater(giveUpOld), { while: (mayHaveMore) => mayHaveMore }).pipe(Effect.repeat(Schedule.spaced("10 minutes")))
    }
  })
