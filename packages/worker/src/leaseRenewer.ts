import type { Lease, StorageError } from "@telemark/core"
import { Clock, Duration, Effect, Schedule } from "effect"
import { leaseAt } from "./leaseOf.js"
import type { WorkerSettings } from "./options.js"

export interface LeaseRenewer {
  /** Renews three times per lease, so that one failure loses nothing. */
  readonly loop: Effect.Effect<unknown>
  /**
   * Renews if the process was frozen or the clock was set forward: otherwise a claim could lease
   * what is in flight a second time.
   */
  readonly beforeClaim: Effect.Effect<void, StorageError>
}

interface LeaseRenewerOptions<Key> {
  readonly keys: () => ReadonlyArray<Key>
  readonly renew: (lease: Lease, keys: ReadonlyArray<Key>) => Effect.Effect<void, StorageError>
}

export const makeLeaseRenewer = <Key>(
  owner: string,
  settings: WorkerSettings,
  { keys, renew }: LeaseRenewerOptions<Key>
): Effect.Effect<LeaseRenewer> =>
  Effect.gen(function* () {
    const third = Duration.times(settings.lease, 1 / 3)
    let keptAt = yield* Clock.currentTimeMillis
    const keep = Effect.gen(function* () {
      // The leases count from here: the process may be frozen during the renewal.
      const began = yield* Clock.currentTimeMillis
      const leased = keys()
      if (leased.length > 0) yield* renew(leaseAt(owner, settings, began), leased)
      keptAt = began
    })
    return {
      loop: keep.pipe(
        Effect.catchAll((error) =>
          Effect.logWarning("leases could not be renewed", { reason: error.message })
        ),
        Effect.schedule(Schedule.spaced(third))
      ),
      beforeClaim: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        now - keptAt > 2 * Duration.toMillis(third) ? keep : Effect.void
      )
    }
  })
