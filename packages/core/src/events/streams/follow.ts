import type { EmailEvent, StorageError } from "@telemark/contract"
import { Cause, Clock, Deferred, Effect, Schedule, Stream } from "effect"
import { newId } from "../../kernel/ids.js"
import { awaitDone } from "../../kernel/signals.js"
import { emailEvent } from "../log/Event.js"
import type { SubscriptionQueries } from "./subscriptionTable.js"

/**
 * Events leased at once: a slow handler withholds no more than this from others with the same name.
 */
const together = 20

const leaseMillis = 60_000

/** How often to poll for events without a signal. */
const pollInterval = "1 second"

/**
 * How long new events gather before they are claimed together: with much traffic, every subscriber
 * would otherwise query for each event.
 */
const gather = "20 millis"

interface Following {
  readonly leases: Pick<SubscriptionQueries, "claim" | "renew" | "release" | "acknowledge">
  readonly subscriptionId: string
  /** Returns when there may be new events. */
  readonly news: Effect.Effect<void>
  /** What ends the stream if the subscription was removed: an error, or nothing but its end. */
  readonly onGone: StorageError | Cause.Done
}

/**
 * A subscription's events, until it is removed. Each pull acknowledges the previous event;
 * unhandled events are released at the end.
 */
export const followSubscription = ({
  leases,
  news,
  onGone,
  subscriptionId
}: Following): Stream.Stream<EmailEvent, StorageError> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const owner = yield* newId("sub")
      const lease = Effect.map(Clock.currentTimeMillis, (now) => ({
        owner,
        until: now + leaseMillis
      }))
      let inFlight: ReadonlyArray<EmailEvent> = []
      let delivered: EmailEvent | undefined
      const gone = yield* Deferred.make<never, StorageError | Cause.Done>()

      // Uninterruptible: the event was handled, even if the caller is stopped during this write.
      const acknowledge = Effect.uninterruptible(
        Effect.suspend(() =>
          delivered === undefined
            ? Effect.void
            : Effect.map(leases.acknowledge(subscriptionId, owner, [delivered.id]), () => {
                delivered = undefined
              })
        )
      )

      const claim = Effect.gen(function* () {
        const claimed = yield* leases.claim(
          subscriptionId,
          yield* lease,
          together,
          yield* Clock.currentTimeMillis
        )
        inFlight = claimed.map(emailEvent)
      })

      const somethingNew = Effect.raceFirst(
        Effect.andThen(news, Effect.sleep(gather)),
        Effect.sleep(pollInterval)
      )
      const waitAndClaim = Effect.gen(function* () {
        yield* Effect.uninterruptible(claim)
        while (inFlight.length === 0) {
          yield* Effect.raceFirst(somethingNew, awaitDone(gone))
          yield* Effect.uninterruptible(claim)
        }
      })

      const next = Effect.gen(function* () {
        yield* acknowledge
        // Events in flight were removed with the subscription.
        if (yield* Deferred.isDone(gone)) return yield* awaitDone(gone)
        if (inFlight.length === 0) yield* waitAndClaim
        const [event, ...rest] = inFlight
        inFlight = rest
        delivered = event
        return event === undefined ? yield* Cause.done() : ([event] as const)
      })

      // A handler may take longer than a lease.
      yield* Effect.forkScoped(
        Effect.repeat(
          Effect.flatMap(lease, (extended) => leases.renew(subscriptionId, extended)).pipe(
            Effect.flatMap((isThere) => (isThere ? Effect.void : Deferred.fail(gone, onGone))),
            Effect.ignore({ log: true })
          ),
          Schedule.spaced(leaseMillis / 3)
        )
      )
      yield* Effect.addFinalizer(() =>
        Effect.ignore(leases.release(subscriptionId, owner), { log: true })
      )
      return Stream.fromPull(Effect.succeed(next))
    })
  )
